import { foldCase } from './case-folding.ts'
import { buildSortKey } from './sort-keys.ts'

/** Normalizes text of any length for search and comparison: NFC with case folding. */
export const normalizeForSearch = (text: string): string => foldCase(breakLongRuns(text))

/**
 * Returns the lookup form of a profile's email address: NFC and lower case. Case folding would merge two mailboxes, such
 * as `straße@…` and `strasse@…`.
 */
export const toEmailLookupKey = (address: string): string =>
  breakLongRuns(address).normalize('NFC').toLowerCase().replaceAll('ς', 'σ')

export const toSortKey = (text: string): string => buildSortKey(normalizeForSearch(text))

/** Returns the key of a unique name: it sorts like `toSortKey` and differs for texts that differ after folding. */
export const toUniqueKey = (name: string): string => buildSortKey(normalizeForSearch(name), Infinity)

const MARK = /\p{M}/u
/** Matches only at the first mark of a run, which keeps the time linear. */
const LONG_RUN = /(?<!\p{M})\p{M}{31}/u

/**
 * Returns whether more than 30 combining marks follow one another (UAX #15, stream-safe text). Such text is rejected,
 * since composing it takes quadratic time.
 */
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

/** Escapes text for LIKE with the default escape character. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const HTML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and quoted attributes. */
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

/**
 * Matches a visible character. Characters unknown to the runtime's Unicode version count as visible; combining marks and
 * blank letters and symbols do not.
 */
const VISIBLE =
  /(?![\s\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}])[^]/u

/** Returns whether a text has a visible character, not only spaces, controls, fillers and zero width. */
export const hasVisibleCharacter = (text: string): boolean => VISIBLE.test(text)

/** Matches invisible characters except the joiners of scripts and emoji. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0f)(?:[\p{Cc}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}|\u2800)/gu

/**
 * Sanitizes an untrusted name for display: no direction overrides, terminal controls or stacked marks. Returns
 * `Unnamed app` if nothing visible is left.
 */
export function sanitizeName(text: string): string {
  const visibleText = text.replace(INVISIBLE, ' ').replace(/(\p{M}{3})\p{M}+/gu, '$1')
  return hasVisibleCharacter(visibleText) ? visibleText.replace(/\s+/g, ' ').trim() : 'Unnamed app'
}
