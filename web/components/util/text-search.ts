/** Removes case and accents to compare typed text with names; upper-casing turns `ß` into `ss`. */
export const normalizeForSearch = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()

/** Scores a match, 0 for none: a prefix of the text first, then of a word, a substring, the letters in order. */
export function scoreMatch(query: string, text: string): number {
  const needle = normalizeForSearch(query).trim()
  if (!needle) return 1
  const haystack = normalizeForSearch(text)
  const at = haystack.indexOf(needle)
  if (at === 0) return haystack.length === needle.length ? 6 : 5
  if (at > 0 && /[\s/._-]/.test(haystack[at - 1]!)) return 4
  const words = needle.split(/\s+/)
  if (words.length > 1 && words.every((word) => haystack.includes(word))) return 3
  if (at > 0) return 2
  return needle.length > 1 && matchesInOrder(needle, haystack) ? 1 : 0
}

function matchesInOrder(needle: string, haystack: string): boolean {
  let from = 0
  for (const letter of needle) {
    const at = haystack.indexOf(letter, from)
    // Letters far apart match by chance.
    if (at < 0 || (from > 0 && at - from > 4)) return false
    from = at + 1
  }
  return true
}

export function rankMatches<T>(query: string, rows: readonly T[], getText: (row: T) => string): T[] {
  if (!query.trim()) return [...rows]
  const found: { row: T; score: number }[] = []
  for (const row of rows) {
    const score = scoreMatch(query, getText(row))
    if (score > 0) found.push({ row, score })
  }
  return found.sort((a, b) => b.score - a.score).map(({ row }) => row)
}
