import type { Notification } from '@svc/sdk'
import { addressWith } from '../../address.ts'
import { data } from '../../data/current.ts'
import { inbox as messages } from '../../messages/inbox.ts'

const titleOf = ({ title }: Notification): string => title ?? messages.untitled

/** Done with it, or not any more. What is done with is read too. */
export function setDone(one: Notification, done: boolean): void {
  const said = done ? messages.saidDone(titleOf(one)) : messages.saidBack(titleOf(one))
  data().change('notifications', one.notification_id, done ? { done, read: true } : { done }, said)
}

export function setRead(one: Notification, read: boolean): void {
  const said = read ? messages.saidRead(titleOf(one)) : messages.saidUnread(titleOf(one))
  data().change('notifications', one.notification_id, { read }, said)
}

/** Marks as read what was shown: all up to the newest one, and nothing that has come since. */
export function markAllRead(shown: readonly Notification[]): void {
  const newest = shown[0]
  if (!newest) return
  const { answer } = data().write({
    call: 'notifications.markRead',
    args: [{ until: newest.updated_at, org_id: data().org }],
    shown: shown
      .filter(({ read }) => !read)
      .map(({ notification_id: id }) => ({ kind: 'notifications' as const, id, patch: { read: true } })),
    said: messages.readAllSaid,
  })
  answer.then(
    () => data().changed('notifications'),
    () => undefined,
  )
}

/** Where what a notification is about is shown. A task opens beside the list, so that the person keeps their place. */
export function addressOf({ resource_type, resource_id, project_id, team_id, org_id }: Notification): string {
  const org = `/o/${org_id}`
  if (resource_type === 'task') return addressWith({ task: resource_id })
  if (resource_type === 'project') return `${org}/p/${resource_id}`
  if (resource_type === 'team') return `${org}/team/${resource_id}`
  if (team_id !== null) return `${org}/team/${team_id}`
  return project_id === null ? `${org}/my` : `${org}/p/${project_id}`
}
