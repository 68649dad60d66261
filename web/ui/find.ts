/** Removes case and accents to compare typed text with names; upper-casing turns `ß` into `ss`. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()

/**
 * How well what was typed fits a text; 0: not at all. The beginning counts most, then the beginning of a word, then
 * anything within, then the letters in their order.
 */
export function fits(typed: string, text: string): number {
  const needle = fold(typed).trim()
  if (!needle) return 1
  const hay = fold(text)
  const at = hay.indexOf(needle)
  if (at === 0) return hay.length === needle.length ? 6 : 5
  if (at > 0 && /[\s/._-]/.test(hay[at - 1]!)) return 4
  const words = needle.split(/\s+/)
  if (words.length > 1 && words.every((word) => hay.includes(word))) return 3
  if (at > 0) return 2
  return needle.length > 1 && inOrder(needle, hay) ? 1 : 0
}

function inOrder(needle: string, hay: string): boolean {
  let from = 0
  for (const letter of needle) {
    const at = hay.indexOf(letter, from)
    // Letters far apart are chance.
    if (at < 0 || (from > 0 && at - from > 4)) return false
    from = at + 1
  }
  return true
}

/** What fits, best first; as it was where two fit alike. */
export function find<T>(typed: string, rows: readonly T[], textOf: (row: T) => string): T[] {
  if (!typed.trim()) return [...rows]
  const found: { row: T; score: number }[] = []
  for (const row of rows) {
    const score = fits(typed, textOf(row))
    if (score > 0) found.push({ row, score })
  }
  return found.sort((a, b) => b.score - a.score).map(({ row }) => row)
}
