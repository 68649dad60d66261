import type { Static } from 'typebox'
import { orgAdmin, wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { pageAnswer, type ListSpec } from '../../kernel/paging.ts'
import { mergeFreeForm } from '../../kernel/values/merge-patch.ts'
import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { forbidden, notAMember } from '../../kernel/problem.ts'
import { acknowledgement, object, pageOf, text } from '../../kernel/schema.ts'
import { sortKey } from '../../kernel/text.ts'
import { revokeAppsOf } from '../tokens/queries.ts'
import { makeOrganization } from './making.ts'
import * as queries from './queries.ts'
import type { CardRow, OrganizationRow } from './queries.ts'
import { organization, organizationCard, organizationCreate, organizationUpdate } from './schemas.ts'

const params = object({ org_id: text({ description: 'The organization.' }) })

/** The organization as a member sees it; locked on writes. */
export async function readableOrganization({ ctx, params }: { ctx: Context; params: { org_id: string } }) {
  const { org_id } = ctx.caller.memberOf(params.org_id)
  const row = await queries.findOrganization(ctx, org_id)
  if (!row) throw notAMember()
  return row
}

/** The organization for a change by its owners and admins. */
export async function editableOrganization(call: { ctx: Context; params: { org_id: string } }) {
  const row = await readableOrganization(call)
  orgAdmin(call.ctx, row.org_id)
  wholeOrganization(call.ctx)
  return row
}

async function present(ctx: Context, row: OrganizationRow, role: string) {
  const facts = await queries.findFacts(ctx, row.org_id)
  return answer(
    { ...row, ...facts, plan: null, role, is_deleted: false, access_status: 'active' },
    row.version,
  )
}

const merged = (stored: OrganizationRow['metadata'], patch: Record<string, unknown> | null) =>
  patch && mergeFreeForm(stored, patch, ['body', 'metadata'])

const sorts: ListSpec = {
  sorts: {
    name: [{ sql: 'o.name_key', type: 'text' }],
    created_at: [{ sql: 'o.created_at', type: 'timestamptz' }],
  },
  natural: [{ sql: 'o.name_key', type: 'text' }],
  id: { sql: 'o.org_id', type: 'uuid' },
}

const presentCard = (row: CardRow) => ({
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

export const listOrganizations = operation({
  id: 'organizations.list',
  method: 'GET',
  path: '/v1/organizations',
  summary: 'List your organizations',
  description:
    'The organizations you are an active member of. With an access token: its own organization alone.',
  scope: 'org:read',
  reply: { status: 200, schema: pageOf(organizationCard) },
  list: sorts,
  access: () => undefined,
  async handle({ ctx, list }) {
    return pageAnswer(ctx, list, await queries.listCards(ctx, list), (cards) => cards.map(presentCard))
  },
})

export const createOrganization = operation({
  id: 'organizations.create',
  method: 'POST',
  path: '/v1/organizations',
  summary: 'Create an organization',
  description: 'Anybody who is signed in may; the creator becomes its owner.',
  scope: 'session',
  body: organizationCreate,
  reply: { status: 201, schema: organization },
  emits: { 'org.created': 'The organization was created.' },
  example: { body: { name: 'Harbour Works', description: 'Cranes and quays' } },
  access: () => undefined,
  async handle({ ctx, body }) {
    return present(ctx, await makeOrganization(ctx, body), 'owner')
  },
})

export const readOrganization = operation({
  id: 'organizations.read',
  method: 'GET',
  path: '/v1/organizations/{org_id}',
  summary: 'Read an organization',
  scope: 'org:read',
  params,
  reply: { status: 200, schema: organization },
  access: readableOrganization,
  async handle({ ctx, target }) {
    return present(ctx, target, ctx.caller.memberOf(target.org_id).role)
  },
})

/** The organization as the body wants it; what is absent stays. */
const wantedOrganization = (target: OrganizationRow, body: Static<typeof organizationUpdate>) => ({
  name: body.name ?? target.name,
  description: body.description === undefined ? target.description : (body.description ?? ''),
  logo: body.logo === undefined ? target.logo : body.logo,
  email: body.email === undefined ? target.email : body.email,
  metadata: body.metadata === undefined ? target.metadata : merged(target.metadata, body.metadata),
})

export const updateOrganization = operation({
  id: 'organizations.update',
  method: 'PATCH',
  path: '/v1/organizations/{org_id}',
  summary: 'Change an organization',
  description: 'Owners and admins. Absent fields stay as they are; `metadata` is merged.',
  scope: 'org:write',
  params,
  body: organizationUpdate,
  reply: { status: 200, schema: organization },
  emits: { 'org.updated': 'Attributes of the organization changed.' },
  example: { body: { description: 'Cranes, quays and tugs' } },
  access: editableOrganization,
  async handle({ ctx, target, body }) {
    const wanted = wantedOrganization(target, body)
    const { role } = ctx.caller.memberOf(target.org_id)
    const change = changedAttributes(target, wanted, Object.keys(wanted))
    if (!change) return present(ctx, target, role)
    const metadata = wanted.metadata === null ? null : JSON.stringify(wanted.metadata)
    const set = { ...wanted, name_key: sortKey(wanted.name), metadata }
    const row = await queries.updateOrganization(ctx, target.org_id, set)
    ctx.emit({
      org_id: row.org_id,
      type: 'org.updated',
      resource_type: 'organization',
      resource_id: row.org_id,
      ...change,
    })
    return present(ctx, row, role)
  },
})

export const deleteOrganization = operation({
  id: 'organizations.delete',
  method: 'DELETE',
  goneIs: 403,
  path: '/v1/organizations/{org_id}',
  summary: 'Delete an organization',
  description:
    'Owners only, signed in. Every token and webhook of it stops at once, and every app that it registered, everywhere.',
  scope: 'session',
  freshSignIn: {},
  params,
  reply: { status: 200, schema: acknowledgement },
  emits: { 'org.deleted': 'The organization was deleted.' },
  async access(call) {
    const row = await readableOrganization(call)
    if (call.ctx.caller.memberOf(row.org_id).role !== 'owner')
      throw forbidden('Only an owner may delete the organization.')
    return row
  },
  async handle({ ctx, target }) {
    const row = await queries.updateOrganization(ctx, target.org_id, { deleted_at: ctx.now })
    const ending = { at: ctx.wallTime, by: ctx.user.username, reason: 'client_revoked' }
    await revokeAppsOf(ctx.db, target.org_id, ending)
    ctx.emit({
      org_id: row.org_id,
      type: 'org.deleted',
      resource_type: 'organization',
      resource_id: row.org_id,
      before: { name: target.name },
      after: null,
    })
    return answer({ ok: true }, row.version)
  },
})
