/** The form in which names and titles are compared and sorted: NFC, lower case, at most 200 code points. */
export function sortKey(text: string): string {
  const folded = fold(text)
  return folded.length <= 200 ? folded : [...folded].slice(0, 200).join('')
}

/** The form in which texts are searched and compared: NFC and lower case, of any length. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ')

/** A literal for LIKE with the default escape: `\`, `%` and `_` match themselves. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A name in ASCII for addresses and usernames: small letters and digits, one dash between words; may be empty. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '')

/** What cannot be seen, but for the joiners that scripts and emoji are written with. */
const unseen = /(?!\u200c|\u200d|\ufe0f)(?:[\p{Cc}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}|\u2800)/gu

/**
 * A name that a stranger chose, as it is put before people: nothing in it turns the direction of what follows, moves a
 * terminal's cursor or covers the lines around it. What has nothing to see is called unnamed.
 */
export function shownName(text: string): string {
  const seen = text.replace(unseen, ' ').replace(/(\p{M}{3})\p{M}+/gu, '$1')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(seen) ? seen.replace(/\s+/g, ' ').trim() : 'Unnamed app'
}
