/** Sort keys that compare bytewise in natural order: see docs/decisions/0024-sort-names-by-stored-keys.md. */

/** Separates the primary key from the folded text, which orders names of equal primary keys. */
export const KEY_SEPARATOR = '\u0001'

const SIGNS = '_-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~'
const RANKS = new Map([...SIGNS].map((sign, rank) => [sign, `!${String.fromCharCode(0x21 + rank)}`]))

const LETTERS: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
}

const ACCENTS = /\p{Script=Inherited}+/gu
/** Matches й, a letter of its own, not и with an accent. */
const SHORT_I = /и\u0306/g

const PLAIN = /^[a-z ]*$/
const PARTS = /\p{Nd}+|[^\p{L}\p{M}\p{N} ]|[æœøđðħłŧ\u30a1-\u30f6]/gu

/** Returns the value of a decimal digit of any script. Blocks of ten begin at 0 or 6 in hexadecimal. */
function toDigit(character: string): number {
  const code = character.codePointAt(0)!
  if (code < 0x80) return code - 0x30
  const first = code & ~0xf
  return /\p{Nd}/u.test(String.fromCodePoint(first)) ? code - first : code - first - 6
}

/** Builds the key of a number: its length and its digits, so that it sorts by value, up to 200 digits. */
function buildNumberKey(match: string): string {
  const digits = Array.from(match, toDigit).join('').replace(/^0+/, '').slice(0, 200)
  return `0${String.fromCharCode(0x40 + digits.length)}${digits}`
}

function buildPartKey(match: string): string {
  if (/^\p{Nd}/u.test(match)) return buildNumberKey(match)
  const known = RANKS.get(match) ?? LETTERS[match]
  if (known !== undefined) return known
  if (/[\u30a1-\u30f6]/.test(match)) return String.fromCharCode(match.charCodeAt(0) - 0x60)
  if (/\s/.test(match)) return ' '
  if (/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(match)) return ''
  return `${/\p{P}/u.test(match) ? '"' : /\p{Sc}/u.test(match) ? '$' : '#'}${match}`
}

const buildPrimaryKey = (folded: string): string =>
  folded.normalize('NFKD').replace(SHORT_I, 'й').replace(ACCENTS, '').toLowerCase().replace(PARTS, buildPartKey)

const truncate = (text: string, max: number): string =>
  text.length <= max ? text : Array.from(text).slice(0, max).join('')

/** Maximum number of code points of each half of a key: an index entry is limited to 2,700 bytes. */
export const MAX_SORT_KEY_HALF_CODE_POINTS = 200

export function buildSortKey(folded: string, max = MAX_SORT_KEY_HALF_CODE_POINTS): string {
  if (PLAIN.test(folded)) return truncate(folded, max)
  const text = folded.replaceAll(KEY_SEPARATOR, ' ')
  const first = buildPrimaryKey(text)
  return first === text
    ? truncate(text, max)
    : `${truncate(first, MAX_SORT_KEY_HALF_CODE_POINTS)}${KEY_SEPARATOR}${truncate(text, max)}`
}
