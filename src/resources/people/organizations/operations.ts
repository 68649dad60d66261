import { loadOrganization, loadOrganizationForUpdate, loadSettings } from './policy.ts'
import { requireOrgAdmin } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { defineOperation, methodAlias } from '../../../http/operation.ts'
import { forbidden } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { createOrganization, deleteOrganization, updateOrganization, updateSettings } from './commands.ts'
import * as queries from './queries.ts'
import type { OrganizationSummaryRow, OrganizationRow } from './queries.ts'
import * as schemas from './schema.ts'

async function respondWithOrganization(ctx: Context, row: OrganizationRow, role: string) {
  const details = await queries.findOrganizationDetails(ctx, row.org_id)
  return respond({ ...row, ...details, plan: null, role, is_deleted: false, access_status: 'active' }, row.version)
}

const sorts: ListSpec = {
  sorts: {
    name: [{ sql: 'o.name_key', type: 'text' }],
    created_at: [{ sql: 'o.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 'o.name_key', type: 'text' }],
  id: { sql: 'o.org_id', type: 'uuid' },
}

const presentSummary = (row: OrganizationSummaryRow) =>
  pickProperties(schemas.organizationSummary, { ...row, is_invite: false, invitation_id: null })

export const listOrganizationsOperation = defineOperation({
  id: 'organizations.list',
  method: 'GET',
  path: '/v1/organizations',
  summary: 'List organizations',
  description:
    'Returns the organizations that the caller is an active member of, by name unless sorted otherwise. An access token ' +
    'returns only its own organization.',
  scope: 'org:read',
  reply: { status: 200, schema: s.pageSchema(schemas.organizationSummary) },
  list: sorts,
  authorize: () => undefined,
  handle: async ({ ctx, list }) =>
    respondWithPage(ctx, list, await queries.listOrganizations(ctx, list), presentSummary),
})

export const createOrganizationOperation = defineOperation({
  id: 'organizations.create',
  method: 'POST',
  path: '/v1/organizations',
  summary: 'Create an organization',
  description: 'Creates an organization with the caller as its owner. Requires: a signed-in user, not an access token.',
  scope: 'session',
  body: schemas.organizationCreate,
  reply: { status: 201, schema: schemas.organization, created: '/v1/organizations/{org_id}' },
  emits: { 'org.created': 'The organization was created.' },
  example: { body: { name: 'Harbour Works', description: 'Cranes and quays' } },
  authorize: () => undefined,
  handle: async ({ ctx, body }) => respondWithOrganization(ctx, await createOrganization(ctx, body), 'owner'),
})

export const getOrganizationOperation = defineOperation({
  id: 'organizations.read',
  method: 'GET',
  path: '/v1/organizations/{org_id}',
  summary: 'Get an organization',
  description: 'Returns an organization. Requires: member of the organization.',
  scope: 'org:read',
  reply: { status: 200, schema: schemas.organization },
  authorize: loadOrganization,
  handle: async ({ ctx, target }) =>
    respondWithOrganization(ctx, target, ctx.caller.requireMembership(target.org_id).role),
})

export const updateOrganizationOperation = defineOperation({
  id: 'organizations.update',
  method: 'PATCH',
  path: '/v1/organizations/{org_id}',
  summary: 'Update an organization',
  description:
    'Updates the fields in the body; omitted fields keep their value. `metadata` is merged into the stored value. ' +
    '`null` clears `description`, `logo`, `email` and `metadata`. Requires: organization admin.',
  scope: 'org:write',
  body: schemas.organizationUpdate,
  reply: { status: 200, schema: schemas.organization },
  emits: { 'org.updated': 'Attributes of the organization changed.' },
  example: { body: { description: 'Cranes, quays and tugs' } },
  authorize: loadOrganizationForUpdate,
  async handle({ ctx, target, body }) {
    const { role } = ctx.caller.requireMembership(target.org_id)
    return respondWithOrganization(ctx, await updateOrganization(ctx, target, body), role)
  },
})

export const deleteOrganizationOperation = defineOperation({
  id: 'organizations.delete',
  method: 'DELETE',
  statusAfterDelete: 403,
  path: '/v1/organizations/{org_id}',
  summary: 'Delete an organization',
  description:
    'Deletes an organization. Its access tokens, its webhooks, and all apps that it registered (also in other ' +
    'organizations) stop working immediately. Requires: owner of the organization with a recent sign-in, not an access ' +
    'token.',
  scope: 'session',
  requiresRecentLogin: {},
  reply: { status: 200, schema: s.okResponse },
  emits: { 'org.deleted': 'The organization was deleted.' },
  async authorize(call) {
    const row = await loadOrganization(call)
    if (call.ctx.caller.requireMembership(row.org_id).role !== 'owner')
      throw forbidden('Only owners can delete the organization.')
    return row
  },
  handle: async ({ ctx, target }) => respond({ ok: true }, (await deleteOrganization(ctx, target)).version),
})

const respondWithSettings = (row: queries.OrganizationSettingsRow) =>
  respond({ ...row, is_default: row.version === 0 }, row.version)

export const getOrganizationSettingsOperation = defineOperation({
  id: 'organizations.settings',
  method: 'GET',
  path: '/v1/organizations/{org_id}/settings',
  summary: 'Get organization settings',
  description: 'Returns the settings of an organization. Requires: member of the organization.',
  scope: 'org:read',
  reply: { status: 200, schema: schemas.organizationSettings },
  authorize: loadSettings,
  handle: async ({ target }) => respondWithSettings(target),
})

export const updateOrganizationSettingsOperation = defineOperation({
  id: 'organizations.update_settings',
  method: 'PATCH',
  path: '/v1/organizations/{org_id}/settings',
  summary: 'Update organization settings',
  description:
    'Updates the fields in the body; omitted fields keep their value. `null` removes the limit of ' +
    '`audit_retention_days` or `max_token_ttl_days`. Requires: organization admin.',
  scope: 'org:write',
  body: schemas.organizationSettingsUpdate,
  reply: { status: 200, schema: schemas.organizationSettings },
  problems: { 409: 'The caller has no second factor, which the organization would require (`require_second_factor`).' },
  emits: { 'org.settings_changed': 'Settings of the organization changed.' },
  example: { body: { require_token_expiry: true, max_token_ttl_days: 90 } },
  async authorize(call) {
    const settings = await loadSettings(call)
    requireOrgAdmin(call.ctx, settings.org_id)
    return settings
  },
  handle: async ({ ctx, target, body }) => respondWithSettings(await updateSettings(ctx, target, body)),
})

export const putOrganizationSettingsOperation = methodAlias(
  'PUT',
  updateOrganizationSettingsOperation,
  'organizations.update_settings_put',
)
