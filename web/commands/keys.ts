import { signal } from '@preact/signals'
import { keep, kept } from '../ui/kept.ts'
import { followFocus } from '../ui/focus.ts'
import { isHeld, releaseKeys } from '../ui/opening.ts'
import { isControlKey, pressed, stopComposing, takesText } from '../ui/keys.ts'
import { commands } from './commands.ts'

/** True while single-key shortcuts are on. Users who dictate can turn them off in the settings. */
export const singleKeys = signal(kept('single-keys') !== 'off')

export function switchSingleKeys(on: boolean): void {
  singleKeys.value = on
  keep('single-keys', on ? null : 'off')
}

/** Time in milliseconds within which the next key of a sequence must follow. */
const SEQUENCE_TIMEOUT_MS = 1200

/** Keys that run commands in text fields too; the field handles all others. */
const KEYS_IN_TEXT = ['Mod+k', 'F6']

/** Runs commands by their keys. Called once, at the start. */
export function listenToKeys(target: Document = document): void {
  let prefix = ''
  let at = 0
  stopComposing(target)
  followFocus(target)
  target.addEventListener('keydown', blockHeldKeys, true)
  target.addEventListener('pointerdown', releaseKeys, true)
  target.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isInLayer(event) || isControlKey(event)) return
    const key = pressed(event)
    if (!key || ['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) return
    const single = !/^(Mod|Alt)\+/.test(key)
    if (takesText(event.target) && !KEYS_IN_TEXT.includes(key)) return
    if (single && !singleKeys.value && !KEYS_IN_TEXT.includes(key)) return
    const sequence = prefix && performance.now() - at < SEQUENCE_TIMEOUT_MS ? `${prefix} ${key}` : key
    prefix = ''
    if (runCommand(sequence) || (sequence !== key && runCommand(key))) return event.preventDefault()
    if (isSequenceStart(key)) [prefix, at] = [key, performance.now()]
  })
}

/** Stops keys typed while a layer is opening, so that they run no commands. */
function blockHeldKeys(event: KeyboardEvent): void {
  const isText = event.key.length === 1 || ['Enter', 'Backspace', 'Delete', 'Escape'].includes(event.key)
  const isFree = event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)
  if (!isText || isFree || !isHeld(event.key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Returns whether a dialog or floating layer with keys of its own has the focus. */
function isInLayer(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog:modal')) return true
  return event.target instanceof Element && event.target.closest('[data-floating]') !== null
}

const splitKeys = (keys: string | undefined) => keys?.split(' or ') ?? []

function runCommand(keys: string): boolean {
  const command = commands.value.find((one) => splitKeys(one.keys).includes(keys) && (one.when?.() ?? true))
  command?.run()
  return command !== undefined
}

const isSequenceStart = (key: string) =>
  commands.value.some((one) => splitKeys(one.keys).some((keys) => keys.startsWith(`${key} `)))
