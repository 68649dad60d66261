/** Time for which keys stay blocked after a layer failed to open. */
const COOLDOWN_MS = 1000

const pending = new Set<symbol>()
let blockedUntil = 0

/**
 * Blocks keys while a layer is opening, since they are meant for it. Returns a function that ends this; if the layer failed
 * to open, keys stay blocked until typing pauses.
 */
export function blockKeys(): (isOpen: boolean) => void {
  const token = Symbol('opening')
  pending.add(token)
  return (isOpen) => {
    if (pending.delete(token) && !isOpen) blockedUntil = performance.now() + COOLDOWN_MS
  }
}

/** Unblocks the keys, as a click does. */
export function unblockKeys(): void {
  pending.clear()
  blockedUntil = 0
}

/** Returns whether a key is blocked. Escape unblocks the keys. */
export function isKeyBlocked(key: string): boolean {
  const now = performance.now()
  const isBlocked = pending.size > 0 || now <= blockedUntil
  if (isBlocked && key === 'Escape') unblockKeys()
  else if (isBlocked) blockedUntil = Math.max(blockedUntil, pending.size > 0 ? 0 : now + COOLDOWN_MS)
  return isBlocked
}
