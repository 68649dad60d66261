import { taskRestrictedEvent } from './events.ts'
import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { orgRoles } from '../../../core/caller.ts'
import { createSubject, findChangedAttributes } from '../../../core/change-event.ts'
import { exactNameParam } from '../../../http/pagination/name-filter.ts'
import { respondWithPage, type ListSpec } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { deprecatedPut, defineOperation } from '../../../http/operation.ts'
import { conflict } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { resolveDesignation } from '../designations/policy.ts'
import { loadMemberForUpdate, loadReadableMember, loadMemberForRemoval } from './policy.ts'
import { endMembership } from './commands.ts'
import * as queries from './queries.ts'
import type { OrganizationMemberRow } from './queries.ts'
import { organizationMemberUpdate, organizationMember } from './schema.ts'

const params = { user_id: 'The user ID of the member.' }

const presentMember = (row: OrganizationMemberRow) => pickProperties(organizationMember, row)

const sorts: ListSpec = {
  sorts: {
    username: [{ sql: 'm.username_key', type: 'text' }],
    email: [{ sql: 'u.email_key', type: 'text', nullable: true }],
    role: [{ sql: `array_position(ARRAY['${orgRoles.join("','")}'], m.role)`, type: 'integer' }],
    last_active_at: [{ sql: 'm.last_active_at', type: 'timestamptz', nullable: true }],
  },
  defaultOrder: [{ sql: 'm.username_key', type: 'text' }],
  id: { sql: 'm.user_id', type: 'uuid' },
}

export const listOrganizationMembersOperation = defineOperation({
  id: 'organization-members.list',
  method: 'GET',
  path: '/v1/organization-members/{org_id}',
  summary: 'List organization members',
  description:
    'Returns the active and deactivated members of an organization, by username unless sorted otherwise. Sorting by ' +
    '`role` puts owners first. Guests see only themselves and users with whom they share a project or team.',
  scope: 'org:read',
  query: s.object({
    search: s.searchParam('Returns only members whose username or email contains this text (case-insensitive).'),
    username: exactNameParam('Returns only the member with this exact username (case-insensitive).'),
    role: s.optional(s.stringEnum(orgRoles, 'Returns only members with this role.')),
    is_active: s.optional(s.bool('`true`: returns only active members. `false`: only deactivated ones.')),
  }),
  reply: { status: 200, schema: s.pageSchema(organizationMember) },
  list: sorts,
  authorize: ({ ctx, params }) => ctx.caller.requireMembership(params.org_id) && undefined,
  async handle({ ctx, params, query, list }) {
    const { org_id, role } = ctx.caller.requireMembership(params.org_id)
    const found = await queries.listOrganizationMembers(ctx, list, org_id, role, query)
    return respondWithPage(ctx, list, found, presentMember)
  },
})

export const getOrganizationMemberOperation = defineOperation({
  id: 'organization-members.read',
  method: 'GET',
  path: '/v1/organization-members/{user_id}/{org_id}',
  summary: 'Get an organization member',
  description:
    'Returns a member of an organization. For guests, returns 404 for users with whom they share no project or team.',
  scope: 'org:read',
  params,
  reply: { status: 200, schema: organizationMember },
  authorize: loadReadableMember,
  handle: async ({ target }) => respond(presentMember(target), target.version),
})

async function requireOtherOwner(ctx: Context, member: OrganizationMemberRow) {
  const other = await queries.findOtherOrganizationOwner(ctx, member)
  if (!other) throw conflict('This is the only active owner. Make another member an owner first.')
  return other
}

/** Throws 409 for service accounts, which have operations of their own. */
function rejectServiceAccount(row: OrganizationMemberRow): void {
  if (row.kind === 'service_account')
    throw conflict('The role of a service account is always member. Deactivate it as a service account.')
}

const buildMemberSubject = createSubject('member', 'user_id')

function emitChanges(ctx: Context, before: OrganizationMemberRow, after: OrganizationMemberRow): void {
  const subject = buildMemberSubject(after)
  const role = findChangedAttributes(before, after, ['role', 'is_active'])
  if (role) ctx.emit({ ...subject, type: 'member.role_changed', ...role })
  const designation = findChangedAttributes(before, after, ['designation_id', 'designation'])
  if (designation) ctx.emit({ ...subject, type: 'member.designation_changed', ...designation })
}

export const updateOrganizationMemberOperation = defineOperation({
  id: 'organization-members.update',
  method: 'PATCH',
  path: '/v1/organization-members/{user_id}/{org_id}',
  summary: 'Update an organization member',
  description:
    'Updates role, designation or activation of a member; omitted fields keep their value, and `null` clears the ' +
    'designation. `is_active: false` deactivates a member: their tokens return 401 and their app connections are ' +
    'revoked, but they stay in their projects and teams; `true` reactivates the member and their tokens. Requires: ' +
    'organization admin; to change an owner or grant the owner role, owner of the organization.',
  scope: 'org:write',
  requiresRecentLogin: { appliesTo: ({ role }) => role === 'owner' },
  params,
  body: organizationMemberUpdate,
  reply: { status: 200, schema: organizationMember },
  problems: { 409: 'The organization would have no active owner, or the member is a service account.' },
  emits: {
    'member.role_changed': 'The role of a member changed, or a member was activated or deactivated.',
    'member.designation_changed': 'The designation of a member changed.',
  },
  example: { body: { role: 'admin' } },
  authorize: loadMemberForUpdate,
  async handle({ ctx, target, body }) {
    const designation = await resolveDesignation(ctx, target.org_id, body, target.designation_id)
    const next = {
      role: body.role ?? target.role,
      is_active: body.is_active ?? target.is_active,
      designation_id: designation === undefined ? target.designation_id : designation,
    }
    const change = findChangedAttributes(target, next, Object.keys(next))
    if (!change) return respond(presentMember(target), target.version)
    if ('role' in change.after || 'is_active' in change.after) rejectServiceAccount(target)
    const wasOwner = target.role === 'owner' && target.is_active
    if (wasOwner && (next.role !== 'owner' || !next.is_active)) await requireOtherOwner(ctx, target)
    const row = await queries.saveOrganizationMember(ctx, target, next)
    if (target.is_active && !row.is_active) await queries.revokeAppConnections(ctx, target)
    emitChanges(ctx, target, row)
    return respond(presentMember(row), row.version)
  },
})

export const putOrganizationMemberOperation = deprecatedPut(
  updateOrganizationMemberOperation,
  'organization-members.replace',
)

export const removeOrganizationMemberOperation = defineOperation({
  id: 'organization-members.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: '/v1/organization-members/{user_id}/{org_id}',
  summary: 'Remove an organization member',
  description:
    'Removes a member from the organization, its projects, teams, milestones and task restrictions. Projects and teams ' +
    'without another owner, and tasks restricted to no other user, pass to the caller or, when members remove ' +
    'themselves, to the longest-standing owner of the organization. The user stays recorded as assignee and creator. ' +
    'Their app connections are revoked; their access tokens return 401 but stay listed until an admin revokes them. A ' +
    'later invitation restores none of this. Members may remove themselves. Otherwise requires: organization admin; to ' +
    'remove an owner, owner of the organization.',
  scope: 'org:write',
  params,
  reply: { status: 200, schema: s.okResponse },
  problems: { 409: 'The member is the only active owner, or a service account.' },
  emits: { 'member.removed': 'A user is no longer a member of the organization.', ...taskRestrictedEvent },
  authorize: loadMemberForRemoval,
  async handle({ ctx, target }) {
    rejectServiceAccount(target)
    const owner = await requireOtherOwner(ctx, target)
    const isSelf = target.user_id === ctx.user.user_id
    const ended = await endMembership(ctx, target, isSelf ? owner : ctx.user, 'member.removed')
    await queries.revokeAppConnections(ctx, target)
    const row = await queries.saveOrganizationMember(ctx, target, {
      is_active: false,
      deleted_at: ctx.now,
      deleted_by: ctx.user.username,
      delete_reason: isSelf ? 'left' : 'removed',
    })
    const { username, role } = target
    const before = { username, role, ...ended }
    ctx.emit({ ...buildMemberSubject(target), type: 'member.removed', before, after: null })
    return respond({ ok: true }, row.version)
  },
})
