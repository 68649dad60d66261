import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Notification } from '@svc/sdk'
import { go, here } from '../../address.ts'
import { useCommands } from '../../commands/commands.ts'
import { data } from '../../data/current.ts'
import { inbox as messages } from '../../messages/inbox.ts'
import { announce } from '../../ui/announce.ts'
import { enterPanel, focusedRegion } from '../../ui/focus.ts'
import { addressOf, markAllRead, setDone, setRead } from './inbox-actions.ts'

export type RowsOf = ReadonlySignal<readonly (Notification | null | undefined)[]>

export const known = (rows: RowsOf): Notification[] => rows.value.filter((row) => row != null)

/** The keys of the inbox: they stand on one notification, and act on it. */
export function useInboxCommands(rows: RowsOf, at: Signal<number>): void {
  const { section } = messages
  const now = () => rows.value[Math.min(at.value, rows.value.length - 1)]
  const step = (by: number) => () => {
    at.value = Math.max(0, Math.min(rows.value.length - 1, at.value + by))
    announce(now()?.title ?? messages.untitled)
  }
  const act = (what: (one: Notification) => void) => ({
    when: () => now() != null,
    run: () => {
      const one = now()
      if (one) what(one)
    },
  })
  const { next, previous, openIt } = messages
  const moving = { section, unlisted: true }
  useCommands(
    [
      { id: 'inbox.next', title: next, keys: 'j or ArrowDown', ...moving, run: step(1) },
      { id: 'inbox.previous', title: previous, keys: 'k or ArrowUp', ...moving, run: step(-1) },
      { id: 'inbox.open', title: openIt, section, keys: 'o or Enter', ...act(open) },
    ],
    'list',
  )
  useSettling(now, () => known(rows))
}

function open(one: Notification): void {
  if (!one.read) setRead(one, true)
  go(addressOf(one))
  if (one.resource_type === 'task') enterPanel()
}

/** Makes the commands of the list available in the panel that it opened, too. */
function useSettling(now: () => Notification | null | undefined, all: () => Notification[]): void {
  const { section, markDone, turnRead, readAll } = messages
  const settle = (what: (one: Notification) => void) => ({
    when: () => now() != null && (focusedRegion() === 'list' || isOpen(now()!)),
    run: () => what(now()!),
  })
  useCommands([
    { id: 'inbox.done', title: markDone, section, keys: 'e', ...settle((one) => setDone(one, !one.done)) },
    { id: 'inbox.unread', title: turnRead, section, keys: 'u', ...settle((one) => setRead(one, !one.read)) },
    {
      id: 'inbox.read-all',
      title: readAll,
      section,
      when: () => data().unread.value > 0,
      run: () => markAllRead(all()),
    },
  ])
}

/** Returns whether the panel has the focus and shows the resource of a notification. */
const isOpen = ({ resource_id }: Notification): boolean =>
  focusedRegion() === 'panel' && here.peek().query.get('task') === resource_id
