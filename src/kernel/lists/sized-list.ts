/** The most items one statement takes. */
export const mostListed = 256
const sizes = [1, 4, 16, 64, mostListed]

/**
 * A statement with a list at the end of its parameters, from number `first` on, to be written as `IN (list)`. It comes in
 * a few sizes, each a text with a plan of its own: the unknown length of an array would have it planned anew each time.
 * What is left over of a size is filled with the last item, an empty list with null, which changes nothing in an IN.
 */
export function sizedList(first: number, text: (list: string) => string) {
  const texts = sizes.map((size) => text(Array.from({ length: size }, (_, i) => `$${first + i}`).join(', ')))
  return (items: readonly unknown[]): { text: string; values: unknown[] } => {
    const at = sizes.findIndex((size) => size >= items.length)
    if (at < 0) throw new Error(`a list of ${items.length} is longer than ${mostListed}`)
    const filling = items.at(-1) ?? null
    return { text: texts[at]!, values: Array.from({ length: sizes[at]! }, (_, i) => items[i] ?? filling) }
  }
}
