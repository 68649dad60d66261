import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { cursorAfter, pageAnswer } from '../../kernel/paging.ts'
import { object, optional, pageOf, text } from '../../kernel/schema.ts'
import { ownNotification, reachesAsked } from './access.ts'
import { kinds } from './kinds.ts'
import { presentNotification } from './present.ts'
import * as queries from './queries.ts'
import { stateWith } from './rules.ts'
import {
  examplePage,
  kindWords,
  markedRead,
  notification,
  notificationUpdate,
  readUpTo,
  unreadCount,
} from './schemas.ts'

const path = '/v1/notifications/{notification_id}'
const params = object({ notification_id: text({ description: 'The notification.' }) })
const asked = object({
  org_id: optional(
    text({
      description:
        'Only those of this organization. Without it those of all that you belong to; with an access token those of its own.',
    }),
  ),
  project_id: optional(text({ description: 'Only those of what lies in this project now.' })),
})
/** The most unread ones that are counted. */
const mostCounted = 1000
/** The most that one request marks as read, so that none holds up the others for long. */
const mostMarked = 10_000

export const listNotifications = operation({
  id: 'notifications.list',
  method: 'GET',
  path: '/v1/notifications',
  summary: 'List what you are told of',
  description:
    'Your notifications, newest first, without those marked as done. Those about resources that you can no longer read are ' +
    'hidden until you can; after 10,000 of these in a row a page may end early: follow `next_cursor`. The ' +
    `kinds, most important first:\n\n${kindWords}`,
  scope: 'tasks:read',
  query: asked,
  list: queries.newestFirst,
  filters: {
    unread: { kind: 'flag', description: 'Only those that are unread.' },
    done: { kind: 'flag', description: 'Those that are done with, in place of the others.' },
    kind: { kind: 'closed', values: kinds, description: 'Only those of these kinds.' },
  },
  problems: { 404: 'the project is missing, or not for you to see' },
  reply: { status: 200, schema: pageOf(notification) },
  example: { query: { 'filter[unread]': 'true', 'filter[kind]': 'mentioned,replied' }, reply: examplePage },
  access: ({ ctx, query }) => reachesAsked(ctx, query),
  async handle({ ctx, target: reaches, query, list, filters }) {
    const { unread, done, kind } = filters
    const wanted = { ...query, unread: unread !== undefined, done: done !== undefined, kinds: kind }
    const { found, end } = await queries.listNotifications(ctx, list, reaches, wanted)
    if (end) return answer({ data: found.map(presentNotification), next_cursor: cursorAfter(ctx, list, end) })
    return pageAnswer(ctx, list, found, (rows) => rows.map(presentNotification))
  },
})

export const countNotifications = operation({
  id: 'notifications.count',
  method: 'GET',
  path: '/v1/notifications/count',
  summary: 'Count what you have not read',
  description:
    'The number of unread notifications in the list, up to 1,000. Those behind 10,000 that you can no longer read are not ' +
    'counted.',
  scope: 'tasks:read',
  query: asked,
  problems: { 404: 'the project is missing, or not for you to see' },
  reply: { status: 200, schema: unreadCount },
  access: ({ ctx, query }) => reachesAsked(ctx, query),
  async handle({ ctx, target: reaches, query }) {
    const found = await queries.countUnread(ctx, reaches, query, mostCounted)
    const unreadOf = new Map(found.map((row) => [row.kind, row.unread]))
    const by_kind = kinds.flatMap((kind) => {
      const unread = unreadOf.get(kind) ?? 0
      return unread === 0 ? [] : [{ kind, unread }]
    })
    const unread = by_kind.reduce((sum, one) => sum + one.unread, 0)
    return answer({ unread, more: found.some((row) => row.beyond), by_kind })
  },
})

export const readNotification = operation({
  id: 'notifications.read',
  method: 'GET',
  path,
  summary: 'Read a notification',
  description: 'One of your own. To ask for it does not mark it as read.',
  scope: 'tasks:read',
  params,
  reply: { status: 200, schema: notification },
  access: ownNotification,
  handle: async ({ target }) => answer(presentNotification(target), target.version),
})

export const updateNotification = operation({
  id: 'notifications.update',
  method: 'PATCH',
  path,
  summary: 'Mark a notification as read, unread or done with',
  description: 'One of your own. Absent fields stay as they are.',
  scope: 'tasks:write',
  params,
  body: notificationUpdate,
  reply: { status: 200, schema: notification },
  problems: { 422: '`read` is false and `done` true' },
  example: { body: { read: true } },
  access: ownNotification,
  async handle({ ctx, target, body }) {
    const state = stateWith(target, body, ctx.now)
    if (state.read_at === target.read_at && state.done_at === target.done_at)
      return answer(presentNotification(target), target.version)
    const row = { ...target, ...state, version: target.version + 1 }
    await queries.storeState(ctx, row)
    return answer(presentNotification(row), row.version)
  },
})

export const markRead = operation({
  id: 'notifications.mark_read',
  method: 'POST',
  path: '/v1/notifications/read',
  summary: 'Mark all notifications up to a time as read',
  description:
    'Those that the list shows. What has come since that time stays unread, so nothing is marked that was never shown.',
  scope: 'tasks:write',
  body: readUpTo,
  reply: { status: 200, schema: markedRead },
  problems: { 404: 'the project is missing, or not for you to see' },
  example: { body: { until: '2026-11-22T09:30:00.000Z' } },
  access: ({ ctx, body }) => reachesAsked(ctx, body),
  async handle({ ctx, target: reaches, body: { until, project_id, kind } }) {
    const wanted = { until, project_id, kinds: kind == null ? undefined : [kind] }
    const count = await queries.markRead(ctx, reaches, wanted, mostMarked)
    return answer({ count, more: count === mostMarked })
  },
})
