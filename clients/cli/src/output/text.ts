/**
 * What can steer a terminal or hide from the reader: control characters (escape sequences begin with one), marks that
 * turn the direction of text, characters without a width, tags and variation selectors beyond the first sixteen.
 */
const steering =
  // oxlint-disable-next-line no-control-regex -- They are what this is about.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Text of others for a terminal: what would steer it or hide is shown as an escape. `lines` leaves newlines. */
export const visible = (text: string, { lines = false } = {}): string =>
  text.replaceAll(steering, (found) => (lines && found === '\n' ? found : escape(found)))

const escape = (found: string): string => named[found] ?? `\\u{${found.codePointAt(0)!.toString(16)}}`

/** JSON that says the same and is harmless on a terminal too. */
export const harmlessJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(steering, (found) =>
    found === '\n' ? found : [...Array(found.length).keys()].map((at) => unit(found.charCodeAt(at))).join(''),
  )

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`

/** East Asian wide and fullwidth blocks, and emoji: two columns on a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u
const nothing = /^[\p{Mn}\p{Me}\u200d]+$/u
const plain = /^[\u0020-\u007e]*$/

let segmenter: Intl.Segmenter | undefined
const graphemes = (text: string) =>
  [...(segmenter ??= new Intl.Segmenter()).segment(text)].map(({ segment }) => segment)

const widthOf = (grapheme: string): number => (nothing.test(grapheme) ? 0 : wide.test(grapheme) ? 2 : 1)

/** The columns that text takes on a terminal. */
export function width(text: string): number {
  if (plain.test(text)) return text.length
  return graphemes(text).reduce((sum, one) => sum + widthOf(one), 0)
}

/** Text made to fit into some columns: cut with an ellipsis, or filled with spaces. */
export function fitted(text: string, columns: number): string {
  const has = width(text)
  if (has <= columns) return text + ' '.repeat(columns - has)
  let kept = ''
  let taken = 0
  for (const one of graphemes(text)) {
    const next = widthOf(one)
    if (taken + next > columns - 1) break
    kept += one
    taken += next
  }
  return `${kept}…${' '.repeat(Math.max(0, columns - 1 - taken))}`
}
