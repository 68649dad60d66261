import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Notification } from '@svc/sdk'
import { navigate, setQuery, currentLocation } from '../../location.ts'
import { useCommands } from '../../commands/commands.ts'
import { getStore } from '../../store/current-store.ts'
import { inboxTexts as messages } from '../../messages/inbox.ts'
import { announce } from '../../components/util/announce.ts'
import { enterPanel, getFocusedRegion } from '../../components/util/focus.ts'
import {
  buildResourceUrl,
  markNotificationsRead,
  setNotificationDone,
  setNotificationRead,
} from './notification-actions.ts'

export type NotificationRows = ReadonlySignal<readonly (Notification | null | undefined)[]>

/** Marks a notification as done, or moves it back. If its task is open, the next notification opens in its place. */
export function finishNotification(rows: NotificationRows, notification: Notification): void {
  const { done, resource_id } = notification
  const isOpen = currentLocation.peek().query.get('task') === resource_id
  const next = isOpen && !done ? findNextTask(rows.peek(), notification) : undefined
  setNotificationDone(notification, !done)
  if (next) showNotification(next)
}

/** Returns the next notification of another task, or else the one before. */
function findNextTask(
  rows: readonly (Notification | null | undefined)[],
  { notification_id, resource_id }: Notification,
): Notification | undefined {
  const at = rows.findIndex((row) => row?.notification_id === notification_id)
  const inOrder = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0)).toReversed()]
  return (
    inOrder.find((row) => row?.resource_type === 'task' && row.resource_id !== resource_id && !row.done) ?? undefined
  )
}

function showNotification(notification: Notification): void {
  if (!notification.read) setNotificationRead(notification, true)
  setQuery({ task: notification.resource_id }, { replace: true })
  if (getFocusedRegion() === 'panel') enterPanel()
}

export const listLoadedNotifications = (rows: NotificationRows): Notification[] =>
  rows.value.filter((row) => row != null)

export function useInboxCommands(rows: NotificationRows, index: Signal<number>): void {
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
      { id: 'inbox.open', title: openIt, section, keys: 'o or Enter', menu: 'task', ...withCurrent(openNotification) },
    ],
    'list',
  )
  usePanelCommands(getCurrent, rows)
}

function openNotification(notification: Notification): void {
  if (!notification.read) setNotificationRead(notification, true)
  const url = buildResourceUrl(notification)
  if (notification.kind === 'export_finished') return location.assign(url)
  navigate(url)
  if (notification.resource_type === 'task') enterPanel()
}

/** Registers the commands that also work in the panel while it shows the task of the current notification. */
function usePanelCommands(getCurrent: () => Notification | null | undefined, rows: NotificationRows): void {
  const { section, markDone, turnRead, readAll } = messages
  const withCurrentOrOpen = (action: (notification: Notification) => void) => ({
    when: () => getCurrent() != null && (getFocusedRegion() === 'list' || isOpenInPanel(getCurrent()!)),
    run: () => action(getCurrent()!),
  })
  useCommands([
    {
      id: 'inbox.done',
      title: markDone,
      section,
      keys: 'e',
      menu: 'check',
      ...withCurrentOrOpen((notification) => finishNotification(rows, notification)),
    },
    {
      id: 'inbox.unread',
      title: turnRead,
      section,
      keys: 'u',
      menu: 'mail',
      ...withCurrentOrOpen((notification) => setNotificationRead(notification, !notification.read)),
    },
    {
      id: 'inbox.read-all',
      title: readAll,
      section,
      when: () => getStore().unreadCount.value > 0,
      run: () => markNotificationsRead(listLoadedNotifications(rows)),
    },
  ])
}

const isOpenInPanel = ({ resource_id }: Notification): boolean =>
  getFocusedRegion() === 'panel' && currentLocation.peek().query.get('task') === resource_id
