import { pageAnswer, type ListSpec } from '../../kernel/paging.ts'
import { contractVersion } from '../../kernel/openapi/openapi.ts'
import { operation } from '../../kernel/operation.ts'
import { askedOrgId, object, pageOf } from '../../kernel/schema.ts'
import {
  creatableWebhook,
  listableWebhooks,
  reachableWebhook,
  requireAllowedUrl,
  requireNotWidened,
  requireReadableProjects,
  requireWebhookRoom,
} from './access.ts'
import { noteWaiting } from './enqueue.ts'
import { presentWebhook, shown, shownOnce, subject, toldChange, toldOf } from './present.ts'
import * as queries from './queries.ts'
import { applyUpdate, ownerAfter, projectsOf, requireKnown } from './rules.ts'
import { webhookCreate, webhookCreated, webhookOut, webhookParams, webhookUpdate } from './schemas.ts'

const webhookSorts: ListSpec = {
  sorts: {
    name: [{ sql: 's.name_key', type: 'text' }],
    created_at: [{ sql: 's.created_at', type: 'timestamptz' }],
  },
  natural: [{ sql: 's.created_at', type: 'timestamptz' }],
  id: { sql: 's.subscription_id', type: 'text' },
}

export const listWebhooks = operation({
  id: 'webhooks.list',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List webhooks',
  description:
    'Returns the webhooks of an organization. Requires: organization admin or service account. A project-scoped token ' +
    'sees only webhooks that are limited to its projects.',
  scope: 'webhooks:read',
  query: object({ org_id: askedOrgId }),
  reply: { status: 200, schema: pageOf(webhookOut) },
  list: webhookSorts,
  access: listableWebhooks,
  async handle({ ctx, target, list }) {
    const rows = await queries.listWebhooks(ctx, target.org_id, ctx.caller.projectLimit, list)
    return pageAnswer(ctx, list, rows, (page) => page.map((row) => presentWebhook(ctx, row)))
  },
})

export const createWebhook = operation({
  id: 'webhooks.create',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Create a webhook',
  description:
    'Creates a webhook that you own. Events from now on are sent to its URL, signed with the secret that only this ' +
    'response contains. A payload includes only what the owner can read at that time. Requires: organization admin or ' +
    'service account; with a project-scoped token, `project_ids` is required. An organization has at most 200 webhooks.',
  scope: 'webhooks:write',
  body: webhookCreate,
  reply: { status: 200, schema: webhookCreated },
  problems: {
    422: 'the URL is refused, an event type is unknown, you cannot read a project, or the organization has 200 webhooks',
  },
  emits: { 'webhook.created': 'A webhook was created.' },
  example: {
    body: {
      name: 'Release board',
      url: 'https://hooks.example.com/svc',
      events: ['task.updated', 'task.moved', 'project.*'],
    },
  },
  access: creatableWebhook,
  async act({ ctx, body }) {
    requireKnown(ctx.services.eventTypes, body.events)
    await requireAllowedUrl(ctx, body.url)
  },
  async handle({ ctx, target, body }) {
    await requireReadableProjects(ctx, target.org_id, body.project_ids)
    await requireWebhookRoom(ctx, target.org_id)
    const created = await queries.insertWebhook(ctx, {
      org_id: target.org_id,
      name: body.name,
      url: body.url,
      api_version: contractVersion,
      events: [...new Set(body.events)],
      project_ids: projectsOf(body.project_ids),
    })
    ctx.emit({ ...subject(created.row), type: 'webhook.created', before: null, after: toldOf(created.row) })
    return shownOnce(ctx, created)
  },
})

export const readWebhook = operation({
  id: 'webhooks.read',
  method: 'GET',
  path: '/v1/webhooks/{subscription_id}',
  summary: 'Get a webhook',
  description:
    'Returns the URL, the subscribed events and the delivery health of a webhook, without its secret.',
  scope: 'webhooks:read',
  params: webhookParams,
  reply: { status: 200, schema: webhookOut },
  access: reachableWebhook,
  handle: async ({ ctx, target }) => shown(ctx, target),
})

export const updateWebhook = operation({
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/v1/webhooks/{subscription_id}',
  summary: 'Update a webhook',
  description:
    'Updates the given fields; omitted fields keep their value. While `status` is `paused`, no new events are queued and ' +
    'queued deliveries are not sent. `active` resumes a paused webhook, enables a disabled one and resets its failures; ' +
    'queued deliveries are then sent. A service account that changes the URL, the events or the projects of a webhook of ' +
    'another owner, or resumes it, becomes its owner. So does any caller who does this after the owner has left or lost ' +
    'the right to have webhooks.',
  scope: 'webhooks:write',
  params: webhookParams,
  body: webhookUpdate,
  reply: { status: 200, schema: webhookOut },
  problems: { 422: 'the URL is refused, an event type is unknown, or you cannot read a project' },
  emits: { 'webhook.updated': 'A webhook was updated, paused or resumed.' },
  example: { body: { status: 'paused' } },
  async access(call) {
    const target = await reachableWebhook(call)
    requireNotWidened(call.ctx, call.body.project_ids)
    return target
  },
  async act({ ctx, target, body }) {
    if (body.events) requireKnown(ctx.services.eventTypes, body.events)
    if (body.url && body.url !== target.url) await requireAllowedUrl(ctx, body.url)
  },
  async handle({ ctx, target, body }) {
    const fields = applyUpdate(target, body)
    await requireReadableProjects(ctx, target.org_id, body.project_ids)
    const reset = body.status === 'active' ? await queries.forgetFailures(ctx, target) : target
    const change = toldChange(target, fields)
    if (!change) return shown(ctx, reset)
    const actor = { user_id: ctx.user.user_id, admin: ctx.caller.isOrgAdmin(target.org_id) }
    const owner_user_id = ownerAfter(target, fields, actor)
    const row = await queries.updateWebhook(ctx, target, { ...fields, owner_user_id })
    if (row.status === 'active')
      ctx.later(noteWaiting(ctx.database, ctx.db, { org_id: row.org_id, due_at: ctx.now }))
    ctx.emit({ ...subject(row), type: 'webhook.updated', ...change })
    return shown(ctx, row)
  },
})

export const deleteWebhook = operation({
  id: 'webhooks.delete',
  method: 'DELETE',
  goneIs: 404,
  path: '/v1/webhooks/{subscription_id}',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook and drops its queued deliveries.',
  scope: 'webhooks:write',
  params: webhookParams,
  reply: { status: 200, schema: webhookOut },
  emits: { 'webhook.deleted': 'A webhook was deleted.' },
  access: reachableWebhook,
  async handle({ ctx, target }) {
    const row = await queries.deleteWebhook(ctx, target)
    ctx.emit({ ...subject(row), type: 'webhook.deleted', before: toldOf(target), after: null })
    return shown(ctx, row)
  },
})

export const rotateSecret = operation({
  id: 'webhooks.rotate_secret',
  method: 'POST',
  path: '/v1/webhooks/{subscription_id}/rotate-secret',
  summary: 'Rotate a webhook secret',
  description:
    'Replaces the signing secret of a webhook. Only this response contains the new secret. For 24 hours, deliveries are ' +
    'signed with both secrets, so that receivers can switch without downtime. A second rotation within that time ' +
    'invalidates the older secret immediately.',
  scope: 'webhooks:write',
  params: webhookParams,
  reply: { status: 200, schema: webhookCreated },
  emits: { 'webhook.secret_rotated': 'The secret of a webhook was rotated.' },
  access: reachableWebhook,
  async handle({ ctx, target }) {
    const created = await queries.rotateSecret(ctx, target)
    ctx.emit({
      ...subject(target),
      type: 'webhook.secret_rotated',
      before: { secret_prefix: target.secret_prefix },
      after: { secret_prefix: created.row.secret_prefix },
    })
    return shownOnce(ctx, created)
  },
})
