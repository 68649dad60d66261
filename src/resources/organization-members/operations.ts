import { taskRestricted } from './events.ts'
import type { Context } from '../../kernel/context.ts'
import { orgRoles } from '../../kernel/caller.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { wholeName } from '../../kernel/lists/named.ts'
import { pageAnswer, type ListSpec } from '../../kernel/paging.ts'
import { answer } from '../../kernel/answer.ts'
import { deprecatedPut, operation } from '../../kernel/operation.ts'
import { conflict } from '../../kernel/problem.ts'
import {
  acknowledgement,
  bool,
  object,
  oneOf,
  optional,
  pageOf,
  searched,
  text,
} from '../../kernel/schema.ts'
import { resolveDesignation } from '../designations/access.ts'
import { changeableMember, readableMember, removableMember } from './access.ts'
import { endPlaces } from './leaving.ts'
import * as queries from './queries.ts'
import type { MemberRow } from './queries.ts'
import { memberUpdate, organizationMember } from './schemas.ts'

const orgId = text()
const params = object({ user_id: text({ description: 'The user ID of the member.' }), org_id: orgId })

const presentMember = (row: MemberRow) => ({
  user_id: row.user_id,
  org_id: row.org_id,
  email: row.email,
  username: row.username,
  designation: row.designation,
  designation_id: row.designation_id,
  role: row.role,
  invited_by: row.invited_by,
  is_active: row.is_active,
  invited_at: row.invited_at,
  accepted_at: row.accepted_at,
  updated_by: row.updated_by,
  updated_at: row.updated_at,
  deleted_at: row.deleted_at,
  delete_reason: row.delete_reason,
  deleted_by: row.deleted_by,
  last_active_at: row.last_active_at,
  kind: row.kind,
  version: row.version,
})

const sorts: ListSpec = {
  sorts: {
    username: [{ sql: 'm.username_key', type: 'text' }],
    email: [{ sql: 'u.email_key', type: 'text', nullable: true }],
    role: [{ sql: `array_position(ARRAY['${orgRoles.join("','")}'], m.role)`, type: 'integer' }],
    last_active_at: [{ sql: 'm.last_active_at', type: 'timestamptz', nullable: true }],
  },
  natural: [{ sql: 'm.username_key', type: 'text' }],
  id: { sql: 'm.user_id', type: 'uuid' },
}

export const listMembers = operation({
  id: 'organization-members.list',
  method: 'GET',
  path: '/v1/organization-members/{org_id}',
  summary: 'List organization members',
  description:
    'Returns the active and deactivated members of an organization, by username unless sorted otherwise. Sorting by ' +
    '`role` puts owners first. Guests see only themselves and users with whom they share a project or team.',
  scope: 'org:read',
  params: object({ org_id: orgId }),
  query: object({
    search: searched('Returns only members whose username or email contains this text (case-insensitive).'),
    username: wholeName('Returns only the member with this exact username (case-insensitive).'),
    role: optional(oneOf(orgRoles, { description: 'Returns only members with this role.' })),
    is_active: optional(
      bool({ description: '`true`: returns only active members. `false`: only deactivated ones.' }),
    ),
  }),
  reply: { status: 200, schema: pageOf(organizationMember) },
  list: sorts,
  access: ({ ctx, params }) => ctx.caller.memberOf(params.org_id) && undefined,
  async handle({ ctx, params, query, list }) {
    const { org_id, role } = ctx.caller.memberOf(params.org_id)
    const found = await queries.listMembers(ctx, list, org_id, role, query)
    return pageAnswer(ctx, list, found, (members) => members.map(presentMember))
  },
})

export const readMember = operation({
  id: 'organization-members.read',
  method: 'GET',
  path: '/v1/organization-members/{user_id}/{org_id}',
  summary: 'Get an organization member',
  description:
    'Returns a member of an organization. For guests, returns 404 for users with whom they share no project or team.',
  scope: 'org:read',
  params,
  reply: { status: 200, schema: organizationMember },
  access: readableMember,
  handle: async ({ target }) => answer(presentMember(target), target.version),
})

/** Returns the longest-standing other active owner of the organization. Throws 409 if there is none. */
async function requireOtherOwner(ctx: Context, member: MemberRow) {
  const other = await queries.findOtherOwner(ctx, member)
  if (!other) throw conflict('This is the only active owner. Make another member an owner first.')
  return other
}

/** Throws 409 for service accounts, which have operations of their own. */
function rejectServiceAccount(row: MemberRow): void {
  if (row.kind === 'service_account')
    throw conflict('The role of a service account is always member. Deactivate it as a service account.')
}

/** Emits one event for a changed role or activation, and one for a changed designation. */
function emitChanges(ctx: Context, before: MemberRow, after: MemberRow): void {
  const { org_id, user_id } = after
  const subject = { org_id, resource_type: 'member', resource_id: user_id }
  const role = changedAttributes(before, after, ['role', 'is_active'])
  if (role) ctx.emit({ ...subject, type: 'member.role_changed', ...role })
  const designation = changedAttributes(before, after, ['designation_id', 'designation'])
  if (designation) ctx.emit({ ...subject, type: 'member.designation_changed', ...designation })
}

export const updateMember = operation({
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
  freshSignIn: { asks: ({ role }) => role === 'owner' },
  params,
  body: memberUpdate,
  reply: { status: 200, schema: organizationMember },
  problems: { 409: 'the organization would have no active owner, or the member is a service account' },
  emits: {
    'member.role_changed': 'The role of a member changed, or a member was activated or deactivated.',
    'member.designation_changed': 'The designation of a member changed.',
  },
  example: { body: { role: 'admin' } },
  access: changeableMember,
  async handle({ ctx, target, body }) {
    const designation = await resolveDesignation(ctx, target.org_id, body, target.designation_id)
    const next = {
      role: body.role ?? target.role,
      is_active: body.is_active ?? target.is_active,
      designation_id: designation === undefined ? target.designation_id : designation,
    }
    const change = changedAttributes(target, next, Object.keys(next))
    if (!change) return answer(presentMember(target), target.version)
    if ('role' in change.after || 'is_active' in change.after) rejectServiceAccount(target)
    const wasOwner = target.role === 'owner' && target.is_active
    if (wasOwner && (next.role !== 'owner' || !next.is_active)) await requireOtherOwner(ctx, target)
    const row = await queries.updateMember(ctx, target, next)
    if (target.is_active && !row.is_active) await queries.endAppConnections(ctx, target)
    emitChanges(ctx, target, row)
    return answer(presentMember(row), row.version)
  },
})

export const replaceMember = deprecatedPut(updateMember, 'organization-members.replace')

export const deleteMember = operation({
  id: 'organization-members.delete',
  method: 'DELETE',
  goneIs: 404,
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
  reply: { status: 200, schema: acknowledgement },
  problems: { 409: 'the member is the only active owner, or a service account' },
  emits: { 'member.removed': 'A user is no longer a member of the organization.', ...taskRestricted },
  access: removableMember,
  async handle({ ctx, target }) {
    rejectServiceAccount(target)
    const owner = await requireOtherOwner(ctx, target)
    const isSelf = target.user_id === ctx.user.user_id
    const ended = await endPlaces(ctx, target, isSelf ? owner : ctx.user, 'member.removed')
    await queries.endAppConnections(ctx, target)
    const row = await queries.updateMember(ctx, target, {
      is_active: false,
      deleted_at: ctx.now,
      deleted_by: ctx.user.username,
      delete_reason: isSelf ? 'left' : 'removed',
    })
    const { org_id, user_id, username, role } = target
    const before = { username, role, ...ended }
    ctx.emit({
      org_id,
      type: 'member.removed',
      resource_type: 'member',
      resource_id: user_id,
      before,
      after: null,
    })
    return answer({ ok: true }, row.version)
  },
})
