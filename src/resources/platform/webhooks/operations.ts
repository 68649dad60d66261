import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { CONTRACT_VERSION } from '../../../http/openapi/document.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import {
  requireOrgForWebhookCreate,
  requireOrgForWebhookList,
  loadReadableWebhook,
  requireAllowedWebhookUrl,
  rejectWiderProjects,
  requireReadableProjects,
  requireWebhookCapacity,
} from './policy.ts'
import { markOrgDue } from './enqueue.ts'
import {
  createWebhookPresenter,
  respondWithWebhook,
  respondWithWebhookSecret,
  buildWebhookSubject,
  diffWebhook,
  toWebhookEventData,
  omitUnchangedProjects,
} from './presenter.ts'
import * as queries from './queries.ts'
import { applyWebhookUpdate, chooseWebhookOwner, normalizeProjectIds, requireKnownEventTypes } from './rules.ts'
import * as schemas from './schema.ts'

const webhookSorts: ListSpec = {
  sorts: {
    name: [{ sql: 's.name_key', type: 'text' }],
    created_at: [{ sql: 's.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 's.created_at', type: 'timestamptz' }],
  id: { sql: 's.subscription_id', type: 'text' },
}

export const listWebhooksOperation = defineOperation({
  id: 'webhooks.list',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List webhooks',
  description:
    'Returns the webhooks of an organization. Requires: organization owner, admin or service account. A project-scoped ' +
    'token sees only webhooks that are limited to its projects.',
  scope: 'webhooks:read',
  query: s.object({ org_id: s.orgIdParam }),
  reply: { status: 200, schema: s.pageSchema(schemas.webhookSchema) },
  list: webhookSorts,
  authorize: requireOrgForWebhookList,
  async handle({ ctx, target, list }) {
    const rows = await queries.listWebhooks(ctx, target.org_id, ctx.caller.allowedProjectIds, list)
    return respondWithPage(ctx, list, rows, await createWebhookPresenter(ctx, rows))
  },
})

export const createWebhookOperation = defineOperation({
  id: 'webhooks.create',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Create a webhook',
  description:
    'Creates a webhook that you own. Events from now on are sent to its URL, signed with the secret that only this ' +
    'response contains. A payload includes only what the owner can read at that time. Requires: organization owner, ' +
    'admin or service account; with a project-scoped token, `project_ids` is required. An organization has at most 200 webhooks.',
  scope: 'webhooks:write',
  body: schemas.webhookCreateSchema,
  reply: { status: 200, schema: schemas.webhookCreatedSchema },
  problems: {
    422: 'The URL is refused, an event type is unknown, you cannot read a project, or the organization has 200 webhooks.',
  },
  emits: { 'webhook.created': 'A webhook was created.' },
  example: {
    body: {
      name: 'Release board',
      url: 'https://hooks.example.com/svc',
      events: ['task.updated', 'task.moved', 'project.*'],
    },
  },
  authorize: requireOrgForWebhookCreate,
  async sideEffect({ ctx, body }) {
    requireKnownEventTypes(ctx.services.eventTypes, body.events)
    await requireAllowedWebhookUrl(ctx, body.url)
  },
  async handle({ ctx, target, body }) {
    await requireReadableProjects(ctx, target.org_id, body.project_ids)
    await requireWebhookCapacity(ctx, target.org_id)
    const created = await queries.insertWebhook(ctx, {
      org_id: target.org_id,
      name: body.name,
      url: body.url,
      api_version: CONTRACT_VERSION,
      events: [...new Set(body.events)],
      project_ids: normalizeProjectIds(body.project_ids),
    })
    ctx.emit({
      ...buildWebhookSubject(created.row),
      type: 'webhook.created',
      before: null,
      after: toWebhookEventData(created.row),
    })
    return respondWithWebhookSecret(ctx, created)
  },
})

export const readWebhookOperation = defineOperation({
  id: 'webhooks.read',
  method: 'GET',
  path: '/v1/webhooks/{subscription_id}',
  summary: 'Get a webhook',
  description: 'Returns the URL, the subscribed events and the delivery health of a webhook, without its secret.',
  scope: 'webhooks:read',
  params: schemas.webhookParams,
  reply: { status: 200, schema: schemas.webhookSchema },
  authorize: loadReadableWebhook,
  handle: async ({ ctx, target }) => respondWithWebhook(ctx, target),
})

export const updateWebhookOperation = defineOperation({
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/v1/webhooks/{subscription_id}',
  summary: 'Update a webhook',
  description:
    'Updates the given fields; omitted fields keep their value. While `status` is `paused`, no new events are queued and ' +
    'queued deliveries are not sent. `active` resumes a paused webhook, enables a disabled one and resets its failures; ' +
    'queued deliveries are then sent. Failures of the previous URL do not count for a new one. A caller who changes the ' +
    'URL, the events or the projects of a webhook of another user becomes its owner. So does a service account that ' +
    'changes these, or resumes or enables a webhook of another owner. If the owner has left or lost the right to have ' +
    'webhooks, any caller who does one of these becomes the owner.',
  scope: 'webhooks:write',
  params: schemas.webhookParams,
  body: schemas.webhookUpdateSchema,
  reply: { status: 200, schema: schemas.webhookSchema },
  problems: { 422: 'The URL is refused, an event type is unknown, or you cannot read a project.' },
  emits: { 'webhook.updated': 'A webhook was updated, paused or resumed.' },
  example: { body: { status: 'paused' } },
  async authorize(call) {
    const target = await loadReadableWebhook(call)
    rejectWiderProjects(call.ctx, call.body.project_ids)
    return target
  },
  async sideEffect({ ctx, target, body }) {
    if (body.events) requireKnownEventTypes(ctx.services.eventTypes, body.events)
    if (body.url && body.url !== target.url) await requireAllowedWebhookUrl(ctx, body.url)
  },
  async handle({ ctx, target, body }) {
    const project_ids = await omitUnchangedProjects(ctx, target, body.project_ids)
    const fields = applyWebhookUpdate(target, { ...body, project_ids })
    await requireReadableProjects(ctx, target.org_id, body.project_ids)
    const hasNewUrl = fields.url !== target.url
    const resetsHealth = body.status === 'active' || hasNewUrl
    const reset = resetsHealth ? await queries.resetWebhookHealth(ctx, target, hasNewUrl) : target
    const change = diffWebhook(target, fields)
    if (!change) return respondWithWebhook(ctx, reset)
    const actor = { user_id: ctx.user.user_id, admin: ctx.caller.isOrgAdmin(target.org_id) }
    const owner_user_id = chooseWebhookOwner(target, fields, actor)
    const row = await queries.saveWebhook(ctx, target, { ...fields, owner_user_id })
    if (row.status === 'active')
      ctx.ignoreRejection(markOrgDue(ctx.database, ctx.db, { org_id: row.org_id, due_at: ctx.now }))
    ctx.emit({ ...buildWebhookSubject(row), type: 'webhook.updated', ...change })
    return respondWithWebhook(ctx, row)
  },
})

export const deleteWebhookOperation = defineOperation({
  id: 'webhooks.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: '/v1/webhooks/{subscription_id}',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook and drops its queued deliveries.',
  scope: 'webhooks:write',
  params: schemas.webhookParams,
  reply: { status: 200, schema: schemas.webhookSchema },
  emits: { 'webhook.deleted': 'A webhook was deleted.' },
  authorize: loadReadableWebhook,
  async handle({ ctx, target }) {
    const row = await queries.markWebhookDeleted(ctx, target)
    ctx.emit({
      ...buildWebhookSubject(row),
      type: 'webhook.deleted',
      before: toWebhookEventData(target),
      after: null,
    })
    return respondWithWebhook(ctx, row)
  },
})

export const rotateWebhookSecretOperation = defineOperation({
  id: 'webhooks.rotate_secret',
  method: 'POST',
  path: '/v1/webhooks/{subscription_id}/rotate-secret',
  summary: 'Rotate a webhook secret',
  description:
    'Replaces the signing secret of a webhook. Only this response contains the new secret. For 24 hours, deliveries are ' +
    'signed with both secrets, so that receivers can switch without downtime. A second rotation within that time ' +
    'invalidates the older secret immediately.',
  scope: 'webhooks:write',
  params: schemas.webhookParams,
  reply: { status: 200, schema: schemas.webhookCreatedSchema },
  emits: { 'webhook.secret_rotated': 'The secret of a webhook was rotated.' },
  authorize: loadReadableWebhook,
  async handle({ ctx, target }) {
    const created = await queries.rotateWebhookSecret(ctx, target)
    ctx.emit({
      ...buildWebhookSubject(target),
      type: 'webhook.secret_rotated',
      before: { secret_prefix: target.secret_prefix },
      after: { secret_prefix: created.row.secret_prefix },
    })
    return respondWithWebhookSecret(ctx, created)
  },
})
