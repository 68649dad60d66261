import { markup, type Markup } from './layout.ts'
import { nameOf, type Schema } from './openapi.ts'

/**
 * The text of a description as HTML: paragraphs, lists of `*` lines and `code`, which is all of Markdown that the
 * document uses.
 */
export function prose(text: string | undefined): Markup[] {
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

const listOf = (parts: Markup[], separator: string): Markup[] =>
  parts.map((part, index) => (index === 0 ? part : markup`${separator}${part}`))

/** What a value is, in a few words: `text or null`, `list of Task`. */
export function kindOf(schema: Schema): Markup {
  const name = nameOf(schema)
  if (name !== undefined) return markup`<a href="/docs/objects/${name}">${name}</a>`
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return markup`${listOf(choices.map(kindOf), schema.allOf ? ' and ' : ' or ')}`
  if (schema.const !== undefined) return markup`<code>${JSON.stringify(schema.const)}</code>`
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return markup`${schema.enum ? 'one of' : 'any value'}`
  return markup`${listOf(
    types.map((type) => typeWord(type, schema)),
    ' or ',
  )}`
}

function typeWord(type: string, schema: Schema): Markup {
  if (type === 'array') return markup`list${schema.items && markup` of ${kindOf(schema.items)}`}`
  if (type === 'string') return markup`${schema.format ?? 'text'}`
  return markup`${type}`
}

/** From the least to the most of something, in words; nothing where there is no bound. */
function range(least: number | undefined, most: number | undefined, unit: string): Markup[] {
  if (least === undefined && most === undefined) return []
  if (most === undefined) return [markup`at least ${least}${unit}`]
  return least === undefined ? [markup`at most ${most}${unit}`] : [markup`${least} to ${most}${unit}`]
}

/** What a value has to keep to, each rule in a few words. */
function rulesOf(schema: Schema): Markup[] {
  const values = schema.enum ?? schema.items?.enum ?? []
  const named = values.filter((value) => value !== null).map((value) => markup`<code>${String(value)}</code>`)
  return [
    ...(named.length > 0 ? [markup`one of ${listOf(named, ' ')}`] : []),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' items'),
    ...range(schema.minimum, schema.maximum, ''),
    ...(schema.default === undefined ? [] : [markup`default <code>${JSON.stringify(schema.default)}</code>`]),
  ]
}

/** One named value: a field of an object or a parameter. */
export function field(name: string, schema: Schema, required: boolean, description?: string): Markup {
  const rules = rulesOf(schema)
  const inner = [
    schema,
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? schema.oneOf ?? []),
  ].find(({ properties }) => properties)
  return markup`<dt><code>${name}</code> <span class="soft">${kindOf(schema)}</span>${
    required && markup` <span class="needed">required</span>`
  }</dt>
<dd>${prose(description ?? schema.description)}${
    rules.length > 0 && markup`<p class="soft">${listOf(rules, ', ')}</p>`
  }${inner && markup`<details><summary>Its fields</summary>${fields(inner)}</details>`}</dd>`
}

/** The fields of an object. */
export function fields(schema: Schema): Markup {
  const known = Object.entries(schema.properties ?? {})
  if (known.length === 0) return markup`<p>${listOf([kindOf(schema), ...rulesOf(schema)], ', ')}</p>`
  return markup`<dl>${known.map(([name, one]) => field(name, one, schema.required?.includes(name) ?? false))}</dl>`
}
