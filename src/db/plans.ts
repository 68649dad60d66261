/** Beyond this many texts, statements go unnamed: each name holds a plan in the memory of every connection. */
const bound = 500
const names = new Map<string, string>()
let last = 0

/**
 * The name under which PostgreSQL keeps the plan of this text; undefined: planned anew each time, with the actual
 * values. A text that starts with the comment custom asks for the latter.
 */
export function planName(text: string): string | undefined {
  const name = names.get(text)
  if (name !== undefined) return name
  if (names.size >= bound || text.startsWith('/*custom*/')) return undefined
  const fresh = `s${++last}`
  names.set(text, fresh)
  return fresh
}

/** After a migration changed the columns of a kept plan: gives every text a new name, on every connection. */
export function forgetPlans(): void {
  names.clear()
}
