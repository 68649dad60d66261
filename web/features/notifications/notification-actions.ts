import type { Notification } from '@svc/sdk'
import { buildUrlWithQuery } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { inboxTexts as messages } from '../../messages/inbox.ts'

const getTitle = ({ title }: Notification): string => title ?? messages.untitled

/** Marks a notification as done, which also marks it as read, or as not done. */
export function setNotificationDone(notification: Notification, done: boolean): void {
  const label = done ? messages.saidDone(getTitle(notification)) : messages.saidBack(getTitle(notification))
  getStore().update('notifications', notification.notification_id, done ? { done, read: true } : { done }, label)
}

export function setNotificationRead(notification: Notification, read: boolean): void {
  const label = read ? messages.saidRead(getTitle(notification)) : messages.saidUnread(getTitle(notification))
  getStore().update('notifications', notification.notification_id, { read }, label)
}

/** Marks all notifications up to the newest shown one as read, but none that arrived later. */
export function markNotificationsRead(shown: readonly Notification[]): void {
  const latest = shown[0]
  if (!latest) return
  const { response } = getStore().mutate({
    method: 'notifications.markRead',
    args: [{ until: latest.updated_at, org_id: getStore().org }],
    optimisticPatches: shown
      .filter(({ read }) => !read)
      .map(({ notification_id: id }) => ({ type: 'patch', kind: 'notifications', id, patch: { read: true } })),
    label: messages.readAllSaid,
  })
  response.then(
    () => getStore().notifyChanged('notifications'),
    () => undefined,
  )
}

export function buildResourceUrl(notification: Notification): string {
  const { kind, resource_type, resource_id, project_id, team_id, org_id } = notification
  const orgPath = `/o/${org_id}`
  if (kind === 'export_finished') return `/v1/exports/${resource_id}/file`
  if (resource_type === 'task') return buildUrlWithQuery({ task: resource_id })
  if (resource_type === 'project') return `${orgPath}/p/${resource_id}`
  if (resource_type === 'team') return `${orgPath}/team/${resource_id}`
  if (resource_type === 'join_request') return `${orgPath}/settings/members`
  if (team_id !== null) return `${orgPath}/team/${team_id}`
  return project_id === null ? `${orgPath}/my` : `${orgPath}/p/${project_id}`
}
