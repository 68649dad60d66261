import type { JsonSchema } from './schemas.ts'

/** Keywords that the strict modes of all large models accept; any other makes one of them refuse all tools. */
const STRICT_KEYWORDS = ['type', 'enum', 'items', 'properties', 'required', 'additionalProperties', 'description']

/**
 * Returns the argument schema for `tools/list`, reduced to keywords that every strict mode accepts. Limits move to the
 * descriptions; a free-form object becomes a JSON string.
 */
export function toStrict(schema: JsonSchema): JsonSchema {
  if (schema.type === 'object' && !schema.properties)
    return { type: 'string', description: appendDescription(schema, ['A JSON object.']) }
  const strict: JsonSchema = {}
  for (const [key, value] of Object.entries(schema)) {
    if (!STRICT_KEYWORDS.includes(key)) continue
    if (key === 'items') strict.items = toStrict(value as JsonSchema)
    else if (key === 'properties') strict.properties = mapProperties(value as Record<string, JsonSchema>)
    else strict[key] = value
  }
  const limits = describeLimits(schema)
  if (limits.length > 0) strict.description = appendDescription(schema, limits)
  return strict
}

const mapProperties = (properties: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, toStrict(schema)]))

const appendDescription = ({ description }: JsonSchema, more: string[]): string =>
  [...(description ? [description as string] : []), ...more].join(' ')

function describeLimits({ description, format, minimum, maximum, maxItems, default: initial }: JsonSchema): string[] {
  return [
    format === 'date' && !String(description).includes('YYYY-MM-DD') ? 'YYYY-MM-DD.' : '',
    maximum === undefined ? '' : `${String(minimum)} to ${String(maximum)}.`,
    maxItems === undefined ? '' : `At most ${String(maxItems)}.`,
    initial === undefined ? '' : `Default ${JSON.stringify(initial)}.`,
  ].filter(Boolean)
}
