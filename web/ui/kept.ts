/** What this browser remembers of how a person likes it. A browser that keeps nothing forgets with the page. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`svc.${name}`)
  } catch {
    return null
  }
}

/** Remembers it; null forgets. */
export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`svc.${name}`)
    else localStorage.setItem(`svc.${name}`, value)
  } catch {
    // Nothing is kept here.
  }
}
