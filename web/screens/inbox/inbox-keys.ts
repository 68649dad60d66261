import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Notification } from '@svc/sdk'
import { go } from '../../address.ts'
import { useCommands } from '../../commands/commands.ts'
import { data } from '../../data/current.ts'
import { inbox as messages } from '../../messages/inbox.ts'
import { announce } from '../../ui/announce.ts'
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
  const open = (one: Notification) => {
    if (!one.read) setRead(one, true)
    go(addressOf(one))
  }
  const { next, previous, openIt, markDone, turnRead, readAll } = messages
  const moving = { section, unlisted: true }
  useCommands([
    { id: 'inbox.next', title: next, keys: 'j or ArrowDown', ...moving, run: step(1) },
    { id: 'inbox.previous', title: previous, keys: 'k or ArrowUp', ...moving, run: step(-1) },
    { id: 'inbox.open', title: openIt, section, keys: 'o or Enter', ...act(open) },
    { id: 'inbox.done', title: markDone, section, keys: 'e', ...act((one) => setDone(one, !one.done)) },
    { id: 'inbox.unread', title: turnRead, section, keys: 'u', ...act((one) => setRead(one, !one.read)) },
    {
      id: 'inbox.read-all',
      title: readAll,
      section,
      when: () => data().unread.value > 0,
      run: () => markAllRead(known(rows)),
    },
  ])
}
