/** How long after a layer failed to open what is still being typed for it goes nowhere. */
const quietMs = 1000

const opening = new Set<symbol>()
let heldUntil = 0

/**
 * Holds the keys while a layer is being opened: what is typed then is meant for it, and is no command. Returns what ends
 * that; where the layer did not open, keys stay held until the typing pauses.
 */
export function holdKeys(): (isOpen: boolean) => void {
  const hold = Symbol('opening')
  opening.add(hold)
  return (isOpen) => {
    if (opening.delete(hold) && !isOpen) heldUntil = performance.now() + quietMs
  }
}

/** Gives the keys back, as a click does. */
export function releaseKeys(): void {
  opening.clear()
  heldUntil = 0
}

/** Returns whether a key is held now. Escape gives the keys back. */
export function isHeld(key: string): boolean {
  const now = performance.now()
  const held = opening.size > 0 || now <= heldUntil
  if (held && key === 'Escape') releaseKeys()
  else if (held) heldUntil = Math.max(heldUntil, opening.size > 0 ? 0 : now + quietMs)
  return held
}
