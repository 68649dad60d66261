import { types as builtin, type CustomTypesConfig } from 'pg'

type Parse = (text: string) => unknown
/** `pg`'s own parsers give a text array as strings and nulls, nested for several dimensions. */
const textArray = builtin.getTypeParser(1009 as 25, 'text') as (text: string) => unknown[]
const bytea = builtin.getTypeParser(17, 'text') as Parse

/** `2026-11-20 09:20:13.123+00`, as PostgreSQL prints it in a UTC session, to `2026-11-20T09:20:13.123Z`. */
export function parseTimestamp(text: string): string {
  if (text.charCodeAt(10) === 32) {
    // By length, since this runs for every timestamp of every row: no fraction, then milliseconds.
    if (text.length === 22 && text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 19)}.000Z`
    if (text.length === 26 && text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  }
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text)
  if (match) return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
  const date = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  // Infinity, and years before Christ, stay text.
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

const asNumber: Parse = (text) => Number(text)
const asText: Parse = (text) => text
const asBoolean: Parse = (text) => text === 't'
const asJson: Parse = (text) => JSON.parse(text) as unknown

const mapNested = (items: unknown[], parse: Parse): unknown[] =>
  items.map((item) =>
    Array.isArray(item) ? mapNested(item, parse) : item === null ? null : parse(item as string),
  )

function arrayOf(parse: Parse): Parse {
  if (parse === asText) return (text) => (text === '{}' ? [] : textArray(text))
  return (text) => (text === '{}' ? [] : mapNested(textArray(text), parse))
}

/** Type, its parser, its oid and the oid of its array. What is not listed stays text. */
const known: readonly (readonly [name: string, parse: Parse, oid: number, arrayOid: number])[] = [
  ['bool', asBoolean, 16, 1000],
  ['bytea', bytea, 17, 1001],
  ['int8', asNumber, 20, 1016],
  ['int2', asNumber, 21, 1005],
  ['int4', asNumber, 23, 1007],
  ['text', asText, 25, 1009],
  ['oid', asNumber, 26, 1028],
  ['json', asJson, 114, 199],
  ['float4', asNumber, 700, 1021],
  ['float8', asNumber, 701, 1022],
  ['bpchar', asText, 1042, 1014],
  ['varchar', asText, 1043, 1015],
  ['date', asText, 1082, 1182],
  ['timestamp', asText, 1114, 1115],
  ['timestamptz', parseTimestamp as Parse, 1184, 1185],
  ['numeric', asNumber, 1700, 1231],
  ['uuid', asText, 2950, 2951],
  ['jsonb', asJson, 3802, 3807],
]

const parsers = new Map<number, Parse>(
  known.flatMap(([, parse, oid, arrayOid]) => [[oid, parse] as const, [arrayOid, arrayOf(parse)] as const]),
)

/** How both engines' answers become JavaScript values; given to every `pg` client. */
export const types = {
  getTypeParser: (oid: number): Parse => parsers.get(oid) ?? asText,
} as unknown as CustomTypesConfig

/** Parameters as `pg` is to bind them: a Date in ISO form (it would print local time), the rest as it does. */
export function bindable(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => (value instanceof Date ? value.toISOString() : value))
}
