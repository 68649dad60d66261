import { comment, keyOf, typeOf } from './schemas.mjs'

const upper = (name) => name[0].toUpperCase() + name.slice(1)

/** The resources of the client: what each takes and gives, and the lines by which they are sent. */
export function resourcesFile(document, operations) {
  const about = Object.fromEntries(document.tags.map(({ name, description }) => [camel(name), description]))
  const byResource = group(operations)
  const queries = operations.filter(hasQuery).map(queryType)
  const interfaces = [...byResource].map(([name, ops]) => {
    const methods = [...ops.map(methodType), ...editType(ops), ...pollType(ops)]
    return `${comment({ description: about[name] })}export interface ${apiOf(name)} {\n${methods.join('\n')}}\n`
  })
  const all = [...byResource.keys()].map((name) => `  ${name}: ${apiOf(name)}\n`).join('')
  const lines = [...byResource].map(([name, ops]) => `${name}\n${ops.map(lineOf).join('\n')}`).join('\n\n')
  const types = new Set(`${queries}${interfaces}`.replaceAll(/\/\*\*.*?\*\//gs, '').match(/\b[A-Z]\w+\b/g))
  const schemas = Object.keys(document.components.schemas).filter((name) => types.has(name))
  return [
    `import type { Call, ListCall } from '../core/call.ts'\n`,
    `import type { CallOptions, UploadOptions } from '../core/options.ts'\n`,
    `import type { EditOptions, EventPage, EventStream, InOrg, Ref, StreamOptions } from '../core/types.ts'\n`,
    `import type {\n${schemas.map((name) => `  ${name},\n`).join('')}} from './schemas.ts'\n\n`,
    queries.join('\n'),
    '\n',
    interfaces.join('\n'),
    `\n/** Everything there is, by resource. */\nexport interface Resources {\n${all}}\n`,
    `\n/** How each operation is sent: see \`operation\`. */\nexport const lines = \`${lines}\`\n`,
  ].join('')
}

/** The operations as functions of their own, of which a bundle has those alone that it uses. */
export function operationsFile(operations) {
  const names = [...new Set(operations.map(({ resource }) => apiOf(resource)))]
  const functions = operations.map((op) => {
    const line = lineOf(op).split(' ').slice(1).join(' ')
    return `export const ${op.resource}${upper(op.name)}: Of<${apiOf(op.resource)}['${op.name}']> = /* @__PURE__ */ operation('${line}')\n`
  })
  return [
    `import { operation } from '../core/operation.ts'\n`,
    `import type { Of } from '../core/types.ts'\n`,
    `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './resources.ts'\n\n`,
    ...functions,
  ].join('')
}

const apiOf = (resource) => `${upper(resource)}Api`
function group(operations) {
  const groups = new Map()
  for (const op of operations) groups.set(op.resource, [...(groups.get(op.resource) ?? []), op])
  return groups
}

const camel = (name) => name.replaceAll(/[-_](\w)/g, (_, first) => first.toUpperCase())
const hasQuery = ({ query, orgInPath }) => query.length > 0 || orgInPath !== undefined
const queryName = ({ resource, name }) => `${upper(resource)}${upper(name)}Query`

/** `name METHOD /path letters`, as `operation` reads it. */
function lineOf(op) {
  const letters = [
    op.body && (op.body.form ? 'm' : 'b'),
    op.body?.patch && op.method !== 'PATCH' && 'u',
    hasQuery(op) && 'q',
    op.query.some(({ name }) => name === 'org_id') && 'o',
    op.body?.org && 'O',
    op.paging && 'p',
    op.stream && 'l',
    op.tagged && (op.tagged === 'whole' ? 't' : 'T'),
    op.answer.file && 'f',
  ]
  return [op.name, op.method, op.template, letters.filter(Boolean).join('')].filter(Boolean).join(' ')
}

const organization = {
  name: 'org_id',
  schema: { type: 'string' },
  description: "The organization; by default the client's own.",
}

function queryType(op) {
  const named = op.orgInPath ? [organization] : []
  const filters = op.query.filter(({ name }) => name.startsWith('filter['))
  const plain = [
    ...named,
    ...op.query.filter(
      (one) =>
        !filters.includes(one) &&
        one !== fieldsOf(op) &&
        !(op.stream && /^(cursor|wait|limit)$/.test(one.name)),
    ),
  ]
  const fields = plain.map((one) => field(one, '  ')).join('')
  const inner = filters.map((one) => field({ ...one, name: one.name.slice(7, -1) }, '    ')).join('')
  const filter = inner && `  filter?: {\n${inner}  }\n`
  return `export interface ${queryName(op)} {\n${fields}${filter}}\n`
}

function field({ name, required, schema, description }, indent) {
  const optional = !required || name === 'org_id' ? '?' : ''
  const told = name === 'org_id' ? organization : { description }
  return `${comment(told, indent)}${indent}${keyOf(name)}${optional}: ${oneOrMore(schema, indent)}\n`
}

/** Of values that are joined in a query, one may stand by itself. */
function oneOrMore(schema, indent) {
  // A filter that is only ever true: false leaves it out.
  if (String(schema.enum) === 'true') return 'boolean | "true"'
  if (schema.type !== 'array') return typeOf(schema, indent)
  const one = typeOf(schema.items, indent)
  return `${one} | readonly (${one})[]`
}

function methodType(op) {
  const description = [op.told.summary, ...(op.told.description ? ['', op.told.description] : [])].join('\n')
  return `${comment({ description }, '  ')}${readableType(op)}  ${op.name}(${argumentsOf(op).join(', ')}): ${resultOf(op)}\n`
}

function argumentsOf(op) {
  const query = hasQuery(op) && `query${queryNeeded(op) ? '' : '?'}: ${queryName(op)}`
  return [
    ...refsOf(op),
    op.body && `${op.body.optional && !queryNeeded(op) ? 'body?' : 'body'}: ${bodyType(op.body)}`,
    query,
    `options?: ${op.stream ? 'StreamOptions' : op.body?.form ? 'UploadOptions' : 'CallOptions'}`,
  ].filter(Boolean)
}

/**
 * The parameters of the path. What is written by its tag is named by itself alone: a comment has the id of its task too,
 * and deletes no task.
 */
const refsOf = ({ refs, subject, bare }) =>
  refs.map((name) => {
    const own = name === subject?.ref ? subject.schemas.map((one) => typeOf(one)) : undefined
    const type = own ? ['string', ...new Set(own)].join(' | ') : `Ref<'${name}'>`
    return `${camel(name.replace(/_id$/, ''))}: ${bare.includes(name) ? 'string' : type}`
  })

const queryNeeded = ({ query }) => query.some(({ required, name }) => required && name !== 'org_id')
const bodyType = ({ schema, orgRequired }) =>
  orgRequired ? `InOrg<${typeOf(schema)}>` : typeOf(schema, '  ')

function resultOf({ answer, paging, stream }) {
  if (stream) return 'EventStream'
  if (answer.file) return 'Call<Response>'
  if (!answer.schema) return 'Call<undefined>'
  const type = typeOf(answer.schema, '  ')
  return paging ? listOf(answer, type) : `Call<${type}>`
}

function listOf({ items }, page) {
  return `ListCall<${items ? typeOf(items.item) : 'unknown'}, ${items?.page ? typeOf(items.page) : page}>`
}

/**
 * Of a list that shows blank rows only to those who ask for them, what everybody else gets: all of each row, or the fields
 * that were asked for.
 */
function readableType(op) {
  const { readable, light, always } = op.answer.items ?? {}
  if (!readable) return ''
  const items = readable.map((one) => typeOf(one)).join(' | ')
  const seen = 'include_inaccessible?: false'
  const usual = `  ${op.name}(${asking(op, seen)}): ListCall<${items}>\n`
  if (!light) return usual
  const field = typeOf(fieldsOf(op).schema.items)
  const picked = ['F', ...always.map((name) => `'${name}'`)].join(' | ')
  const some = (more) => asking(op, more).replace('query?:', 'query:')
  return [
    `  ${op.name}<F extends ${field}>(${some(`${seen}; fields: F | readonly F[]`)}): ListCall<Pick<${items}, ${picked}>>\n`,
    `  ${op.name}(${some(`fields: ${field} | readonly ${field}[]`)}): ListCall<${typeOf(light)}>\n`,
    usual,
  ].join('')
}

/** The parameter that asks for some fields alone: it changes what is answered, so the methods that take it name it. */
const fieldsOf = ({ query, answer }) => answer.items?.light && query.find(({ name }) => name === 'fields')

/** The arguments of a method whose query says more. */
const asking = (op, more) =>
  argumentsOf(op)
    .map((one) => (one.startsWith('query') ? `${one} & { ${more} }` : one))
    .join(', ')

/** Reading, changing and writing again, for what is read and updated by the same parameters. */
function editType(ops) {
  const update = ops.find(({ name, tagged }) => name === 'update' && tagged)
  if (!update || !ops.some(({ name }) => name === 'read')) return []
  const type = typeOf(update.answer.schema)
  const named = update.orgInPath ? [`query: ${queryName(update)} | undefined`] : []
  const change = `change: (current: ${type}) => ${typeOf(update.body.schema)} | undefined | Promise<${typeOf(update.body.schema)} | undefined>`
  const description =
    'Reads it, changes it as you say, and writes it unless somebody else did meanwhile: then it is read anew. Give back undefined to leave it as it is.'
  return [
    `${comment({ description }, '  ')}  edit(${[...refsOf(update), change, ...named, 'options?: EditOptions'].join(', ')}): Promise<${type}>\n`,
  ]
}

/** The pages of a stream. */
function pollType(ops) {
  const stream = ops.find((op) => op.stream)
  if (!stream) return []
  const fields = ['cursor', 'wait', 'limit'].map((name) =>
    field(
      stream.query.find((one) => one.name === name),
      '    ',
    ),
  )
  const description =
    'A page of what happened after the cursor; `wait` holds the answer until there is something.'
  return [
    `${comment({ description }, '  ')}  poll(query?: ${queryName(stream)} & {\n${fields.join('')}  }, options?: CallOptions): Call<EventPage>\n`,
  ]
}
