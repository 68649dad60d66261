import { buildComment, toPropertyKey, toType } from './schemas.mjs'

const upper = (name) => name[0].toUpperCase() + name.slice(1)

/** Resources without a property of the client: most programs do not need them, so they do not load them. */
const FUNCTIONS_ONLY = new Set(['account', 'exports', 'externalTasks', 'imports'])

export function buildResourcesFile(document, operations) {
  const about = Object.fromEntries(document.tags.map(({ name, description }) => [camel(name), description]))
  const byResource = group(operations)
  const queries = operations.filter(hasQuery).map(buildQueryType)
  const interfaces = [...byResource].map(([name, ops]) => {
    const methods = [...ops.map(buildMethodType), ...buildEditType(ops), ...buildPollType(ops)]
    return `${buildComment({ description: about[name] })}export interface ${toInterfaceName(name)} {\n${methods.join('\n')}}\n`
  })
  const inClient = [...byResource].filter(([name]) => !FUNCTIONS_ONLY.has(name))
  const all = inClient
    .map(([name]) => name)
    .map((name) => `  ${name}: ${toInterfaceName(name)}\n`)
    .join('')
  const lines = inClient.map(([name, ops]) => `${name}\n${abbreviate(ops.map(buildLine)).join('\n')}`).join('\n\n')
  const types = new Set(`${queries}${interfaces}`.replaceAll(/\/\*\*.*?\*\//gs, '').match(/\b[A-Z]\w+\b/g))
  const schemas = Object.keys(document.components.schemas).filter((name) => types.has(name))
  return [
    `import type { Call, ListCall } from '../core/call.ts'\n`,
    `import type { CustomFilter } from '../core/query.ts'\n`,
    `import type { CallOptions, UploadOptions } from '../core/options.ts'\n`,
    `import type { EditOptions, EventPage, EventStream, InOrg, Ref, StreamOptions } from '../core/types.ts'\n`,
    `import type {\n${schemas.map((name) => `  ${name},\n`).join('')}} from './schemas.ts'\n\n`,
    queries.join('\n'),
    '\n',
    interfaces.join('\n'),
    `\n/** All operations by resource. */\nexport interface Resources {\n${all}}\n`,
    `\n/** The request of each operation, in the format of \`operation\`; \`expandLines\` adds the usual ones on one row. */\nexport const lines = \`${lines}\`\n`,
  ].join('')
}

/** Usual operations on one path, and the line from which `expandLines` of the SDK restores them. */
const USUAL = {
  '& $': ['list GET $ qop', 'create POST $ bO'],
  '* $ t': ['read GET $', 'update PATCH $ bt', 'delete DELETE $ t'],
  '* $ qt': ['read GET $', 'update PATCH $ bt', 'delete DELETE $ qt'],
}

function abbreviate(lines) {
  const paths = [...new Set(lines.map((line) => line.split(' ')[2]))]
  return paths.reduce(
    (rest, path) => Object.entries(USUAL).reduce((left, entry) => fold(left, path, entry), rest),
    lines,
  )
}

/** Replaces the usual operations on a path by one line, in the place of the first, if the resource has all of them. */
function fold(lines, path, [usual, templates]) {
  const [first, ...others] = templates.map((template) => template.replace('$', path))
  if (![first, ...others].every((line) => lines.includes(line))) return lines
  return lines
    .filter((line) => !others.includes(line))
    .map((line) => (line === first ? usual.replace('$', path) : line))
}

export function buildOperationsFile(operations) {
  const names = [...new Set(operations.map(({ resource }) => toInterfaceName(resource)))]
  const functions = operations.map((op) => {
    const line = buildLine(op).split(' ').slice(1).join(' ')
    return `export const ${op.resource}${upper(op.name)}: Of<${toInterfaceName(op.resource)}['${op.name}']> = /* @__PURE__ */ operation('${line}')\n`
  })
  return [
    `import { operation } from '../core/operation.ts'\n`,
    `import type { Of } from '../core/types.ts'\n`,
    `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './resources.ts'\n\n`,
    ...functions,
  ].join('')
}

const toInterfaceName = (resource) => `${upper(resource)}Api`
function group(operations) {
  const groups = new Map()
  for (const op of operations) groups.set(op.resource, [...(groups.get(op.resource) ?? []), op])
  return groups
}

const camel = (name) => name.replaceAll(/[-_](\w)/g, (_, first) => first.toUpperCase())
const hasQuery = ({ query, orgInPath }) => query.length > 0 || orgInPath !== undefined
const queryName = ({ resource, name }) => `${upper(resource)}${upper(name)}Query`

/** Returns `name METHOD /path flags`, which the SDK's `operation` parses. */
function buildLine(op) {
  const flags = [
    op.body && (op.body.form ? 'm' : 'b'),
    op.body?.patch && op.method !== 'PATCH' && 'u',
    hasQuery(op) && 'q',
    op.query.some(({ name }) => name === 'org_id') && 'o',
    op.body?.org && 'O',
    op.paging && 'p',
    op.stream && 'l',
    op.tagged && (op.tagged === 'whole' ? 't' : 'T'),
    op.response.file && 'f',
  ]
  return [op.name, op.method, op.template, flags.filter(Boolean).join('')].filter(Boolean).join(' ')
}

const organization = {
  name: 'org_id',
  schema: { type: 'string' },
  description: "The organization; by default the client's own.",
}

function buildQueryType(op) {
  const named = op.orgInPath ? [organization] : []
  const filters = op.query.filter(({ name }) => name.startsWith('filter['))
  const plain = [
    ...named,
    ...op.query.filter(
      (one) =>
        !filters.includes(one) &&
        one !== findFieldsParameter(op) &&
        !(op.stream && /^(cursor|wait|limit)$/.test(one.name)),
    ),
  ]
  const fields = plain.map((one) => field(one, '  ')).join('')
  const inner = filters.map((one) => buildFilterField(one)).join('')
  const filter = inner && `  filter?: {\n${inner}  }\n`
  return `export interface ${queryName(op)} {\n${fields}${filter}}\n`
}

/** Custom fields have one property, with the values or the range of each by its key. */
function buildFilterField(one) {
  const name = one.name.slice(7, -1)
  if (name !== 'custom.KEY') return field({ ...one, name }, '    ')
  return `${buildComment(one, '    ')}    custom?: Record<string, CustomFilter>\n`
}

function field({ name, required, schema, description }, indent) {
  const optional = !required || name === 'org_id' ? '?' : ''
  const documented = name === 'org_id' ? organization : { description }
  return `${buildComment(documented, indent)}${indent}${toPropertyKey(name)}${optional}: ${toQueryType(schema, indent)}\n`
}

function toQueryType(schema, indent) {
  // The client omits false for a filter that only accepts true.
  if (String(schema.enum) === 'true') return 'boolean | "true"'
  if (schema.type !== 'array') return toType(schema, indent)
  const one = toType(schema.items, indent)
  return `${one} | readonly (${one})[]`
}

function buildMethodType(op) {
  const description = [op.operation.summary, ...(op.operation.description ? ['', op.operation.description] : [])].join(
    '\n',
  )
  return `${buildComment({ description }, '  ')}${buildReadableType(op)}  ${op.name}(${buildArguments(op).join(', ')}): ${buildResultType(op)}\n`
}

function buildArguments(op) {
  const query = hasQuery(op) && `query${queryNeeded(op) ? '' : '?'}: ${queryName(op)}`
  return [
    ...buildRefs(op),
    op.body && `${op.body.optional && !queryNeeded(op) ? 'body?' : 'body'}: ${buildBodyType(op.body)}`,
    query,
    `options?: ${op.stream ? 'StreamOptions' : op.body?.form ? 'UploadOptions' : 'CallOptions'}`,
  ].filter(Boolean)
}

/** Words that cannot be the name of a parameter. */
const RESERVED = new Set(['import', 'export', 'default', 'delete'])

function toParameterName(name) {
  const short = camel(name.replace(/_id$/, ''))
  return RESERVED.has(short) ? camel(name) : short
}

/** Returns the path parameters; a write with an ETag accepts only its own resource, not others with the same property. */
const buildRefs = ({ refs, subject, bare }) =>
  refs.map((name) => {
    const own = name === subject?.ref ? subject.schemas.map((one) => toType(one)) : undefined
    const type = own ? ['string', ...new Set(own)].join(' | ') : `Ref<'${name}'>`
    return `${toParameterName(name)}: ${bare.includes(name) ? 'string' : type}`
  })

const queryNeeded = ({ query }) => query.some(({ required, name }) => required && name !== 'org_id')
const buildBodyType = ({ schema, orgRequired }) => (orgRequired ? `InOrg<${toType(schema)}>` : toType(schema, '  '))

function buildResultType({ response, paging, stream }) {
  if (stream) return 'EventStream'
  if (response.file) return 'Call<Response>'
  if (!response.schema) return 'Call<undefined>'
  const type = toType(response.schema, '  ')
  return paging ? buildListType(response, type) : `Call<${type}>`
}

function buildListType({ items }, page) {
  return `ListCall<${items ? toType(items.item) : 'unknown'}, ${items?.page ? toType(items.page) : page}>`
}

function buildReadableType(op) {
  const { readable, light, always } = op.response.items ?? {}
  if (!readable) return ''
  const items = readable.map((one) => toType(one)).join(' | ')
  const seen = 'include_inaccessible?: false'
  const usual = `  ${op.name}(${extendQuery(op, seen)}): ListCall<${items}>\n`
  if (!light) return usual
  const field = toType(findFieldsParameter(op).schema.items)
  const picked = ['F', ...always.map((name) => `'${name}'`)].join(' | ')
  const some = (more) => extendQuery(op, more).replace('query?:', 'query:')
  return [
    `  ${op.name}<F extends ${field}>(${some(`${seen}; fields: F | readonly F[]`)}): ListCall<Pick<${items}, ${picked}>>\n`,
    `  ${op.name}(${some(`fields: ${field} | readonly ${field}[]`)}): ListCall<${toType(light)}>\n`,
    usual,
  ].join('')
}

/** Returns the `fields` parameter, which overloads declare because it changes the type of the response. */
const findFieldsParameter = ({ query, response }) =>
  response.items?.light && query.find(({ name }) => name === 'fields')

const extendQuery = (op, more) =>
  buildArguments(op)
    .map((one) => (one.startsWith('query') ? `${one} & { ${more} }` : one))
    .join(', ')

/** Adds `edit` to resources that are read and updated with the same parameters. */
function buildEditType(ops) {
  const update = ops.find(({ name, tagged }) => name === 'update' && tagged)
  if (!update || !ops.some(({ name }) => name === 'read')) return []
  const type = toType(update.response.schema)
  const named = update.orgInPath ? [`query: ${queryName(update)} | undefined`] : []
  const change = `change: (current: ${type}) => ${toType(update.body.schema)} | undefined | Promise<${toType(update.body.schema)} | undefined>`
  const description =
    'Reads the resource, applies `change` and writes the result. After a concurrent change it reads and applies again. `change` returns undefined to write nothing.'
  return [
    `${buildComment({ description }, '  ')}  edit(${[...buildRefs(update), change, ...named, 'options?: EditOptions'].join(', ')}): Promise<${type}>\n`,
  ]
}

function buildPollType(ops) {
  const stream = ops.find((op) => op.stream)
  if (!stream) return []
  const fields = ['cursor', 'wait', 'limit'].map((name) =>
    field(
      stream.query.find((one) => one.name === name),
      '    ',
    ),
  )
  const description = 'Returns a page of events after the cursor; `wait` delays the response until there is an event.'
  return [
    `${buildComment({ description }, '  ')}  poll(query?: ${queryName(stream)} & {\n${fields.join('')}  }, options?: CallOptions): Call<EventPage>\n`,
  ]
}
