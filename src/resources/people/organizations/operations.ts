import type { Static } from 'typebox'
import { requireOrgAdmin, rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { mergeFreeFormObject } from '../../../core/merge-patch.ts'
import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import { forbidden, notAMember } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { toSortKey } from '../../../core/text.ts'
import { revokeClientsByOrg } from '../../platform/tokens/queries.ts'
import { createOrganization } from './commands.ts'
import * as queries from './queries.ts'
import type { OrganizationSummaryRow, OrganizationRow } from './queries.ts'
import { organization, organizationSummary, organizationCreate, organizationUpdate } from './schema.ts'

const params = s.object({ org_id: s.text() })

/** Returns the organization, locked in a write. Throws 403 unless the caller is an active member. */
export async function loadOrganization({ ctx, params }: { ctx: Context; params: { org_id: string } }) {
  const { org_id } = ctx.caller.requireMembership(params.org_id)
  const row = await queries.findOrganization(ctx, org_id)
  if (!row) throw notAMember()
  return row
}

/** Returns the locked organization. Throws 403 unless the caller is an admin. */
export async function loadOrganizationForUpdate(call: { ctx: Context; params: { org_id: string } }) {
  const row = await loadOrganization(call)
  requireOrgAdmin(call.ctx, row.org_id)
  rejectProjectScopedToken(call.ctx)
  return row
}

async function respondWithOrganization(ctx: Context, row: OrganizationRow, role: string) {
  const details = await queries.findOrganizationDetails(ctx, row.org_id)
  return respond({ ...row, ...details, plan: null, role, is_deleted: false, access_status: 'active' }, row.version)
}

const mergeMetadata = (stored: OrganizationRow['metadata'], patch: Record<string, unknown> | null) =>
  patch && mergeFreeFormObject(stored, patch, ['body', 'metadata'])

const sorts: ListSpec = {
  sorts: {
    name: [{ sql: 'o.name_key', type: 'text' }],
    created_at: [{ sql: 'o.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 'o.name_key', type: 'text' }],
  id: { sql: 'o.org_id', type: 'uuid' },
}

const presentCard = (row: OrganizationSummaryRow) => ({
  org_id: row.org_id,
  name: row.name,
  description: row.description,
  role: row.role,
  designation: row.designation,
  project_count: row.project_count,
  member_count: row.member_count,
  created_by: row.created_by,
  created_at: row.created_at,
  owners: row.owners,
  is_invite: false,
  invitation_id: null,
  version: row.version,
})

export const listOrganizationsOperation = defineOperation({
  id: 'organizations.list',
  method: 'GET',
  path: '/v1/organizations',
  summary: 'List organizations',
  description:
    'Returns the organizations that the caller is an active member of, by name unless sorted otherwise. An access token ' +
    'returns only its own organization.',
  scope: 'org:read',
  reply: { status: 200, schema: s.pageSchema(organizationSummary) },
  list: sorts,
  authorize: () => undefined,
  async handle({ ctx, list }) {
    return respondWithPage(ctx, list, await queries.listOrganizations(ctx, list), (cards) => cards.map(presentCard))
  },
})

export const createOrganizationOperation = defineOperation({
  id: 'organizations.create',
  method: 'POST',
  path: '/v1/organizations',
  summary: 'Create an organization',
  description: 'Creates an organization with the caller as its owner. Requires: a signed-in user, not an access token.',
  scope: 'session',
  body: organizationCreate,
  reply: { status: 201, schema: organization },
  emits: { 'org.created': 'The organization was created.' },
  example: { body: { name: 'Harbour Works', description: 'Cranes and quays' } },
  authorize: () => undefined,
  async handle({ ctx, body }) {
    return respondWithOrganization(ctx, await createOrganization(ctx, body), 'owner')
  },
})

export const getOrganizationOperation = defineOperation({
  id: 'organizations.read',
  method: 'GET',
  path: '/v1/organizations/{org_id}',
  summary: 'Get an organization',
  description: 'Returns an organization. Requires: member of the organization.',
  scope: 'org:read',
  params,
  reply: { status: 200, schema: organization },
  authorize: loadOrganization,
  async handle({ ctx, target }) {
    return respondWithOrganization(ctx, target, ctx.caller.requireMembership(target.org_id).role)
  },
})

const applyUpdate = (target: OrganizationRow, body: Static<typeof organizationUpdate>) => ({
  name: body.name ?? target.name,
  description: body.description === undefined ? target.description : (body.description ?? ''),
  logo: body.logo === undefined ? target.logo : body.logo,
  email: body.email === undefined ? target.email : body.email,
  metadata: body.metadata === undefined ? target.metadata : mergeMetadata(target.metadata, body.metadata),
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
  params,
  body: organizationUpdate,
  reply: { status: 200, schema: organization },
  emits: { 'org.updated': 'Attributes of the organization changed.' },
  example: { body: { description: 'Cranes, quays and tugs' } },
  authorize: loadOrganizationForUpdate,
  async handle({ ctx, target, body }) {
    const next = applyUpdate(target, body)
    const { role } = ctx.caller.requireMembership(target.org_id)
    const change = findChangedAttributes(target, next, Object.keys(next))
    if (!change) return respondWithOrganization(ctx, target, role)
    const metadata = next.metadata === null ? null : JSON.stringify(next.metadata)
    const fields = { ...next, name_key: toSortKey(next.name), metadata }
    const row = await queries.saveOrganization(ctx, target.org_id, fields)
    ctx.emit({
      org_id: row.org_id,
      type: 'org.updated',
      resource_type: 'organization',
      resource_id: row.org_id,
      ...change,
    })
    return respondWithOrganization(ctx, row, role)
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
  params,
  reply: { status: 200, schema: s.okResponse },
  emits: { 'org.deleted': 'The organization was deleted.' },
  async authorize(call) {
    const row = await loadOrganization(call)
    if (call.ctx.caller.requireMembership(row.org_id).role !== 'owner')
      throw forbidden('Only owners can delete the organization.')
    return row
  },
  async handle({ ctx, target }) {
    const row = await queries.saveOrganization(ctx, target.org_id, { deleted_at: ctx.now })
    const revocation = { at: ctx.wallTime, by: ctx.user.username, reason: 'client_revoked' }
    await revokeClientsByOrg(ctx.db, target.org_id, revocation)
    ctx.emit({
      org_id: row.org_id,
      type: 'org.deleted',
      resource_type: 'organization',
      resource_id: row.org_id,
      before: { name: target.name },
      after: null,
    })
    return respond({ ok: true }, row.version)
  },
})
