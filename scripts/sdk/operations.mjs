/** What the generated client needs to know of each operation of the document. */
export function operationsOf(document) {
  const find = ({ $ref }) =>
    $ref
      .split('/')
      .slice(1)
      .reduce((part, name) => part[name], document)
  const whole = (part) => (part.$ref ? { ...find(part), ...part } : part)
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => describe(path, method.toUpperCase(), told, whole)),
  )
  // What is retired, or another method of the same, has no place in a client that is new.
  const current = all.filter(({ told }) => !told.deprecated && !told['x-sdk'].same_as)
  const schemas = Object.values(document.components.schemas)
  for (const op of current) {
    if (isTagged(op, current)) {
      op.tagged = hasAllRefs(op, whole(ownAnswer(op, current))) ? 'whole' : 'last'
      op.subject = subjectOf(op, current)
    }
    // What no object has under its name is given as an id alone.
    op.bare = op.refs.filter((name) => !schemas.some(({ properties = {} }) => name in properties))
  }
  return current
}

function describe(path, method, told, whole) {
  const { resource, method: name, paging, stream } = told['x-sdk']
  const parameters = (told.parameters ?? []).map(whole)
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name: param }) => param)
  const order = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param)
  // The organization is named, since a client knows it; but where it is what the operation is about.
  const isList = paging !== undefined
  const orgInPath =
    resource === 'organizations'
      ? undefined
      : inPath.find((param) => param === 'org_id' || (isList && param === 'org_or_project_id'))
  const query = parameters.filter((one) => one.in === 'query' && !one.deprecated)
  const headers = parameters.filter((one) => one.in === 'header').map((one) => one.name)
  const body = bodyOf(told, whole)
  const answer = answerOf(told, whole)
  const refs = order.filter((param) => param !== orgInPath).map(oneName)
  const template = path
    .slice('/v1'.length)
    .replaceAll(/\{(\w+)\}/g, (_, param) => (param === orgInPath ? '{:org_id}' : `{${oneName(param)}}`))
  return {
    resource,
    name,
    method,
    template,
    told,
    refs,
    query,
    orgInPath,
    body,
    answer,
    paging,
    stream,
    ifMatch: headers.includes('If-Match'),
  }
}

/** A parameter that stands for two things is named after the one that it is here. */
const oneName = (param) => (param === 'org_or_project_id' ? 'project_id' : param)

function bodyOf({ requestBody }, whole) {
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

function answerOf({ responses }, whole) {
  const [status] = Object.keys(responses).filter((code) => code.startsWith('2'))
  const { content = {} } = whole(responses[status])
  const json = content['application/json']
  if (!json) return { file: Object.keys(content).length > 0 }
  return { schema: json.schema, items: itemsOf(whole(json.schema), whole) }
}

/**
 * The types of what a page lists; of those, what the caller can read. Of a list that may be asked for some fields alone,
 * `page` is what it answers without these, `light` what its rows are with them, and `always` what they have in any case.
 */
function itemsOf({ properties, oneOf, anyOf }, whole) {
  const isPage = (one) => whole(one).properties?.data !== undefined
  const [page, other] = (oneOf ?? anyOf ?? [{ properties }]).filter(isPage)
  const item = page && whole(page).properties.data.items
  if (!item?.$ref) return undefined
  const choices = whole(item).oneOf ?? [item]
  const readable = choices.filter((one) => whole(one).properties.has_access?.const !== false)
  const light = other && whole(other).properties.data.items
  return {
    item,
    readable: readable.length < choices.length ? readable : undefined,
    ...(light && { page, light, always: whole(light).required }),
  }
}

/** Returns whether a write sends the tag or version of what its last parameter names: something is read or written there. */
function isTagged(op, all) {
  const { ifMatch, method, refs, template } = op
  const subject = refs.at(-1)
  const isOfSubject = subject && template.replace('/{:org_id}', '').endsWith(`{${subject}}`)
  return Boolean(ifMatch && method !== 'POST' && isOfSubject && ownAnswer(op, all))
}

/** Returns the schema of what such a write is of: what is read by the same parameters or, of what is only listed, updated. */
function ownAnswer({ resource, refs }, all) {
  const own = all.filter((one) => one.resource === resource && String(one.refs) === String(refs))
  const same = own.find(({ name }) => name === 'read') ?? own.find(({ name }) => name === 'update')
  return same?.answer.schema
}

const hasAllRefs = ({ refs }, { properties }) => refs.every((name) => name in properties)

/** What such a write is about: the parameter that names it, and the types of it that are read and listed. */
function subjectOf(op, all) {
  const { resource, refs } = op
  const list = all.find((one) => one.resource === resource && one.name === 'list')
  // Members are named with their project, by which they are listed.
  const within = (list?.query ?? []).map(({ name }) => name)
  const items = list?.answer.items
  return {
    ref: refs.findLast((name) => !within.includes(name)),
    schemas: [ownAnswer(op, all), ...(items ? (items.readable ?? [items.item]) : [])],
  }
}
