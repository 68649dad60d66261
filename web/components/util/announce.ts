let region: HTMLElement | undefined

export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div')
    region.className = 'hidden-text'
    region.setAttribute('aria-live', 'assertive')
    document.body.append(region)
  }
  region.textContent = ''
  // Screen readers repeat the same text only if it was removed in between.
  setTimeout(() => (region!.textContent = text), 50)
}
