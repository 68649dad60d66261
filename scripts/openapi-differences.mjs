// What differs between two OpenAPI documents, each difference classed by what it means to a client that exists already.

/** Parts that only tell people something, or show it. */
const telling = new Set([
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

/**
 * Every difference: where, what, and whether it is `breaking`, `additive` or a change of `words` alone. What is not known
 * to be harmless is breaking.
 */
export function differences(before, after) {
  const found = []
  compare(before, after, [], found, contextOf(before, after))
  return found
}

/** Which schemas requests and answers hold: in requests less may be asked for, in answers more may be told. */
function contextOf(...documents) {
  const sent = new Set()
  for (const document of documents)
    for (const methods of Object.values(document.paths ?? {}))
      for (const operation of Object.values(methods)) {
        follow(document, operation.requestBody, sent)
        follow(document, operation.parameters, sent)
      }
  return sent
}

function follow(document, part, sent) {
  if (typeof part !== 'object' || part === null) return
  if (typeof part.$ref === 'string' && !sent.has(part.$ref)) {
    sent.add(part.$ref)
    follow(
      document,
      part.$ref
        .slice(2)
        .split('/')
        .reduce((at, name) => at?.[name], document),
      sent,
    )
  }
  for (const inner of Object.values(part)) follow(document, inner, sent)
}

/** Whether a place is part of a request, so that asking for more breaks those who send less. */
const isSent = (path, sent) =>
  path.includes('requestBody') ||
  path.includes('parameters') ||
  (path[0] === 'components' && sent.has(`#/components/${path[1]}/${path[2]}`))

function compare(before, after, path, found, sent) {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const report = (what, kind) => found.push({ path: path.join('/'), what, kind })
  const last = path.at(-1)
  // A property may be called `description`; the words about a schema are a text.
  if (telling.has(last) && path.at(-2) !== 'properties') return report('changed', 'words')
  if (last === 'required' && Array.isArray(before ?? after))
    return required(before ?? [], after ?? [], path, report, sent)
  if (last === 'parameters' && Array.isArray(before) && Array.isArray(after))
    return parameters(before, after, path, found, sent)
  if (['enum', 'x-problem-types'].includes(last)) return words(before ?? [], after ?? [], path, report, sent)
  if (before === undefined) return report('added', addition(after, path))
  if (after === undefined) return report('removed', 'breaking')
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return report(`${JSON.stringify(before)} became ${JSON.stringify(after)}`, 'breaking')
  if (Array.isArray(before)) return report('changed', 'breaking')
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    compare(before[name], after[name], [...path, name], found, sent)
}

/** A limit or format that was not there refuses what was taken; anything else that is new is an offer. */
function addition(value, path) {
  const offers = [
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
  return offers.includes(path.at(-2)) || path.length <= 3 || String(path.at(-1)).startsWith('x-')
    ? 'additive'
    : 'breaking'
}

function required(before, after, path, report, sent) {
  const more = after.filter((name) => !before.includes(name))
  const less = before.filter((name) => !after.includes(name))
  const asked = isSent(path, sent)
  for (const name of more) report(`${name} is required now`, asked ? 'breaking' : 'additive')
  for (const name of less) report(`${name} is no longer required`, asked ? 'additive' : 'breaking')
}

function words(before, after, path, report, sent) {
  for (const word of before.filter((one) => !after.includes(one)))
    report(`${word} is gone`, isSent(path, sent) ? 'breaking' : 'additive')
  for (const word of after.filter((one) => !before.includes(one))) report(`${word} is new`, 'additive')
}

const nameOf = (one) => one.$ref ?? `${one.in} ${one.name}`

function parameters(before, after, path, found, sent) {
  const by = (list) => new Map(list.map((one) => [nameOf(one), one]))
  const [old, now] = [by(before), by(after)]
  for (const [name, one] of now) {
    if (old.has(name)) compare(old.get(name), one, [...path, name], found, sent)
    else
      found.push({
        path: path.join('/'),
        what: `${name} added`,
        kind: one.required ? 'breaking' : 'additive',
      })
  }
  for (const name of old.keys())
    if (!now.has(name)) found.push({ path: path.join('/'), what: `${name} removed`, kind: 'breaking' })
}
