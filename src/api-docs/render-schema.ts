import { markup, type Markup } from './layout.ts'
import { getSchemaName, type OpenApiSchema } from './openapi.ts'

/** Converts a description to HTML: paragraphs, lists of `*` lines and `code`, the only Markdown in the document. */
export function renderDescription(text: string | undefined): Markup[] {
  return (text ?? '')
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      if (!block.startsWith('* ')) return markup`<p>${inline(block)}</p>`
      const items = block.slice(2).split(/\n\* /)
      return markup`<ul>${items.map((item) => markup`<li>${inline(item)}</li>`)}</ul>`
    })
}

const inline = (text: string): Markup[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`))

const join = (parts: Markup[], separator: string): Markup[] =>
  parts.map((part, index) => (index === 0 ? part : markup`${separator}${part}`))

export function describeSchemaType(schema: OpenApiSchema): Markup {
  const name = getSchemaName(schema)
  if (name !== undefined) return markup`<a href="/docs/objects/${name}">${name}</a>`
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return markup`${join(choices.map(describeSchemaType), schema.allOf ? ' and ' : ' or ')}`
  if (schema.const !== undefined) return markup`<code>${JSON.stringify(schema.const)}</code>`
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return markup`${schema.enum ? 'one of' : 'any value'}`
  return markup`${join(
    types.map((type) => describeType(type, schema)),
    ' or ',
  )}`
}

function describeType(type: string, schema: OpenApiSchema): Markup {
  if (type === 'array') return markup`list${schema.items && markup` of ${describeSchemaType(schema.items)}`}`
  if (type === 'string') return markup`${schema.format ?? 'text'}`
  return markup`${type}`
}

function describeRange(minimum: number | undefined, maximum: number | undefined, unit: string): Markup[] {
  if (minimum === undefined && maximum === undefined) return []
  if (maximum === undefined) return [markup`at least ${minimum}${unit}`]
  return minimum === undefined ? [markup`at most ${maximum}${unit}`] : [markup`${minimum} to ${maximum}${unit}`]
}

function describeRules(schema: OpenApiSchema): Markup[] {
  const values = schema.enum ?? schema.items?.enum ?? []
  const named = values.filter((value) => value !== null).map((value) => markup`<code>${String(value)}</code>`)
  return [
    ...(named.length > 0 ? [markup`one of ${join(named, ' ')}`] : []),
    ...describeRange(schema.minLength, schema.maxLength, ' characters'),
    ...describeRange(schema.minItems, schema.maxItems, ' items'),
    ...describeRange(schema.minimum, schema.maximum, ''),
    ...(schema.default === undefined ? [] : [markup`default <code>${JSON.stringify(schema.default)}</code>`]),
  ]
}

export function renderProperty(name: string, schema: OpenApiSchema, required: boolean, description?: string): Markup {
  const rules = describeRules(schema)
  const inner = [schema, ...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? schema.oneOf ?? [])].find(
    ({ properties }) => properties,
  )
  return markup`<dt><code>${name}</code> <span class="soft">${describeSchemaType(schema)}</span>${
    required && markup` <span class="needed">required</span>`
  }</dt>
<dd>${renderDescription(description ?? schema.description)}${
    rules.length > 0 && markup`<p class="soft">${join(rules, ', ')}</p>`
  }${inner && markup`<details><summary>Properties</summary>${renderProperties(inner)}</details>`}</dd>`
}

export function renderProperties(schema: OpenApiSchema): Markup {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0)
    return markup`<p>${join([describeSchemaType(schema), ...describeRules(schema)], ', ')}</p>`
  return markup`<dl>${properties.map(([name, one]) => renderProperty(name, one, schema.required?.includes(name) ?? false))}</dl>`
}
