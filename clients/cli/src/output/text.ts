/**
 * What can steer a terminal or hide from the reader: control characters (escape sequences begin with one), marks that
 * turn the direction of text, characters without a width, tags and variation selectors.
 */
const steering =
  // oxlint-disable-next-line no-control-regex -- They are what this is about.
  /[\u034f\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\p{Variation_Selector}\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Letters of the scripts in which a joiner says how they are written. */
const joined =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}]'
/** Where what has no width by itself belongs: in emoji, in letters that join, behind a character that has variants. */
const belonging: [of: RegExp, before: RegExp, after: RegExp][] = [
  [/\u200d/, /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u, /^\p{Extended_Pictographic}/u],
  [/[\u200c\u200d]/, new RegExp(`${joined}$`, 'u'), new RegExp(`^${joined}`, 'u')],
  [/[\ufe0e\ufe0f]/, /\p{Emoji}$/u, /^/],
  [/[\ufe00-\ufe0d]/, /[\p{sc=Han}\p{Sm}]$/u, /^/],
]
const belongs = (text: string, at: number, found: string): boolean =>
  belonging.some(
    ([of, before, after]) =>
      of.test(found) &&
      before.test(text.slice(Math.max(0, at - 2), at)) &&
      after.test(text.slice(at + 1, at + 3)),
  )

/** A mark at the beginning would stand upon what is printed before. */
const withoutLetter = /^\p{M}+/u

/** Text of others for a terminal: what would steer it or hide is shown as an escape. `lines` leaves newlines. */
export const visible = (text: string, { lines = false } = {}): string =>
  text
    .replace(withoutLetter, (marks) => Array.from(marks, escape).join(''))
    .replaceAll(steering, (found, at: number, whole: string) =>
      (lines && found === '\n') || belongs(whole, at, found) ? found : escape(found),
    )

const escape = (found: string): string => named[found] ?? `\\u{${found.codePointAt(0)!.toString(16)}}`

/** JSON that says the same and is harmless on a terminal too. */
export const harmlessJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(steering, (found, at: number, whole: string) =>
    found === '\n' || belongs(whole, at, found)
      ? found
      : Array.from({ length: found.length }, (_, index) => unit(found.charCodeAt(index))).join(''),
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
