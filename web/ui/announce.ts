let region: HTMLElement | undefined

/** Tells those who hear the page what others see: a card that was moved, a row that was chosen. */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div')
    region.className = 'hidden-text'
    region.setAttribute('aria-live', 'assertive')
    document.body.append(region)
  }
  region.textContent = ''
  // The same text twice is heard twice only if it was gone in between.
  setTimeout(() => (region!.textContent = text), 50)
}
