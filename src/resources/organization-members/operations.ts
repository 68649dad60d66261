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

const orgId = text({ description: 'The organization.' })
const params = object({ user_id: text({ description: 'The member.' }), org_id: orgId })

const present = (row: MemberRow) => ({
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
  summary: 'List the members of an organization',
  description:
    'Deactivated members too, unless `is_active=true`. A guest sees itself and the people it shares a project or team ' +
    'with. Sorted by `role`, owners come first.',
  scope: 'org:read',
  params: object({ org_id: orgId }),
  query: object({
    search: searched('Part of the username or e-mail address, in any case.'),
    username: wholeName('The whole username, in any case.'),
    role: optional(oneOf(orgRoles)),
    is_active: optional(bool()),
  }),
  reply: { status: 200, schema: pageOf(organizationMember) },
  list: sorts,
  access: ({ ctx, params }) => ctx.caller.memberOf(params.org_id) && undefined,
  async handle({ ctx, params, query, list }) {
    const { org_id, role } = ctx.caller.memberOf(params.org_id)
    const found = await queries.listMembers(ctx, list, org_id, role, query)
    return pageAnswer(ctx, list, found, (members) => members.map(present))
  },
})

export const readMember = operation({
  id: 'organization-members.read',
  method: 'GET',
  path: '/v1/organization-members/{user_id}/{org_id}',
  summary: 'Read a member of an organization',
  description: 'A guest sees itself and the people it shares a project or team with; anybody else is 404.',
  scope: 'org:read',
  params,
  reply: { status: 200, schema: organizationMember },
  access: readableMember,
  handle: async ({ target }) => answer(present(target), target.version),
})

/** 409 when no other member is an active owner of the organization; else gives the longest-standing one. */
async function requireOtherOwner(ctx: Context, leaving: MemberRow) {
  const other = await queries.findOtherOwner(ctx, leaving)
  if (!other) throw conflict('This is the only owner: make somebody else an owner first.')
  return other
}

/** 409 for a service account, which is managed among the service accounts. */
function requirePerson(row: MemberRow): void {
  if (row.kind === 'service_account')
    throw conflict("A service account's role is always member; deactivate it among the service accounts.")
}

/** Emits what differs: an event for the standing of the member, and one for its designation. */
function emitChange(ctx: Context, before: MemberRow, after: MemberRow): void {
  const { org_id, user_id } = after
  const subject = { org_id, resource_type: 'member', resource_id: user_id }
  const standing = changedAttributes(before, after, ['role', 'is_active'])
  if (standing) ctx.emit({ ...subject, type: 'member.role_changed', ...standing })
  const designation = changedAttributes(before, after, ['designation_id', 'designation'])
  if (designation) ctx.emit({ ...subject, type: 'member.designation_changed', ...designation })
}

export const updateMember = operation({
  id: 'organization-members.update',
  method: 'PATCH',
  path: '/v1/organization-members/{user_id}/{org_id}',
  summary: "Change a member's role, designation or activity",
  description:
    'Owners and admins; only an owner makes an owner or changes one. `is_active: false` shuts a member out: its tokens ' +
    'answer 401 and its app connections end, while its projects and teams keep it; `true` lets it back in, tokens ' +
    'included. Absent fields stay as they are, `null` takes the designation away.',
  scope: 'org:write',
  freshSignIn: { asks: ({ role }) => role === 'owner' },
  params,
  body: memberUpdate,
  reply: { status: 200, schema: organizationMember },
  problems: { 409: 'the only active owner would be demoted or deactivated; a service account' },
  emits: {
    'member.role_changed': 'A member has another role, or was activated or deactivated.',
    'member.designation_changed': 'A member has another designation.',
  },
  example: { body: { role: 'admin' } },
  access: changeableMember,
  async handle({ ctx, target, body }) {
    const designation = await resolveDesignation(ctx, target.org_id, body, target.designation_id)
    const set = {
      role: body.role ?? target.role,
      is_active: body.is_active ?? target.is_active,
      designation_id: designation === undefined ? target.designation_id : designation,
    }
    const change = changedAttributes(target, set, Object.keys(set))
    if (!change) return answer(present(target), target.version)
    if ('role' in change.after || 'is_active' in change.after) requirePerson(target)
    const wasOwner = target.role === 'owner' && target.is_active
    if (wasOwner && (set.role !== 'owner' || !set.is_active)) await requireOtherOwner(ctx, target)
    const row = await queries.updateMember(ctx, target, set)
    if (target.is_active && !row.is_active) await queries.endAppConnections(ctx, target)
    emitChange(ctx, target, row)
    return answer(present(row), row.version)
  },
})

export const replaceMember = deprecatedPut(updateMember, 'organization-members.replace')

export const deleteMember = operation({
  id: 'organization-members.delete',
  method: 'DELETE',
  goneIs: 404,
  path: '/v1/organization-members/{user_id}/{org_id}',
  summary: 'Remove a member, or leave',
  description:
    'Owners and admins remove others, only an owner an owner; everybody may leave. The member leaves all projects and ' +
    'teams, owns no milestone any more, and no task is restricted to it. Projects and teams that nobody else owns, and ' +
    'tasks restricted to nobody else, pass to who removes it, or, when it leaves by itself, to the longest-standing owner ' +
    'of the organization. As assignee and creator it stays written. Its tokens answer 401 and stay on record until an ' +
    'admin revokes them, its app connections end. Invited again, it starts without any of it.',
  scope: 'org:write',
  params,
  reply: { status: 200, schema: acknowledgement },
  problems: { 409: 'the only active owner; a service account' },
  emits: { 'member.removed': 'A user is no longer a member of the organization.', ...taskRestricted },
  access: removableMember,
  async handle({ ctx, target }) {
    requirePerson(target)
    const owner = await requireOtherOwner(ctx, target)
    const own = target.user_id === ctx.user.user_id
    const ended = await endPlaces(ctx, target, own ? owner : ctx.user, 'member.removed')
    await queries.endAppConnections(ctx, target)
    const set = { is_active: false, deleted_at: ctx.now, deleted_by: ctx.user.username }
    const row = await queries.updateMember(ctx, target, { ...set, delete_reason: own ? 'left' : 'removed' })
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
