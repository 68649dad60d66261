/**
 * Keys are written as `c`, `?`, `Mod+k`, `Shift+Enter`, `Alt+ArrowUp`, `Space`; a sequence with spaces between: `g m`.
 * `Mod` is Command on Apple's machines and Control elsewhere.
 */
export const isApple = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')

const shown: Record<string, string> = {
  Mod: isApple ? '⌘' : 'Ctrl',
  Alt: isApple ? '⌥' : 'Alt',
  Shift: isApple ? '⇧' : 'Shift',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: '↵',
}

/** The keys as they are printed on the keyboard, one by one: `g m` → ["G", "then", "M"] without the words between. */
export function printed(keys: string): string[][] {
  return keys
    .split(' ')
    .map((step) =>
      step === '+'
        ? ['+']
        : step.split('+').map((key) => shown[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    )
}

/** The keys in one line, for a title: `Ctrl+K`, `G then M`. */
export const spoken = (keys: string): string =>
  printed(keys)
    .map((step) => step.join(isApple ? '' : '+'))
    .join(' then ')

/**
 * What was pressed, written as above. A letter of another alphabet counts by its place on the keyboard, so that commands
 * work on every layout.
 */
export function pressed(event: KeyboardEvent): string {
  const latin = /^[\x20-\x7e]$/.test(event.key)
  const place = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1]
  let key = event.key === ' ' ? 'Space' : event.key
  if (key.length === 1 && place && (!latin || event.altKey)) key = place
  const letter = /^[a-z]$/i.test(key)
  const mod = isApple ? event.metaKey : event.ctrlKey
  const others = isApple ? event.ctrlKey : event.metaKey
  if (others) return ''
  // A sign such as ? already says that Shift was held.
  const shift = event.shiftKey && (letter || key.length > 1)
  const modifiers = [mod && 'Mod', event.altKey && 'Alt', shift && 'Shift'].filter(Boolean)
  return [...modifiers, letter ? key.toLowerCase() : key].join('+')
}

/** Whether letters go into what is focused: there single keys are text and no commands. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  if (!(target instanceof HTMLInputElement)) return false
  return !['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color'].includes(target.type)
}

/**
 * Stops keys of an input method, such as the Enter that accepts a word, before any handler of the page. Some browsers send
 * that Enter after the composition has ended, with the key code 229.
 */
export function stopComposing(target: Document): void {
  const stop = (event: KeyboardEvent) => {
    if (isComposing(event)) event.stopImmediatePropagation()
  }
  target.addEventListener('keydown', stop, true)
}

const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

/** Returns whether Enter or Space activates the focused control, except a row's link, which its list opens. */
export function isControlKey({ key, target }: KeyboardEvent): boolean {
  if ((key !== 'Enter' && key !== ' ') || !(target instanceof Element)) return false
  const control = target.closest('button, summary, a[href], input')
  return control !== null && !(control.matches('a') && control.closest('[data-id]'))
}
