interface Hunk {
  /** Range of the base that the lines replace; empty for an insertion. */
  from: number
  to: number
  lines: string[]
}

/** Maximum size of the comparison table. Texts that differ in more lines are not merged. */
const MAX_CELLS = 4_000_000

/** Merges two changes of a text by lines. Returns undefined where both changed the same lines. */
export function mergeLines(base: string, mine: string, theirs: string): string | undefined {
  const lines = base.split('\n')
  const ours = diffLines(lines, mine.split('\n'))
  const others = diffLines(lines, theirs.split('\n'))
  if (!ours || !others) return undefined
  const hunks = [...ours, ...others.filter((one) => !ours.some((hunk) => isSame(hunk, one)))]
  hunks.sort((a, b) => a.from - b.from || a.to - b.to)
  const merged: string[] = []
  let at = 0
  let previous: Hunk | undefined
  for (const hunk of hunks) {
    if (previous && overlaps(previous, hunk)) return undefined
    merged.push(...lines.slice(at, hunk.from), ...hunk.lines)
    at = hunk.to
    previous = hunk
  }
  return [...merged, ...lines.slice(at)].join('\n')
}

const isSame = (a: Hunk, b: Hunk): boolean =>
  a.from === b.from && a.to === b.to && a.lines.join('\n') === b.lines.join('\n')

/** Returns whether two hunks in order change the same lines, or insert at the same position. */
const overlaps = (a: Hunk, b: Hunk): boolean => b.from < a.to || (b.from === a.from && b.to === a.to)

function diffLines(base: readonly string[], other: readonly string[]): Hunk[] | undefined {
  const least = Math.min(base.length, other.length)
  let start = 0
  while (start < least && base[start] === other[start]) start++
  let end = 0
  while (end < least - start && base.at(-1 - end) === other.at(-1 - end)) end++
  const before = base.slice(start, base.length - end)
  const after = other.slice(start, other.length - end)
  return before.length * after.length > MAX_CELLS ? undefined : findHunks(before, after, start)
}

function findHunks(before: readonly string[], after: readonly string[], start: number): Hunk[] {
  const common = countCommonLines(before, after)
  const hunks: Hunk[] = []
  let open: Hunk | undefined
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (i < before.length && before[i] === after[j]) {
      open = undefined
      i++
      j++
      continue
    }
    if (!open) hunks.push((open = { from: start + i, to: start + i, lines: [] }))
    if (i === before.length || (j < after.length && common[i]![j + 1]! >= common[i + 1]![j]!))
      open.lines.push(after[j++]!)
    else open.to = start + ++i
  }
  return hunks
}

/** Returns the length of the longest common subsequence from each pair of positions on. */
function countCommonLines(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      rows[i]![j] = before[i] === after[j] ? rows[i + 1]![j + 1]! + 1 : Math.max(rows[i + 1]![j]!, rows[i]![j + 1]!)
  return rows
}
