/** Minimum length of names compared by distance; shorter ones are compared only case-insensitively. */
const MIN_LENGTH = 4
const LONG_LENGTH = 8

/** Returns the known name that `name` misspells or writes in another case; else undefined. */
export function findClosestName(name: string, known: Iterable<string>): string | undefined {
  const folded = normalizeName(name)
  let closest: { name: string; mistakes: number } | undefined
  for (const one of known) {
    const other = normalizeName(one)
    const maxMistakes = other.length < MIN_LENGTH ? 0 : other.length < LONG_LENGTH ? 1 : 2
    if (Math.abs(folded.length - other.length) > maxMistakes) continue
    const mistakes = countMistakes(folded, other)
    if (mistakes <= maxMistakes && mistakes < (closest?.mistakes ?? Infinity)) closest = { name: one, mistakes }
  }
  return closest?.name
}

const normalizeName = (name: string): string => name.toLowerCase().replaceAll('-', '_')

/** Counts insertions, deletions, substitutions and swaps of neighbors (optimal string alignment distance). */
function countMistakes(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, substituted)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return last[b.length]!
}
