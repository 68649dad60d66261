import { domainToUnicode } from 'node:url'
import { foldCase } from './case-folding.ts'
import { buildSortKey } from './sort-keys.ts'

export const normalizeForSearch = (text: string): string => foldCase(breakLongRuns(text))

/** Does not fold case, which would merge two mailboxes, such as `straße@…` and `strasse@…`. */
export const toEmailLookupKey = (address: string): string =>
  breakLongRuns(address).normalize('NFC').toLowerCase().replaceAll('ς', 'σ')

/** Returns the lookup keys by which profiles may store an address: with an ASCII and a Unicode domain. */
export function listEmailKeys(address: string): string[] {
  const at = address.lastIndexOf('@') + 1
  return [toEmailLookupKey(address), toEmailLookupKey(address.slice(0, at) + domainToUnicode(address.slice(at)))]
}

export const toSortKey = (text: string): string => buildSortKey(normalizeForSearch(text))

/** Returns the key of a unique name: it sorts like `toSortKey` and differs for texts that differ after folding. */
export const toUniqueKey = (name: string): string => buildSortKey(normalizeForSearch(name), Infinity)

const MARK = /\p{M}/u
/** Matches only at the first mark of a run, which keeps the time linear. */
const LONG_RUN = /(?<!\p{M})\p{M}{31}/u

/** Finds more than 30 successive marks (UAX #15, stream-safe text), which take quadratic time to compose. */
export function hasLongMarkRun(text: string): boolean {
  // A run of 31 covers every 31st index, so only these are checked before the whole text is.
  for (let index = 30; index < text.length; index += 31) {
    // No mark precedes U+0300. Checks the neighbors too: the index may be half of a surrogate pair.
    if (text.charCodeAt(index) >= 0x300 && MARK.test(text.slice(index - 1, index + 2))) return LONG_RUN.test(text)
  }
  return false
}

/** Breaks long runs of marks by U+034F (UAX #15, stream-safe process), for text stored before they were rejected. */
const breakLongRuns = (text: string): string =>
  hasLongMarkRun(text) ? text.replace(/(\p{M}{30})(?=\p{M})/gu, '$1\u034f') : text

const HTML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => HTML_ENTITIES[character]!)

/** Converts a name to ASCII lower case letters, digits and dashes, for URLs and usernames; may return an empty string. */
export const toSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '')

/** Visible characters, with those unknown to the runtime's Unicode, without combining marks and blanks. */
const VISIBLE =
  /(?![\s\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}])[^]/u

export const hasVisibleCharacter = (text: string): boolean => VISIBLE.test(text)

const INVISIBLE = /(?!\u200c|\u200d|\ufe0f)(?:[\p{Cc}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}|\u2800)/gu

/** Removes direction overrides, terminal controls and stacked marks. Returns `Unnamed app` if nothing is left. */
export function sanitizeName(text: string): string {
  const visibleText = text.replace(INVISIBLE, ' ').replace(/(\p{M}{3})\p{M}+/gu, '$1')
  return hasVisibleCharacter(visibleText) ? visibleText.replace(/\s+/g, ' ').trim() : 'Unnamed app'
}
