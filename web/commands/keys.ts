import { signal } from '@preact/signals'
import { writeSetting, readSetting } from '../components/util/browser-settings.ts'
import { leaveControl, trackFocus } from '../components/util/focus.ts'
import { isKeyBlocked, unblockKeys } from '../components/util/block-keys.ts'
import { isControlKey, toShortcut, suppressCompositionKeys, isTextInput } from '../components/util/shortcuts.ts'
import { commands } from './commands.ts'

export const singleKeysEnabled = signal(readSetting('single-keys') !== 'off')

export function setSingleKeys(on: boolean): void {
  singleKeysEnabled.value = on
  writeSetting('single-keys', on ? null : 'off')
}

const SEQUENCE_TIMEOUT_MS = 1200

const KEYS_IN_TEXT = ['Mod+k', 'F6']

export function listenToKeys(): void {
  let prefix = ''
  let at = 0
  suppressCompositionKeys()
  trackFocus()
  document.addEventListener('keydown', blockHeldKeys, true)
  document.addEventListener('pointerdown', unblockKeys, true)
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isInLayer(event) || isControlKey(event)) return
    const key = toShortcut(event)
    if (!key || ['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) return
    const single = !/^(Mod|Alt)\+/.test(key)
    if (isTextInput(event.target) && !KEYS_IN_TEXT.includes(key)) return
    if (single && !singleKeysEnabled.value && !KEYS_IN_TEXT.includes(key)) return
    const sequence = prefix && performance.now() - at < SEQUENCE_TIMEOUT_MS ? `${prefix} ${key}` : key
    prefix = ''
    if (key === 'j' || key === 'k') leaveControl()
    if (runCommand(sequence) || (sequence !== key && runCommand(key))) return event.preventDefault()
    if (isSequenceStart(key)) [prefix, at] = [key, performance.now()]
  })
}

/** Stops keys typed while a layer is opening, so that they run no commands. */
function blockHeldKeys(event: KeyboardEvent): void {
  const isText = event.key.length === 1 || ['Enter', 'Backspace', 'Delete', 'Escape'].includes(event.key)
  const isFree = event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)
  if (!isText || isFree || !isKeyBlocked(event.key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

export function isInLayer(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog:modal')) return true
  return event.target instanceof Element && event.target.closest('[data-floating]') !== null
}

export const splitShortcuts = (keys: string | undefined) => keys?.split(' or ') ?? []

function runCommand(keys: string): boolean {
  const command = commands.value.find((one) => splitShortcuts(one.keys).includes(keys) && (one.when?.() ?? true))
  command?.run()
  return command !== undefined
}

const isSequenceStart = (key: string) =>
  commands.value.some((one) => splitShortcuts(one.keys).some((keys) => keys.startsWith(`${key} `)))
