import { types as pgBuiltin, type CustomTypesConfig } from 'pg'

type Parse = (text: string) => unknown
const parseTextArray = pgBuiltin.getTypeParser(1009 as 25, 'text') as (text: string) => unknown[]
const parseBytea = pgBuiltin.getTypeParser(17, 'text') as Parse

/** Converts `2026-11-20 09:20:13.123+00`, as printed in a UTC session, to `2026-11-20T09:20:13.123Z`. */
function parseTimestamp(text: string): string {
  if (text.charCodeAt(10) === 32) {
    // Branches on the length, since this runs for every timestamp of every row.
    if (text.length === 22 && text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 19)}.000Z`
    if (text.length === 26 && text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  }
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text)
  if (match) return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
  const date = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  // Infinity and years BC stay text.
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

const parseNumber: Parse = (text) => Number(text)
const parseText: Parse = (text) => text
const parseBoolean: Parse = (text) => text === 't'
const parseJson: Parse = (text) => JSON.parse(text) as unknown

const mapNested = (items: unknown[], parse: Parse): unknown[] =>
  items.map((item) => (Array.isArray(item) ? mapNested(item, parse) : item === null ? null : parse(item as string)))

function arrayParser(parse: Parse): Parse {
  if (parse === parseText) return (text) => (text === '{}' ? [] : parseTextArray(text))
  return (text) => (text === '{}' ? [] : mapNested(parseTextArray(text), parse))
}

/** Types with parser, OID and array OID. Others stay text. */
const TYPES: readonly (readonly [name: string, parse: Parse, oid: number, arrayOid: number])[] = [
  ['bool', parseBoolean, 16, 1000],
  ['bytea', parseBytea, 17, 1001],
  ['int8', parseNumber, 20, 1016],
  ['int2', parseNumber, 21, 1005],
  ['int4', parseNumber, 23, 1007],
  ['text', parseText, 25, 1009],
  ['oid', parseNumber, 26, 1028],
  ['json', parseJson, 114, 199],
  ['float4', parseNumber, 700, 1021],
  ['float8', parseNumber, 701, 1022],
  ['bpchar', parseText, 1042, 1014],
  ['varchar', parseText, 1043, 1015],
  ['date', parseText, 1082, 1182],
  ['timestamp', parseText, 1114, 1115],
  ['timestamptz', parseTimestamp as Parse, 1184, 1185],
  ['numeric', parseNumber, 1700, 1231],
  ['uuid', parseText, 2950, 2951],
  ['jsonb', parseJson, 3802, 3807],
]

const parsers = new Map<number, Parse>(
  TYPES.flatMap(([, parse, oid, arrayOid]) => [[oid, parse] as const, [arrayOid, arrayParser(parse)] as const]),
)

export const pgTypes = {
  getTypeParser: (oid: number): Parse => parsers.get(oid) ?? parseText,
} as unknown as CustomTypesConfig

/** Converts parameters for `pg`: dates to ISO form, since it would print local time. */
export function toBindValues(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => (value instanceof Date ? value.toISOString() : value))
}
