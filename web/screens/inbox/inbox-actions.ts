import type { Notification } from '@svc/sdk'
import { addressWith } from '../../address.ts'
import { data } from '../../data/current.ts'
import { inbox as messages } from '../../messages/inbox.ts'

const getTitle = ({ title }: Notification): string => title ?? messages.untitled

/** Marks a notification as done, which also marks it as read, or as not done. */
export function setDone(notification: Notification, done: boolean): void {
  const label = done ? messages.saidDone(getTitle(notification)) : messages.saidBack(getTitle(notification))
  data().change('notifications', notification.notification_id, done ? { done, read: true } : { done }, label)
}

export function setRead(notification: Notification, read: boolean): void {
  const label = read ? messages.saidRead(getTitle(notification)) : messages.saidUnread(getTitle(notification))
  data().change('notifications', notification.notification_id, { read }, label)
}

/** Marks all notifications up to the newest shown one as read, but none that arrived later. */
export function markAllRead(shown: readonly Notification[]): void {
  const latest = shown[0]
  if (!latest) return
  const { answer: response } = data().write({
    call: 'notifications.markRead',
    args: [{ until: latest.updated_at, org_id: data().org }],
    shown: shown
      .filter(({ read }) => !read)
      .map(({ notification_id: id }) => ({ kind: 'notifications' as const, id, patch: { read: true } })),
    said: messages.readAllSaid,
  })
  response.then(
    () => data().changed('notifications'),
    () => undefined,
  )
}

/** Returns the URL of the resource of a notification. Tasks open beside the inbox. */
export function addressOf({ resource_type, resource_id, project_id, team_id, org_id }: Notification): string {
  const orgPath = `/o/${org_id}`
  if (resource_type === 'task') return addressWith({ task: resource_id })
  if (resource_type === 'project') return `${orgPath}/p/${resource_id}`
  if (resource_type === 'team') return `${orgPath}/team/${resource_id}`
  if (team_id !== null) return `${orgPath}/team/${team_id}`
  return project_id === null ? `${orgPath}/my` : `${orgPath}/p/${project_id}`
}
