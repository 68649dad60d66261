export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(`svc.${name}`)
  } catch {
    return null
  }
}

export function writeSetting(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`svc.${name}`)
    else localStorage.setItem(`svc.${name}`, value)
  } catch {
    // Storage is full or blocked: the setting lasts until the page is closed.
  }
}
