/** The type of a JSON schema, in TypeScript. */
export function typeOf(schema, indent = '') {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((one) => typeOf(one, indent)))].join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array') return arrayOf(typeOf(schema.items ?? {}, indent))
  if (schema.type === 'object') return objectOf(schema, indent)
  if (schema.contentMediaType === 'application/octet-stream') return 'Blob'
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[
      schema.type
    ] ?? 'unknown'
  )
}

const arrayOf = (type) => (/[ |{]/.test(type) ? `(${type})[]` : `${type}[]`)

function objectOf({ properties, required = [], additionalProperties }, indent) {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'
    return `Record<string, ${values}>`
  }
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, inner)
    return `${comment(schema, inner)}${inner}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${type}\n`
  })
  return `{\n${fields.join('')}${indent}}`
}

export const keyOf = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** What a description says, as a comment of what follows. */
export function comment({ description, deprecated }, indent = '') {
  const lines = [...(description?.split('\n') ?? []), ...(deprecated ? ['@deprecated'] : [])]
  if (lines.length === 0) return ''
  const safe = lines.map((line) => line.replaceAll('*/', '*\u200b/'))
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

/** The schemas of the document by their names. */
export function schemasFile({ components }) {
  const types = Object.entries(components.schemas).map(([name, schema]) => {
    const type = typeOf(schema)
    const plain = type.startsWith('{') && !schema.oneOf && !schema.anyOf && !Array.isArray(schema.type)
    return `${comment(schema)}export ${plain ? `interface ${name} ${type}` : `type ${name} = ${type}`}\n`
  })
  return types.join('\n')
}

/** The words that a field may have, to choose from: what a form offers, what a command line completes. */
export function wordsFile({ components }) {
  const enums = Object.entries(components.schemas).filter(
    ([, { type, enum: words }]) => type === 'string' && words,
  )
  const lists = enums.map(([name, schema]) => {
    const list = schema.enum.map((word) => JSON.stringify(word)).join(', ')
    return `${comment(schema)}export const ${name[0].toLowerCase()}${name.slice(1)}Words = [${list}] as const\n`
  })
  return lists.join('\n')
}
