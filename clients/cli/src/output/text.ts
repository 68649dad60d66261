/** Matches control characters (which begin escape sequences), bidirectional marks, zero-width characters and tags. */
const unsafe =
  // oxlint-disable-next-line no-control-regex -- Matching control characters is the purpose.
  /[\u034f\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\p{Variation_Selector}\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Letters of the scripts that need zero-width joiners. */
const joiningLetters =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}]'
/** Contexts in which a zero-width character is legitimate: emoji, joining letters, characters with variants. */
const legitimate: [of: RegExp, before: RegExp, after: RegExp][] = [
  [/\u200d/, /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u, /^\p{Extended_Pictographic}/u],
  [/[\u200c\u200d]/, new RegExp(`${joiningLetters}$`, 'u'), new RegExp(`^${joiningLetters}`, 'u')],
  [/[\ufe0e\ufe0f]/, /\p{Emoji}$/u, /^/],
  [/[\ufe00-\ufe0d]/, /[\p{sc=Han}\p{Sm}]$/u, /^/],
]
const isLegitimate = (text: string, at: number, found: string): boolean =>
  legitimate.some(
    ([of, before, after]) =>
      of.test(found) && before.test(text.slice(Math.max(0, at - 2), at)) && after.test(text.slice(at + 1, at + 3)),
  )

/** Matches leading combining marks, which would attach to the preceding output. */
const leadingMarks = /^\p{M}+/u

/** Escapes characters of untrusted text that could control a terminal or be invisible; `lines` allows newlines. */
export const escapeControls = (text: string, { lines = false } = {}): string =>
  text
    .replace(leadingMarks, (marks) => Array.from(marks, escape).join(''))
    .replaceAll(unsafe, (found, at: number, whole: string) =>
      (lines && found === '\n') || isLegitimate(whole, at, found) ? found : escape(found),
    )

const escape = (found: string): string => named[found] ?? `\\u{${found.codePointAt(0)!.toString(16)}}`

/** Serializes to JSON with the characters that `visible` escapes written as `\u` escapes. */
export const toSafeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(unsafe, (found, at: number, whole: string) =>
    found === '\n' || isLegitimate(whole, at, found)
      ? found
      : Array.from({ length: found.length }, (_, index) => unit(found.charCodeAt(index))).join(''),
  )

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`

/** Matches East Asian wide and fullwidth characters and emoji, which take two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u
const zeroWidth = /^[\p{Mn}\p{Me}\u200d]+$/u
const plain = /^[\u0020-\u007e]*$/

let segmenter: Intl.Segmenter | undefined
const graphemes = (text: string) =>
  [...(segmenter ??= new Intl.Segmenter()).segment(text)].map(({ segment }) => segment)

const graphemeWidth = (grapheme: string): number => (zeroWidth.test(grapheme) ? 0 : wide.test(grapheme) ? 2 : 1)

/** Counts the terminal columns of a text. */
export function measureWidth(text: string): number {
  if (plain.test(text)) return text.length
  return graphemes(text).reduce((sum, one) => sum + graphemeWidth(one), 0)
}

/** Truncates a text with an ellipsis, or pads it with spaces, to a number of columns. */
export function fitWidth(text: string, columns: number): string {
  const has = measureWidth(text)
  if (has <= columns) return text + ' '.repeat(columns - has)
  let result = ''
  let used = 0
  for (const one of graphemes(text)) {
    const next = graphemeWidth(one)
    if (used + next > columns - 1) break
    result += one
    used += next
  }
  return `${result}…${' '.repeat(Math.max(0, columns - 1 - used))}`
}
