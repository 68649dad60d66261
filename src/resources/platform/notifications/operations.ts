import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import { signCursorAfter, respondWithPage } from '../../../http/pagination/pagination.ts'
import * as s from '../../../core/schema.ts'
import { loadOwnNotification, loadRequestedVisibilities } from './policy.ts'
import { notificationKinds } from './kinds.ts'
import { presentNotification } from './presenter.ts'
import * as queries from './queries.ts'
import { applyReadStateUpdate } from './rules.ts'
import * as schemas from './schema.ts'

const path = '/v1/notifications/{notification_id}'
const params = { notification_id: 'Notification ID.' }
const scopeQuery = s.object({
  org_id: s.optional(
    s.text('Limits the result to this organization. Default: all your organizations; for an access token, its own.'),
  ),
  project_id: s.optional(s.text('Limits the result to resources that are now in this project.')),
})
const MAX_COUNTED = 1000
/** Maximum number of notifications that one request marks as read, so that its locks are short. */
const MAX_MARKED = 10_000

export const listNotificationsOperation = defineOperation({
  id: 'notifications.list',
  method: 'GET',
  path: '/v1/notifications',
  summary: 'List notifications',
  description:
    'Returns your notifications, newest first, except those marked as done. Notifications of resources that you cannot ' +
    'read are hidden until you can read them again. After 10,000 hidden ones in a row, a page may be incomplete: follow ' +
    `\`next_cursor\`. Kinds, most important first:\n\n${schemas.kindDescriptions}`,
  scope: 'tasks:read',
  query: scopeQuery,
  list: queries.notificationSorts,
  filters: {
    unread: { kind: 'flag', description: 'Returns only unread notifications.' },
    done: { kind: 'flag', description: 'Returns only notifications marked as done.' },
    kind: {
      kind: 'enum',
      values: notificationKinds,
      description: 'Returns only notifications of these kinds.',
    },
  },
  problems: { 404: 'The project does not exist or you cannot read it.' },
  reply: { status: 200, schema: s.pageSchema(schemas.notificationSchema) },
  example: {
    query: { 'filter[unread]': 'true', 'filter[kind]': 'mentioned,replied' },
    reply: schemas.notificationPageExample,
  },
  authorize: ({ ctx, query }) => loadRequestedVisibilities(ctx, query),
  async handle({ ctx, target: visibilities, query, list, filters }) {
    const { unread, done, kind } = filters
    const filter = { ...query, unread: unread !== undefined, done: done !== undefined, kinds: kind }
    const { found: rows, end } = await queries.listNotifications(ctx, list, visibilities, filter)
    if (end) return respond({ data: rows.map(presentNotification), next_cursor: signCursorAfter(ctx, list, end) })
    return respondWithPage(ctx, list, rows, presentNotification)
  },
})

export const countNotificationsOperation = defineOperation({
  id: 'notifications.count',
  method: 'GET',
  path: '/v1/notifications/count',
  summary: 'Count unread notifications',
  description:
    'Returns the number of unread notifications in the list, up to 1,000. Notifications after 10,000 hidden ones in a row ' +
    'are not counted.',
  scope: 'tasks:read',
  query: scopeQuery,
  problems: { 404: 'The project does not exist or you cannot read it.' },
  reply: { status: 200, schema: schemas.unreadCountSchema },
  authorize: ({ ctx, query }) => loadRequestedVisibilities(ctx, query),
  async handle({ ctx, target: visibilities, query }) {
    const rows = await queries.countUnreadByKind(ctx, visibilities, query, MAX_COUNTED)
    const unreadByKind = new Map(rows.map((row) => [row.kind, row.unread]))
    const by_kind = notificationKinds.flatMap((kind) => {
      const unread = unreadByKind.get(kind) ?? 0
      return unread === 0 ? [] : [{ kind, unread }]
    })
    const unread = by_kind.reduce((sum, entry) => sum + entry.unread, 0)
    return respond({ unread, more: rows.some((row) => row.beyond), by_kind })
  },
})

export const readNotificationOperation = defineOperation({
  id: 'notifications.read',
  method: 'GET',
  path,
  summary: 'Get a notification',
  description: 'Returns one of your notifications. Does not mark it as read.',
  scope: 'tasks:read',
  params,
  reply: { status: 200, schema: schemas.notificationSchema },
  authorize: loadOwnNotification,
  handle: async ({ target }) => respond(presentNotification(target), target.version),
})

export const updateNotificationOperation = defineOperation({
  id: 'notifications.update',
  method: 'PATCH',
  path,
  summary: 'Update a notification',
  description: 'Marks one of your notifications as read, unread or done. Omitted fields keep their value.',
  scope: 'tasks:write',
  params,
  body: schemas.notificationUpdateSchema,
  reply: { status: 200, schema: schemas.notificationSchema },
  problems: { 422: '`read` is false and `done` is true.' },
  example: { body: { read: true } },
  authorize: loadOwnNotification,
  async handle({ ctx, target, body }) {
    const state = applyReadStateUpdate(target, body, ctx.now)
    if (state.read_at === target.read_at && state.done_at === target.done_at)
      return respond(presentNotification(target), target.version)
    const row = { ...target, ...state, version: target.version + 1 }
    await queries.saveReadState(ctx, row)
    return respond(presentNotification(row), row.version)
  },
})

export const markReadOperation = defineOperation({
  id: 'notifications.mark_read',
  method: 'POST',
  path: '/v1/notifications/read',
  summary: 'Mark notifications as read',
  description:
    'Marks all listed notifications up to `until` as read, at most 10,000 per request. Later notifications stay unread, so ' +
    'that none is marked before it was displayed.',
  scope: 'tasks:write',
  body: schemas.readUpToSchema,
  reply: { status: 200, schema: schemas.markedReadSchema },
  problems: { 404: 'The project does not exist or you cannot read it.' },
  example: { body: { until: '2026-11-22T09:30:00.000Z' } },
  authorize: ({ ctx, body }) => loadRequestedVisibilities(ctx, body),
  async handle({ ctx, target: visibilities, body: { until, project_id, kind } }) {
    const filter = { until, project_id, kinds: kind == null ? undefined : [kind] }
    const count = await queries.markNotificationsRead(ctx, visibilities, filter, MAX_MARKED)
    return respond({ count, more: count === MAX_MARKED })
  },
})
