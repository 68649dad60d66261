/** Makes texts recognizable that are translatable: accents, 40 % longer, from right to left. */

const accents: Record<string, string> = Object.fromEntries(
  [...'aeiouycnszAEIOUYCNSZ'].map((letter, at) => [letter, [...'àéîõûýçñšžÀÉÎÕÛÝÇÑŠŽ'][at]!]),
)
/** Makes an element with `dir="auto"` run from right to left. */
const RIGHT_TO_LEFT_MARK = '\u200f'

/** Breaks into lines as words do. */
const padding = '······ '.repeat(100)

const stretch = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => accents[letter] ?? letter) + padding.slice(0, Math.ceil(text.length * 0.4))

/** Changes a text, except the values in it. */
function toPseudo(text: string, values: readonly string[]): string {
  const shown = values.filter((value) => value !== '' && text.includes(value)).toSorted((a, b) => b.length - a.length)
  const [value] = shown
  const changed = value === undefined ? stretch(text) : text.split(value).map((part) => toPseudo(part, shown.slice(1)))
  return typeof changed === 'string' ? changed : changed.join(value)
}

const mark = (text: string): string => (text.trim() === '' ? text : RIGHT_TO_LEFT_MARK + text)

function translateValue(value: unknown, values: readonly string[] = []): unknown {
  if (typeof value === 'string') return mark(toPseudo(value, values))
  if (typeof value === 'function')
    return (...args: unknown[]) => translateValue((value as (...args: unknown[]) => unknown)(...args), args.map(String))
  if (Array.isArray(value)) return value.map((one) => translateValue(one, values))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, translateValue(one, values)]))
  return value
}

export const translate = <T>(english: T): T => translateValue(english) as T
