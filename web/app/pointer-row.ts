import { commands } from '../commands/commands.ts'
import { isInLayer, singleKeysEnabled, splitShortcuts } from '../commands/keys.ts'
import { focusList } from '../components/util/focus.ts'
import { isControlKey, isTextInput, toShortcut } from '../components/util/shortcuts.ts'
import { taskOrder } from '../features/tasks/task-order.ts'

export const findRow = (element: Element | null | undefined): HTMLElement | null | undefined =>
  element?.closest<HTMLElement>('[data-region=list] [data-id]')

/** Makes a row current and focuses it; a grid keeps the focus itself. */
export function makeRowCurrent(row: HTMLElement): void {
  if (row.closest('[role=grid]')) {
    focusList()
    taskOrder.peek()?.moveTo(row.dataset['id']!, row)
  } else (row.matches('[tabindex]') ? row : row.querySelector('a'))?.focus({ preventScroll: true })
}

/** Keys after which the row under a resting pointer is no longer the target. */
const steps = /^(Shift\+)?([jk]|Arrow\w+|Tab)$|^(Home|End|Page\w+|Escape|Mod\+a|Alt\+.+)$/

/** Position of the pointer since it was moved last; none after a step by key. */
let point: { x: number; y: number } | undefined

/** Makes the row under the pointer current before a key acts on it. */
export function followPointer(): void {
  const recordPoint = ({ pointerType, clientX, clientY }: PointerEvent) => {
    point = pointerType === 'mouse' ? { x: clientX, y: clientY } : undefined
  }
  document.addEventListener('pointermove', recordPoint, { passive: true })
  document.addEventListener('keydown', aimAtPointer, true)
}

function aimAtPointer(event: KeyboardEvent): void {
  if (!point || isTextInput(event.target) || isInLayer(event) || isControlKey(event)) return
  const key = toShortcut(event)
  if (steps.test(key)) point = undefined
  else if (singleKeysEnabled.peek() && isListKey(key)) {
    const row = findRow(document.elementFromPoint(point.x, point.y))
    if (row) makeRowCurrent(row)
  }
}

const isListKey = (key: string): boolean =>
  commands
    .peek()
    .some(
      ({ keys, region, id }) => (region === 'list' || id.startsWith('inbox.')) && splitShortcuts(keys).includes(key),
    )
