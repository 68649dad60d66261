import { commonTexts } from '../../messages/common.ts'

/** Shortcuts: `c`, `Shift+Enter`, `Space`, sequences as `g m`. `Mod` is Command on Apple devices, else Control. */

const isApple = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')

const keyLabels: Record<string, string> = {
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

/** Returns the key labels of each step of a shortcut: `Mod+k` → `[['Ctrl', 'K']]`, `g m` → `[['G'], ['M']]`. */
export function toKeyLabels(keys: string): string[][] {
  return keys
    .split(' ')
    .map((step) =>
      step === '+'
        ? ['+']
        : step.split('+').map((key) => keyLabels[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    )
}

export const formatShortcut = (keys: string): string =>
  toKeyLabels(keys)
    .map((step) => step.join(isApple ? '' : '+'))
    .join(commonTexts.keysInOrder)

/** Returns the shortcut of a key event. Letters of other alphabets count as the key's Latin letter. */
export function toShortcut(event: KeyboardEvent): string {
  const isLatin = /^[\x20-\x7e]$/.test(event.key)
  const latinKey = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1]
  let key = event.key === ' ' ? 'Space' : event.key
  if (key.length === 1 && latinKey && (!isLatin || event.altKey)) key = latinKey
  const isLetter = /^[a-z]$/i.test(key)
  const hasMod = isApple ? event.metaKey : event.ctrlKey
  const hasOther = isApple ? event.ctrlKey : event.metaKey
  if (hasOther) return ''
  // A character such as ? already implies Shift.
  const hasShift = event.shiftKey && (isLetter || key.length > 1)
  const modifiers = [hasMod && 'Mod', event.altKey && 'Alt', hasShift && 'Shift'].filter(Boolean)
  return [...modifiers, isLetter ? key.toLowerCase() : key].join('+')
}

export function isTextInput(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  if (!(target instanceof HTMLInputElement)) return false
  return !['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color'].includes(target.type)
}

/** Stops key events of input methods. The Enter that accepts a word has key code 229 in some browsers. */
export function suppressCompositionKeys(): void {
  const stop = (event: KeyboardEvent) => {
    if (isComposing(event)) event.stopImmediatePropagation()
  }
  document.addEventListener('keydown', stop, true)
}

const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

/** Returns whether Enter or Space activates the focused control, except a row's link, which its list opens. */
export function isControlKey({ key, target }: KeyboardEvent): boolean {
  if ((key !== 'Enter' && key !== ' ') || !(target instanceof Element)) return false
  const control = target.closest('button, summary, a[href], input')
  return control !== null && !(control.matches('a') && control.closest('[data-id]'))
}
