import { foldCase } from './values/case-folding.ts'
import { buildSortKey } from './values/sort-keys.ts'

/** Returns the form in which texts are searched and compared: NFC with the case folded, of any length. */
export const fold = (text: string): string => foldCase(streamSafe(text))

/**
 * Returns the lookup form of a profile's email address: NFC and lower case. Case folding would merge two mailboxes, such
 * as `straße@…` and `strasse@…`.
 */
export const foldAddress = (address: string): string =>
  streamSafe(address).normalize('NFC').toLowerCase().replaceAll('ς', 'σ')

/** Returns the key by which names and titles are sorted. */
export const sortKey = (text: string): string => buildSortKey(fold(text))

/** Returns the key of a unique name: it sorts like `sortKey` and differs for texts that differ after folding. */
export const uniqueKey = (name: string): string => buildSortKey(fold(name), Infinity)

const mark = /\p{M}/u
/** It is tried at the first mark of a run alone, so that the time it takes grows with the text and no faster. */
const longRun = /(?<!\p{M})\p{M}{31}/u

/**
 * Whether more than 30 combining marks follow one another, as no language needs (UAX #15, stream-safe text). To compose
 * such a text takes time that grows with the square of the run, so none is taken in.
 */
export function hasLongRun(text: string): boolean {
  // Of any 31 places in a row a run this long covers one, so every 31st place is looked at, and the whole text only
  // when one of them holds a mark.
  for (let place = 30; place < text.length; place += 31) {
    // No mark comes before U+0300. The neighbours are looked at too, since a place may be one half of a surrogate pair.
    if (text.charCodeAt(place) >= 0x300 && mark.test(text.slice(place - 1, place + 2)))
      return longRun.test(text)
  }
  return false
}

/**
 * A text in which U+034F breaks every long run of marks (UAX #15, stream-safe process): some were stored before such
 * texts were refused.
 */
const streamSafe = (text: string): string =>
  hasLongRun(text) ? text.replace(/(\p{M}{30})(?=\p{M})/gu, '$1\u034f') : text

/** A literal for LIKE with the default escape: `\`, `%` and `_` match themselves. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it stands in HTML, between tags or in the quotes of an attribute. */
export const escapedHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character]!)

/** A name in ASCII for addresses and usernames: small letters and digits, one dash between words; may be empty. */
export const slugOf = (text: string): string =>
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
const visible =
  /(?![\s\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}])[^]/u

/** Returns whether a text has a visible character, not only spaces, controls, fillers and zero width. */
export const isVisible = (text: string): boolean => visible.test(text)

/** Characters that can't be seen, except the joiners that scripts and emoji are written with. */
const unseen = /(?!\u200c|\u200d|\ufe0f)(?:[\p{Cc}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}|\u2800)/gu

/**
 * A name that a stranger chose, as it is put before people: nothing in it turns the direction of what follows, moves a
 * terminal's cursor or covers the lines around it. What has nothing to see is called unnamed.
 */
export function shownName(text: string): string {
  const seen = text.replace(unseen, ' ').replace(/(\p{M}{3})\p{M}+/gu, '$1')
  return isVisible(seen) ? seen.replace(/\s+/g, ' ').trim() : 'Unnamed app'
}
