export function readOperations(document) {
  const findRef = ({ $ref }) =>
    $ref
      .split('/')
      .slice(1)
      .reduce((part, name) => part[name], document)
  const whole = (part) => (part.$ref ? { ...findRef(part), ...part } : part)
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(path, method.toUpperCase(), operation, whole)),
  )
  // Leaves out deprecated operations and aliases.
  const current = all.filter(({ operation }) => !operation.deprecated && !operation['x-sdk'].same_as)
  const schemas = Object.values(document.components.schemas)
  for (const op of current) {
    if (isTagged(op, current)) {
      op.tagged = hasAllRefs(op, whole(findResourceSchema(op, current))) ? 'whole' : 'last'
      op.subject = findSubject(op, current)
    }
    // Parameters that are no schema's property accept only an id.
    op.bare = op.refs.filter((name) => !schemas.some(({ properties = {} }) => name in properties))
  }
  return current
}

function describe(path, method, operation, whole) {
  const { resource, method: name, paging, stream } = operation['x-sdk']
  const parameters = (operation.parameters ?? []).map(whole)
  const inPath = parameters.filter((entry) => entry.in === 'path').map(({ name: param }) => param)
  const order = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param)
  // The organization is an option of the client, except for operations on organizations.
  const isList = paging !== undefined
  const orgInPath =
    resource === 'organizations'
      ? undefined
      : inPath.find((param) => param === 'org_id' || (isList && param === 'org_or_project_id'))
  const query = parameters.filter((entry) => entry.in === 'query' && !entry.deprecated)
  const headers = parameters.filter((entry) => entry.in === 'header').map((entry) => entry.name)
  const body = readBody(operation, whole)
  const response = readResponse(operation, whole)
  const refs = order.filter((param) => param !== orgInPath).map(oneName)
  const template = path
    .slice('/v1'.length)
    .replaceAll(/\{(\w+)\}/g, (_, param) => (param === orgInPath ? '{:org_id}' : `{${oneName(param)}}`))
  return {
    resource,
    name,
    method,
    template,
    operation,
    refs,
    query,
    orgInPath,
    body,
    response,
    paging,
    stream,
    ifMatch: headers.includes('If-Match'),
  }
}

/** Renames a parameter that accepts two kinds of id. */
const oneName = (param) => (param === 'org_or_project_id' ? 'project_id' : param)

function readBody({ requestBody }, whole) {
  if (!requestBody) return undefined
  const { content, required } = whole(requestBody)
  const [[type, { schema }]] = Object.entries(content)
  const { properties = {}, required: needed = [] } = whole(schema)
  const org = 'org_id' in properties && !properties.org_id.deprecated
  return {
    schema,
    form: type === 'multipart/form-data',
    patch: type === 'application/merge-patch+json',
    optional: !required,
    org,
    orgRequired: needed.includes('org_id'),
  }
}

function readResponse({ responses }, whole) {
  const [status] = Object.keys(responses).filter((code) => code.startsWith('2'))
  const { content = {} } = whole(responses[status])
  const json = content['application/json']
  if (!json) return { file: Object.keys(content).length > 0 }
  return { schema: json.schema, items: readItems(whole(json.schema), whole) }
}

/** Returns the items of a page: `light` ones of lists with `fields`, `always` their required fields. */
function readItems({ properties, oneOf, anyOf }, whole) {
  const isPage = (entry) => whole(entry).properties?.data !== undefined
  const [page, other] = (oneOf ?? anyOf ?? [{ properties }]).filter(isPage)
  const item = page && whole(page).properties.data.items
  if (!item?.$ref) return undefined
  const choices = whole(item).oneOf ?? [item]
  const readable = choices.filter((entry) => whole(entry).properties.has_access?.const !== false)
  const light = other && whole(other).properties.data.items
  return {
    item,
    readable: readable.length < choices.length ? readable : undefined,
    ...(light && { page, light, always: whole(light).required }),
  }
}

/** Returns whether a write sends the ETag or version of the resource that its last parameter names. */
function isTagged(op, all) {
  const { ifMatch, method, refs, template } = op
  const subject = refs.at(-1)
  const isOfSubject = subject && template.replace('/{:org_id}', '').endsWith(`{${subject}}`)
  return Boolean(ifMatch && method !== 'POST' && isOfSubject && findResourceSchema(op, all))
}

function findResourceSchema({ resource, refs }, all) {
  const own = all.filter((entry) => entry.resource === resource && String(entry.refs) === String(refs))
  const same = own.find(({ name }) => name === 'read') ?? own.find(({ name }) => name === 'update')
  return same?.response.schema
}

const hasAllRefs = ({ refs }, { properties }) => refs.every((name) => name in properties)

function findSubject(op, all) {
  const { resource, refs } = op
  const list = all.find((entry) => entry.resource === resource && entry.name === 'list')
  // Members are listed by their project, which their paths contain.
  const within = (list?.query ?? []).map(({ name }) => name)
  const items = list?.response.items
  return {
    ref: refs.findLast((name) => !within.includes(name)),
    schemas: [findResourceSchema(op, all), ...(items ? (items.readable ?? [items.item]) : [])],
  }
}
