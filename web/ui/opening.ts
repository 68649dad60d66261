/** Time for which keys stay blocked after a layer failed to open. */
const quietMs = 1000

const opening = new Set<symbol>()
let heldUntil = 0

/**
 * Blocks keys while a layer is opening, since they are meant for it. Returns a function that ends this; if the layer failed
 * to open, keys stay blocked until typing pauses.
 */
export function holdKeys(): (isOpen: boolean) => void {
  const hold = Symbol('opening')
  opening.add(hold)
  return (isOpen) => {
    if (opening.delete(hold) && !isOpen) heldUntil = performance.now() + quietMs
  }
}

/** Unblocks the keys, as a click does. */
export function releaseKeys(): void {
  opening.clear()
  heldUntil = 0
}

/** Returns whether a key is blocked. Escape unblocks the keys. */
export function isHeld(key: string): boolean {
  const now = performance.now()
  const held = opening.size > 0 || now <= heldUntil
  if (held && key === 'Escape') releaseKeys()
  else if (held) heldUntil = Math.max(heldUntil, opening.size > 0 ? 0 : now + quietMs)
  return held
}
