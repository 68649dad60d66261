/*
 * Sort keys that compare bytewise in natural order: `Task 2` before `Task 10`, `Äpfel` beside `Apfel`, signs before digits
 * before letters. An approximation of the root collation with numeric order (UTS #10) for case-folded text: see
 * docs/decisions/0024-sort-names-by-stored-keys.md.
 */

/** Separates the primary key from the folded text, which orders names of equal primary keys. */
export const keySeparator = '\u0001'

/** Signs of ASCII in the order of the root collation. */
const signs = '_-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~'
const ranks = new Map([...signs].map((sign, rank) => [sign, `!${String.fromCharCode(0x21 + rank)}`]))

/** Base letters with a stroke, and ligatures. */
const letters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
}

/** Accents: marks of no script of their own. */
const accents = /\p{Script=Inherited}+/gu
/** Matches й, a letter of its own, not и with an accent. */
const shortI = /и\u0306/g

const plain = /^[a-z ]*$/
const parts = /\p{Nd}+|[^\p{L}\p{M}\p{N} ]|[æœøđðħłŧ\u30a1-\u30f6]/gu

/** Returns the value of a decimal digit of any script. Blocks of ten begin at 0 or 6 in hexadecimal. */
function toDigit(character: string): number {
  const code = character.codePointAt(0)!
  if (code < 0x80) return code - 0x30
  const first = code & ~0xf
  return /\p{Nd}/u.test(String.fromCodePoint(first)) ? code - first : code - first - 6
}

/** Builds the key of a number: its length and its digits, so that it sorts by value, up to 200 digits. */
function buildNumberKey(found: string): string {
  const digits = Array.from(found, toDigit).join('').replace(/^0+/, '').slice(0, 200)
  return `0${String.fromCharCode(0x40 + digits.length)}${digits}`
}

function buildPartKey(found: string): string {
  if (/^\p{Nd}/u.test(found)) return buildNumberKey(found)
  const known = ranks.get(found) ?? letters[found]
  if (known !== undefined) return known
  if (/[\u30a1-\u30f6]/.test(found)) return String.fromCharCode(found.charCodeAt(0) - 0x60)
  if (/\s/.test(found)) return ' '
  if (/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(found)) return ''
  return `${/\p{P}/u.test(found) ? '"' : /\p{Sc}/u.test(found) ? '$' : '#'}${found}`
}

/** Builds the primary key of a folded text: base letters, values of numbers, ranks of signs. */
const buildPrimaryKey = (folded: string): string =>
  folded
    .normalize('NFKD')
    .replace(shortI, 'й')
    .replace(accents, '')
    .toLowerCase()
    .replace(parts, buildPartKey)

const truncate = (text: string, most: number): string =>
  text.length <= most ? text : Array.from(text).slice(0, most).join('')

/** Maximum number of code points of each half of a key: an index entry is limited to 2,700 bytes. */
export const MAX_HALF_CODE_POINTS = 200

/** Builds the sort key of a folded text, with `most` code points of the text behind the primary key. */
export function buildSortKey(folded: string, most = MAX_HALF_CODE_POINTS): string {
  if (plain.test(folded)) return truncate(folded, most)
  const text = folded.replaceAll(keySeparator, ' ')
  const first = buildPrimaryKey(text)
  return first === text
    ? truncate(text, most)
    : `${truncate(first, MAX_HALF_CODE_POINTS)}${keySeparator}${truncate(text, most)}`
}
