export function toType(schema, indent = '') {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.format === 'custom-field') return '`custom.${string}`'
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => toType(choice, indent)))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => toType({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array') return toArrayType(toType(schema.items ?? {}, indent))
  if (schema.type === 'object') return toObjectType(schema, indent)
  if (schema.contentMediaType === 'application/octet-stream') return 'Blob'
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[schema.type] ??
    'unknown'
  )
}

const toArrayType = (type) => (/[ |{]/.test(type) ? `(${type})[]` : `${type}[]`)

function toObjectType({ properties, required = [], additionalProperties }, indent) {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? toType(additionalProperties, indent) : 'unknown'
    return `Record<string, ${values}>`
  }
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const type = toType(schema, inner)
    return `${buildComment(schema, inner)}${inner}${toPropertyKey(name)}${required.includes(name) ? '' : '?'}: ${type}\n`
  })
  return `{\n${fields.join('')}${indent}}`
}

export const toPropertyKey = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

export function buildComment({ description, deprecated }, indent = '') {
  const lines = [...(description?.split('\n') ?? []), ...(deprecated ? ['@deprecated'] : [])]
  if (lines.length === 0) return ''
  const safe = lines.map((line) => line.replaceAll('*/', '*\u200b/'))
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

export function buildSchemasFile({ components }) {
  const types = Object.entries(components.schemas).map(([name, schema]) => {
    const type = toType(schema)
    const plain = type.startsWith('{') && !schema.oneOf && !schema.anyOf && !Array.isArray(schema.type)
    return `${buildComment(schema)}export ${plain ? `interface ${name} ${type}` : `type ${name} = ${type}`}\n`
  })
  return types.join('\n')
}

export function buildEnumsFile({ components }) {
  const enums = Object.entries(components.schemas).filter(([, { type, enum: values }]) => type === 'string' && values)
  const lists = enums.map(([name, schema]) => {
    const list = schema.enum.map((value) => JSON.stringify(value)).join(', ')
    return `${buildComment(schema)}export const ${name[0].toLowerCase()}${name.slice(1)}Values = [${list}] as const\n`
  })
  return lists.join('\n')
}

export function buildEventsFile({ 'x-events': events }) {
  const types = events.map(({ type, description }) => `${buildComment({ description }, '  ')}  '${type}': true\n`)
  const list = `/** Event types and their descriptions. */\nexport interface EventTypes {\n${types.join('')}}\n`
  return `${list}\n/** An event type. A newer server may send others. */\nexport type EventType = keyof EventTypes\n`
}
