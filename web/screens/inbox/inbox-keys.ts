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

export function useInboxCommands(rows: RowsOf, index: Signal<number>): void {
  const { section } = messages
  const getCurrent = () => rows.value[Math.min(index.value, rows.value.length - 1)]
  const buildStep = (delta: number) => () => {
    index.value = Math.max(0, Math.min(rows.value.length - 1, index.value + delta))
    announce(getCurrent()?.title ?? messages.untitled)
  }
  const withCurrent = (action: (notification: Notification) => void) => ({
    when: () => getCurrent() != null,
    run: () => {
      const notification = getCurrent()
      if (notification) action(notification)
    },
  })
  const { next, previous, openIt } = messages
  const options = { section, unlisted: true }
  useCommands(
    [
      { id: 'inbox.next', title: next, keys: 'j or ArrowDown', ...options, run: buildStep(1) },
      { id: 'inbox.previous', title: previous, keys: 'k or ArrowUp', ...options, run: buildStep(-1) },
      { id: 'inbox.open', title: openIt, section, keys: 'o or Enter', ...withCurrent(openNotification) },
    ],
    'list',
  )
  usePanelCommands(getCurrent, () => known(rows))
}

function openNotification(notification: Notification): void {
  if (!notification.read) setRead(notification, true)
  go(addressOf(notification))
  if (notification.resource_type === 'task') enterPanel()
}

/** Registers the commands that also work in the panel while it shows the task of the current notification. */
function usePanelCommands(
  getCurrent: () => Notification | null | undefined,
  listLoaded: () => Notification[],
): void {
  const { section, markDone, turnRead, readAll } = messages
  const withCurrentOrOpen = (action: (notification: Notification) => void) => ({
    when: () => getCurrent() != null && (focusedRegion() === 'list' || isOpen(getCurrent()!)),
    run: () => action(getCurrent()!),
  })
  useCommands([
    {
      id: 'inbox.done',
      title: markDone,
      section,
      keys: 'e',
      ...withCurrentOrOpen((notification) => setDone(notification, !notification.done)),
    },
    {
      id: 'inbox.unread',
      title: turnRead,
      section,
      keys: 'u',
      ...withCurrentOrOpen((notification) => setRead(notification, !notification.read)),
    },
    {
      id: 'inbox.read-all',
      title: readAll,
      section,
      when: () => data().unread.value > 0,
      run: () => markAllRead(listLoaded()),
    },
  ])
}

/** Returns whether the panel has the focus and shows the resource of a notification. */
const isOpen = ({ resource_id }: Notification): boolean =>
  focusedRegion() === 'panel' && here.peek().query.get('task') === resource_id
