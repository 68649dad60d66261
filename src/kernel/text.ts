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
