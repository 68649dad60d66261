import { signal } from '@preact/signals'
import { keep, kept } from '../ui/kept.ts'
import { followFocus } from '../ui/focus.ts'
import { isHeld, releaseKeys } from '../ui/opening.ts'
import { isControlKey, pressed, stopComposing, takesText } from '../ui/keys.ts'
import { commands } from './commands.ts'

/** Whether single keys do something. Who speaks to the machine, or leans on it, switches them off in the settings. */
export const singleKeys = signal(kept('single-keys') !== 'off')

export function switchSingleKeys(on: boolean): void {
  singleKeys.value = on
  keep('single-keys', on ? null : 'off')
}

/** How long the second key of a sequence may take. */
const patience = 1200

/** Keys that run commands in text fields too; the field handles all others. */
const evenInText = ['Mod+k', 'F6']

/** Has keys do what commands say. Called once, at the start. */
export function listenToKeys(target: Document = document): void {
  let begun = ''
  let at = 0
  stopComposing(target)
  followFocus(target)
  target.addEventListener('keydown', holdBack, true)
  target.addEventListener('pointerdown', releaseKeys, true)
  target.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isElsewhere(event) || isControlKey(event)) return
    const key = pressed(event)
    if (!key || ['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) return
    const single = !/^(Mod|Alt)\+/.test(key)
    if (takesText(event.target) && !evenInText.includes(key)) return
    if (single && !singleKeys.value && !evenInText.includes(key)) return
    const sequence = begun && performance.now() - at < patience ? `${begun} ${key}` : key
    begun = ''
    if (run(sequence) || (sequence !== key && run(key))) return event.preventDefault()
    if (begins(key)) [begun, at] = [key, performance.now()]
  })
}

/** Stops keys typed while a layer is opening, so that they run no commands. */
function holdBack(event: KeyboardEvent): void {
  const isText = event.key.length === 1 || ['Enter', 'Backspace', 'Delete', 'Escape'].includes(event.key)
  const isFree = event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)
  if (!isText || isFree || !isHeld(event.key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** A dialog or something that floats has keys of its own. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog:modal')) return true
  return event.target instanceof Element && event.target.closest('[data-floating]') !== null
}

const ways = (keys: string | undefined) => keys?.split(' or ') ?? []

function run(keys: string): boolean {
  const command = commands.value.find((one) => ways(one.keys).includes(keys) && (one.when?.() ?? true))
  command?.run()
  return command !== undefined
}

const begins = (key: string) =>
  commands.value.some((one) => ways(one.keys).some((way) => way.startsWith(`${key} `)))
