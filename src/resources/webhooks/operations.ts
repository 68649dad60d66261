import { noteWaiting } from './delivery/waiting.ts'
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
import { presentWebhook, shown, shownOnce, subject, toldChange, toldOf } from './present.ts'
import * as queries from './queries.ts'
import { applyUpdate, ownerAfter, projectsOf, requireKnown } from './rules.ts'
import { webhookCreate, webhookCreated, webhookOut, webhookParams, webhookUpdate } from './schemas.ts'

const sorts: ListSpec = {
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
  summary: "List an organization's webhooks",
  description:
    'For owners and admins of the organization and for service accounts. A token limited to projects sees those that ' +
    'concern its projects alone.',
  scope: 'webhooks:read',
  query: object({
    org_id: askedOrgId,
  }),
  reply: { status: 200, schema: pageOf(webhookOut) },
  list: sorts,
  access: listableWebhooks,
  async handle({ ctx, target, list }) {
    const found = await queries.listWebhooks(ctx, target.org_id, ctx.caller.projectLimit, list)
    return pageAnswer(ctx, list, found, (page) => page.map((row) => presentWebhook(ctx, row)))
  },
})

export const createWebhook = operation({
  id: 'webhooks.create',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Create a webhook',
  description:
    'From the next change on, the events it asks for are sent to its URL, signed with the secret that this answer alone ' +
    'shows. They hold what you may know at that time. For owners and admins of the organization and for service ' +
    'accounts; with a token limited to projects, for some of these. At most 200 webhooks per organization.',
  scope: 'webhooks:write',
  body: webhookCreate,
  reply: { status: 200, schema: webhookCreated },
  problems: {
    422: 'the URL is refused, an event type is unknown, a project is not one you can read, or the organization has 200 webhooks',
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
    const made = await queries.insertWebhook(ctx, {
      org_id: target.org_id,
      name: body.name,
      url: body.url,
      api_version: contractVersion,
      events: [...new Set(body.events)],
      project_ids: projectsOf(body.project_ids),
    })
    ctx.emit({ ...subject(made.row), type: 'webhook.created', before: null, after: toldOf(made.row) })
    return shownOnce(ctx, made)
  },
})

export const readWebhook = operation({
  id: 'webhooks.read',
  method: 'GET',
  path: '/v1/webhooks/{subscription_id}',
  summary: 'Read a webhook',
  description: 'Where it sends to, what it asks for, and how its deliveries fare. Never shows the secret.',
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
  summary: 'Change, pause or resume a webhook',
  description:
    'Absent fields stay as they are. While it is `paused` nothing new is queued, and what was queued waits. `active` ' +
    'resumes it, enables a disabled one again and forgets its failures; what waited is then sent. A service account ' +
    "that changes where another's webhook sends to, or what, becomes its owner, as does whoever enables one whose " +
    'owner is gone.',
  scope: 'webhooks:write',
  params: webhookParams,
  body: webhookUpdate,
  reply: { status: 200, schema: webhookOut },
  problems: { 422: 'the URL is refused, an event type is unknown, or a project is not one you can read' },
  emits: { 'webhook.updated': 'A webhook changed, or was paused or resumed.' },
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
    const wanted = applyUpdate(target, body)
    await requireReadableProjects(ctx, target.org_id, body.project_ids)
    const healed = body.status === 'active' ? await queries.forgetFailures(ctx, target) : target
    const change = toldChange(target, wanted)
    if (!change) return shown(ctx, healed)
    const changer = { user_id: ctx.user.user_id, admin: ctx.caller.isOrgAdmin(target.org_id) }
    const owner_user_id = ownerAfter(target, wanted, changer)
    const row = await queries.updateWebhook(ctx, target, { ...wanted, owner_user_id })
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
  description: 'What waits to be sent to it is dropped.',
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
  summary: "Replace a webhook's secret",
  description:
    'The new secret is shown in this answer alone. For 24 hours deliveries carry a signature with each of the two, so ' +
    'that a receiver can change over in its own time. A second rotation in that time drops the older secret.',
  scope: 'webhooks:write',
  params: webhookParams,
  reply: { status: 200, schema: webhookCreated },
  emits: { 'webhook.secret_rotated': 'A webhook has a new secret.' },
  access: reachableWebhook,
  async handle({ ctx, target }) {
    const made = await queries.rotateSecret(ctx, target)
    ctx.emit({
      ...subject(target),
      type: 'webhook.secret_rotated',
      before: { secret_prefix: target.secret_prefix },
      after: { secret_prefix: made.row.secret_prefix },
    })
    return shownOnce(ctx, made)
  },
})
