/**
 * Keys whose bytes compare as people expect names to be sorted: `Task 2` before `Task 10`, `Äpfel` beside `Apfel`, signs
 * before digits before letters. An approximation of the root collation with numeric order (UTS #10), for a text whose
 * case is folded: see docs/decisions/0044-keys-that-sort-names.md.
 */

/** Stands between what sorts first and the folded text, which parts what is equal there. No folded text holds it. */
export const keySeparator = '\u0001'

/** Signs of ASCII in the order of the root collation. */
const signs = '_-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~'
const ranks = new Map([...signs].map((sign, rank) => [sign, `!${String.fromCharCode(0x21 + rank)}`]))

/** Letters that are a base letter with a stroke, or two letters in one. */
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
/** й is a letter, not и with an accent. */
const shortI = /и\u0306/g

const plain = /^[a-z ]*$/
const parts = /\p{Nd}+|[^\p{L}\p{M}\p{N} ]|[æœøđðħłŧ\u30a1-\u30f6]/gu

/** The value of a decimal digit of any script. Their blocks of ten begin at 0 or 6 in hexadecimal. */
function digitOf(character: string): number {
  const code = character.codePointAt(0)!
  if (code < 0x80) return code - 0x30
  const first = code & ~0xf
  return /\p{Nd}/u.test(String.fromCodePoint(first)) ? code - first : code - first - 6
}

/** A number as its length and its digits, which sorts by value whatever its length. Longer than 200 digits they mingle. */
function numberKey(found: string): string {
  const digits = Array.from(found, digitOf).join('').replace(/^0+/, '').slice(0, 200)
  return `0${String.fromCharCode(0x40 + digits.length)}${digits}`
}

function partKey(found: string): string {
  if (/^\p{Nd}/u.test(found)) return numberKey(found)
  const known = ranks.get(found) ?? letters[found]
  if (known !== undefined) return known
  if (/[\u30a1-\u30f6]/.test(found)) return String.fromCharCode(found.charCodeAt(0) - 0x60)
  if (/\s/.test(found)) return ' '
  if (/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(found)) return ''
  return `${/\p{P}/u.test(found) ? '"' : /\p{Sc}/u.test(found) ? '$' : '#'}${found}`
}

/** What of a folded text decides first: base letters, the value of numbers, the rank of signs. */
const firstKey = (folded: string): string =>
  folded.normalize('NFKD').replace(shortI, 'й').replace(accents, '').toLowerCase().replace(parts, partKey)

const cut = (text: string, most: number): string =>
  text.length <= most ? text : Array.from(text).slice(0, most).join('')

/** Code points of each half of a key: an entry of an index holds 2,700 bytes at most. */
export const longestHalf = 200

/** Builds the sort key of a folded text, of which `most` code points are held to tell equal ones apart. */
export function buildSortKey(folded: string, most = longestHalf): string {
  if (plain.test(folded)) return cut(folded, most)
  const text = folded.replaceAll(keySeparator, ' ')
  const first = firstKey(text)
  return first === text ? cut(text, most) : `${cut(first, longestHalf)}${keySeparator}${cut(text, most)}`
}
