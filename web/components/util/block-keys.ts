/** Time for which keys stay blocked after a layer failed to open. */
const COOLDOWN_MS = 1000

const pending = new Set<symbol>()
let blockedUntil = 0

/** Blocks keys while a layer opens. The returned function ends it; after a failure, once typing pauses. */
export function blockKeys(): (isOpen: boolean) => void {
  const token = Symbol('opening')
  pending.add(token)
  return (isOpen) => {
    if (pending.delete(token) && !isOpen) blockedUntil = performance.now() + COOLDOWN_MS
  }
}

export function unblockKeys(): void {
  pending.clear()
  blockedUntil = 0
}

export function isKeyBlocked(key: string): boolean {
  const now = performance.now()
  const isBlocked = pending.size > 0 || now <= blockedUntil
  if (isBlocked && key === 'Escape') unblockKeys()
  else if (isBlocked) blockedUntil = Math.max(blockedUntil, pending.size > 0 ? 0 : now + COOLDOWN_MS)
  return isBlocked
}
