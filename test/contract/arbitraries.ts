import {
  array,
  boolean,
  constant,
  constantFrom,
  dictionary,
  double,
  integer,
  jsonValue,
  oneof,
  record,
  string,
  tuple,
  uint8Array,
  type Arbitrary,
} from 'fast-check'
import { boundary, encodeForm, encodePart, Upload } from '../support/form.ts'

/** Generators of invalid input and edge cases. */

type Schema = Record<string, unknown>

const buildNested = (depth: number): unknown => (depth === 0 ? 'x' : { a: [buildNested(depth - 1)] })

/** Texts that have broken programs before. */
const texts: Arbitrary<string> = oneof(
  constantFrom('\0', 'a\0b', '\uD800', 'x\uDC00y', ' '),
  constantFrom(
    '',
    ' ',
    '\t\n',
    '\0',
    'a\0b',
    '\uD800',
    'x\uDC00y',
    '\uFEFF',
    '\u202E',
    '𝕏👩‍👩‍👧',
    'Å',
    'A\u030A',
    'İ',
    'ß',

    "'",
    '"',
    '\\',
    '%',
    '_',
    '*',
    '$1',
    '${1}',
    '`',
    ';--',
    "' or 1=1",
    '{}',
    '[]',
    '(((',
    'null',
    'undefined',
    'NaN',

    '__proto__',
    'constructor',
    'toString',
    '..',
    '../../x',
    '/',
    '%2e%2e',
    '<img src=x onerror=1>',
    '=1+1',
    '@x',
    ',',
    '0',
    '-1',
    '1e309',
    '9007199254740993',
    '0x10',
    '１',
    'true',
    'on',
    'me',
    '__none__',
    '__unfiled__',

    '2026-02-30',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '10000-01-01',
    '2026-11-20',
    '20261120',
    '-2026-01-01',

    '2026-11-20T24:00:00Z',
    '2026-11-20T10:00:00',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59-23:59',
    '2026-11-20T10:00:60Z',
    '2026-11-20t10:00:00.123456789z',
    '2026-11-20T10:00:00+99:99',

    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    '{12345678-1234-1234-1234-123456789012}',

    'T0000000000000000',
    'P0000000000000000',
    'a@b',
    'a@b.c',
    'http://',
    'https://user:pass@x',
    'javascript:alert(1)',
  ),
  string({ unit: 'binary', maxLength: 40 }),
  string({ unit: 'grapheme', maxLength: 40 }),
  constantFrom(100, 120, 121, 200, 201, 255, 256, 500, 501, 2000, 2001, 3000, 20_000).map((n) => 'x'.repeat(n)),
  constantFrom(120, 200, 500, 1000).map((n) => '😀'.repeat(n)),
)

const numbers = oneof(
  constantFrom(0, -0, -1, 1, 0.5, 1e308, -1e308, 5e-324, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e21),
  double({ noNaN: true, noDefaultInfinity: true }),
  integer(),
)

export const anyValue: Arbitrary<unknown> = oneof(
  texts,
  numbers,
  constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [null],
    [[]],
    [{}],
    { a: null },
    ['x', 'x'],
    buildNested(3),
    buildNested(40),
  ),
  array(texts, { maxLength: 4 }),
  constantFrom(201, 1001, 5000).map((n) => Array.from({ length: n }, (_, i) => `x${i}`)),
  jsonValue({ maxDepth: 3 }),
)

/** Generates values of a schema with its edge cases, and sometimes others. */
export function generateValue(schema: Schema): Arbitrary<unknown> {
  const types = [schema.type ?? 'object'].flat() as string[]
  const kinds = types.map((type) => generateType(type, schema))
  return oneof({ weight: 6, arbitrary: oneof(...kinds) }, { weight: 2, arbitrary: anyValue })
}

function generateType(type: string, schema: Schema): Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return constantFrom(...schema.enum)
  if (type === 'null') return constant(null)
  if (type === 'boolean') return boolean()
  if (type === 'integer') return oneof(integer(), constantFrom(0, 1, 2 ** 31, 2 ** 53, -(2 ** 31) - 1))
  if (type === 'number') return numbers
  if (type === 'array') return array(generateValue((schema.items ?? {}) as Schema), { maxLength: 5 })
  if (type === 'object') return schema.properties ? generateBody(schema) : dictionary(texts, anyValue, { maxKeys: 4 })
  return oneof(texts, generateText(schema))
}

/** Generates texts up to one character beyond the limit of the schema. */
function generateText(schema: Schema): Arbitrary<string> {
  const max = Math.min((schema.maxLength as number | undefined) ?? 100, 20_000)
  const least = (schema.minLength as number | undefined) ?? 0
  return constantFrom(...new Set([least, max, max + 1])).map((n) => 'y'.repeat(n))
}

export function generateBody(schema: Schema): Arbitrary<object> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  return record(Object.fromEntries(properties.map(([name, property]) => [name, generateValue(property)])), {
    requiredKeys: [],
  })
}

/** Generates objects with a single property, so that the rest of the call stays valid. */
export function generateOneField(schema: Schema): Arbitrary<object> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  return oneof(...properties.map(([name, property]) => record({ [name]: generateValue(property) })))
}

/** Invalid or almost invalid JSON. */
export const rawBodies: Arbitrary<Uint8Array | string> = oneof(
  constantFrom(
    '',
    ' ',
    '{',
    '{"a":',
    '[',
    '"',
    'nul',
    '{"a":1,}',
    "{'a':1}",
    '\uFEFF{}',
    '{}{}',
    '1e999',
    '-',
    '{"a":1e999}',
    '{"__proto__":{"admin":true}}',
    '{"a":1,"a":2}',
    '{"name":"a","name":["b"]}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"\\u0000":1}',
    '{"name":"\\u0000"}',
    '{"name":"\\ud800"}',
    '"\\ud83d"',
    `${'['.repeat(5000)}`,
    `{"a":"${'x'.repeat(1_100_000)}"}`,
  ),
  constantFrom([0xff], [0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d], [0xed, 0xa0, 0x80], [0]).map((bytes) =>
    Uint8Array.from(bytes),
  ),
  uint8Array({ maxLength: 60 }),
)

/** Invalid or almost invalid forms: bad names, missing bodies, a broken boundary, an early end. */
export const rawForms: Arbitrary<Uint8Array> = tuple(
  array(
    oneof(
      tuple(texts, texts).map(([name, value]) => encodePart(name, value)),
      tuple(texts, texts).map(([name, type]) => encodePart('file', new Upload('x', name, type))),
      constantFrom('task_id', 'title', 'is_inline', 'file').map((name) => encodePart(name, 'x')),
      texts.map((head) => Buffer.from(`--${boundary}\r\n${head}\r\n\r\nx\r\n`)),
      rawBodies.map((bytes) => Buffer.from(bytes as Uint8Array)),
    ),
    { maxLength: 4 },
  ),
  oneof(constant(0), integer({ min: 0, max: 60 })),
).map(([parts, cut]) => {
  const whole = encodeForm(...parts)
  return whole.subarray(0, whole.length - cut)
})

export const queryValues: Arbitrary<string | string[]> = oneof(
  { weight: 4, arbitrary: texts },
  { weight: 1, arbitrary: array(texts, { minLength: 2, maxLength: 3 }) },
)

export const headerValues: Arbitrary<string> = oneof(
  constantFrom(
    '',
    '*',
    '"',
    '"1',
    'W/"1-x"',
    '"1-x", "2-y"',
    '"99999999999999999999-x"',
    ',',
    ';q=',
    'text/csv;q=0,*/*',
    'a'.repeat(300),
  ),
  texts.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '').trim()),
)

export const paths: Arbitrary<string> = texts.filter(
  (text) => !['', '.', '..'].includes(text) && !/[\uD800-\uDFFF]/u.test(text),
)
