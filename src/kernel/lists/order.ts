import { invalid, unknownReference } from '../problem.ts'

/**
 * Requires that a body lists ids of things that are there, each once; 422 at the first that does not hold.
 * `loc`: where the list is; `what`: what the ids are of, in words.
 */
export function requireListed(
  listed: readonly string[],
  present: readonly string[],
  loc: (string | number)[],
  what: string,
): void {
  const known = new Set(present)
  const seen = new Set<string>()
  listed.forEach((id, i) => {
    if (!known.has(id)) throw unknownReference([...loc, i], what)
    if (seen.has(id)) throw invalid([...loc, i], `${id} is listed twice.`, 'duplicate')
    seen.add(id)
  })
}

/** Requires that a body lists all that is there, each once; 422 otherwise. */
export function requireAllListed(
  listed: readonly string[],
  present: readonly string[],
  loc: (string | number)[],
  what: string,
): void {
  requireListed(listed, present, loc, what)
  const named = new Set(listed)
  const missing = present.filter((id) => !named.has(id))
  if (missing.length > 0)
    throw invalid(loc, `List every ${what}: ${missing.length} missing, such as ${missing[0]}.`, 'missing')
}

/**
 * The ids of `present` in a new order: those listed share out, in the order in which they are listed, the places that
 * they hold in it, and the others keep theirs.
 */
export function amongTheirPlaces(present: readonly string[], listed: readonly string[]): string[] {
  const moved = new Set(listed)
  const next = listed.values()
  return present.map((id) => (moved.has(id) ? next.next().value! : id))
}

/** The ids with this one put at a place counted from 1, or moved there; it comes last where no place is given. */
export function atPlace(present: readonly string[], id: string, place: number | null): string[] {
  const others = present.filter((other) => other !== id)
  const index = place === null ? others.length : Math.min(place - 1, others.length)
  return [...others.slice(0, index), id, ...others.slice(index)]
}

/** The part of an order from the first to the last place that changed, before and after; undefined when none did. */
export function changedPart(
  before: string[],
  after: string[],
): { before: string[]; after: string[] } | undefined {
  const differs = (id: string, i: number) => id !== before[i]
  const first = after.findIndex(differs)
  if (first < 0) return undefined
  const end = after.findLastIndex(differs) + 1
  return { before: before.slice(first, end), after: after.slice(first, end) }
}
