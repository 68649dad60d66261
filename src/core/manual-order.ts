import { invalid, unknownReference } from './errors.ts'

/** Throws 422 for the first id that is unknown or listed twice. `loc`: path of the list; `what`: noun for an id. */
export function requireListed(
  listed: readonly string[],
  present: readonly string[],
  loc: (string | number)[],
  noun: string,
): void {
  const existing = new Set(present)
  const visited = new Set<string>()
  listed.forEach((id, i) => {
    if (!existing.has(id)) throw unknownReference([...loc, i], noun)
    if (visited.has(id)) throw invalid([...loc, i], `${id} is listed twice.`, 'duplicate')
    visited.add(id)
  })
}

export function requireAllListed(
  listed: readonly string[],
  present: readonly string[],
  loc: (string | number)[],
  noun: string,
): void {
  requireListed(listed, present, loc, noun)
  const listedIds = new Set(listed)
  const missing = present.filter((id) => !listedIds.has(id))
  if (missing.length > 0)
    throw invalid(loc, `must list every ${noun}; ${missing.length} missing, such as ${missing[0]}`, 'missing')
}

/** Reorders the listed ids among the positions they occupy; the others keep their position. */
export function reorderAmongListed(present: readonly string[], listed: readonly string[]): string[] {
  const moved = new Set(listed)
  const next = listed.values()
  return present.map((id) => (moved.has(id) ? next.next().value! : id))
}

/** Inserts or moves an id to a 1-based position; to the end for null. */
export function insertAtPosition(present: readonly string[], id: string, position: number | null): string[] {
  const others = present.filter((other) => other !== id)
  const index = position === null ? others.length : Math.min(position - 1, others.length)
  return [...others.slice(0, index), id, ...others.slice(index)]
}

/** Returns the range between the first and last changed position; undefined if nothing changed. */
export function findChangedRange(before: string[], after: string[]): { before: string[]; after: string[] } | undefined {
  const isDifferent = (id: string, i: number) => id !== before[i]
  const first = after.findIndex(isDifferent)
  if (first < 0) return undefined
  const end = after.findLastIndex(isDifferent) + 1
  return { before: before.slice(first, end), after: after.slice(first, end) }
}
