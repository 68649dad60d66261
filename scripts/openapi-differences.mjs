// Finds the differences between two OpenAPI documents and classifies them by their effect on existing clients.

const textKeywords = new Set([
  'description',
  'summary',
  'example',
  'examples',
  'title',
  'tags',
  'deprecated',
  'info',
  'servers',
])

/** Classifies each difference as `breaking`, `additive` or `text`. Unknown changes are breaking. */
export function findDifferences(before, after) {
  const found = []
  compare(before, after, [], found, collectRequestRefs(before, after))
  return found
}

/** Returns the schemas used in requests, in which a new requirement is breaking and a removed one additive. */
function collectRequestRefs(...documents) {
  const requestRefs = new Set()
  for (const document of documents)
    for (const methods of Object.values(document.paths ?? {}))
      for (const operation of Object.values(methods)) {
        collectRefs(document, operation.requestBody, requestRefs)
        collectRefs(document, operation.parameters, requestRefs)
      }
  return requestRefs
}

function collectRefs(document, part, requestRefs) {
  if (typeof part !== 'object' || part === null) return
  if (typeof part.$ref === 'string' && !requestRefs.has(part.$ref)) {
    requestRefs.add(part.$ref)
    collectRefs(
      document,
      part.$ref
        .slice(2)
        .split('/')
        .reduce((at, name) => at?.[name], document),
      requestRefs,
    )
  }
  for (const inner of Object.values(part)) collectRefs(document, inner, requestRefs)
}

const isInRequest = (path, requestRefs) =>
  path.includes('requestBody') ||
  path.includes('parameters') ||
  (path[0] === 'components' && requestRefs.has(`#/components/${path[1]}/${path[2]}`))

function compare(before, after, path, found, requestRefs) {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const report = (what, kind) => found.push({ path: path.join('/'), what, kind })
  const last = path.at(-1)
  // A property may have the name of a keyword.
  if (textKeywords.has(last) && path.at(-2) !== 'properties') return report('changed', 'text')
  if (last === 'required' && Array.isArray(before ?? after))
    return compareRequired(before ?? [], after ?? [], path, report, requestRefs)
  if (last === 'parameters' && Array.isArray(before) && Array.isArray(after))
    return compareParameters(before, after, path, found, requestRefs)
  if (['enum', 'x-problem-types'].includes(last))
    return compareValues(before ?? [], after ?? [], path, report, requestRefs)
  if (before === undefined) return report('added', classifyAddition(after, path))
  if (after === undefined) return report('removed', 'breaking')
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return report(`${JSON.stringify(before)} became ${JSON.stringify(after)}`, 'breaking')
  if (Array.isArray(before)) return report('changed', 'breaking')
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    compare(before[name], after[name], [...path, name], found, requestRefs)
}

/** Treats new limits and formats as breaking, since they reject what was valid. */
function classifyAddition(value, path) {
  const additive = [
    'properties',
    'paths',
    'responses',
    'headers',
    'content',
    'schemas',
    'parameters',
    'securitySchemes',
    'scopes',
  ]
  return additive.includes(path.at(-2)) || path.length <= 3 || String(path.at(-1)).startsWith('x-')
    ? 'additive'
    : 'breaking'
}

function compareRequired(before, after, path, report, requestRefs) {
  const added = after.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !after.includes(name))
  const inRequest = isInRequest(path, requestRefs)
  for (const name of added) report(`${name} is now required`, inRequest ? 'breaking' : 'additive')
  for (const name of removed) report(`${name} is no longer required`, inRequest ? 'additive' : 'breaking')
}

function compareValues(before, after, path, report, requestRefs) {
  for (const value of before.filter((name) => !after.includes(name)))
    report(`${value} was removed`, isInRequest(path, requestRefs) ? 'breaking' : 'additive')
  for (const value of after.filter((name) => !before.includes(name))) report(`${value} was added`, 'additive')
}

const toName = (parameter) => parameter.$ref ?? `${parameter.in} ${parameter.name}`

function compareParameters(before, after, path, found, requestRefs) {
  const byName = (list) => new Map(list.map((parameter) => [toName(parameter), parameter]))
  const [old, current] = [byName(before), byName(after)]
  for (const [name, parameter] of current) {
    if (old.has(name)) compare(old.get(name), parameter, [...path, name], found, requestRefs)
    else
      found.push({
        path: path.join('/'),
        what: `${name} added`,
        kind: parameter.required ? 'breaking' : 'additive',
      })
  }
  for (const name of old.keys())
    if (!current.has(name)) found.push({ path: path.join('/'), what: `${name} removed`, kind: 'breaking' })
}
