/** Lower case letters that full case folding (CaseFolding.txt, C + F) changes, such as `ß` to `ss`. */
const FOLDED_LETTERS =
  '\u00b5\u00df\u0149\u017f\u01f0\u0345\u0390\u03b0\u03c2\u03d0\u03d1\u03d5\u03d6\u03f0\u03f1\u03f5\u0587\u1c80-\u1c88' +
  '\u1e96-\u1e9b\u1f50\u1f52\u1f54\u1f56\u1f80-\u1f87\u1f90-\u1f97\u1fa0-\u1fa7\u1fb2-\u1fb4\u1fb6\u1fb7\u1fbe' +
  '\u1fc2-\u1fc4\u1fc6\u1fc7\u1fd2\u1fd3\u1fd6\u1fd7\u1fe2-\u1fe4\u1fe6\u1fe7\u1ff2-\u1ff4\u1ff6\u1ff7' +
  '\ufb00-\ufb06\ufb13-\ufb17'

const SPECIAL = new RegExp(`[${FOLDED_LETTERS}]|i\u0307`, 'g')

/** Matches, in PostgreSQL too, the lower case characters that case folding changes. */
export const UNFOLDED_PATTERN = SPECIAL.source

/** Drops the second dot of a small İ, with which `istanbul` would not find `İSTANBUL`. */
const foldSpecial = (match: string): string => (match === 'i\u0307' ? 'i' : match.toUpperCase().toLowerCase())

// oxlint-disable-next-line no-control-regex -- Matches the ASCII range.
const ASCII = /^[\0-\x7f]*$/

/** Returns a text in NFC with its case folded; Cherokee, unlike in CaseFolding.txt, to lower case. */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFC').toLowerCase().replace(SPECIAL, foldSpecial).normalize('NFC')
}
