import { rejectProjectScopedToken } from '../../../core/org-access.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { deprecatedPut, defineOperation } from '../../../http/operation.ts'
import { conflict, forbidden, invalid, notFound, unknownReference } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import {
  teamSubject,
  canEditTeam,
  loadTeamForUpdate,
  loadVisibleTeam,
  requireTeamEditor,
  type TeamRole,
} from './policy.ts'
import { lockMembers, type LockedMember } from '../../people/members/queries.ts'
import * as queries from './queries/members.ts'
import { incrementTeamVersion } from './queries/teams.ts'
import { presentTeamMember } from './presenter.ts'
import type { TeamWithRole } from './queries/row.ts'
import { teamMember, teamMemberCreate, teamMemberUpdate } from './schema.ts'

const teamParams = s.object({ team_id: s.text() })
const params = s.object({ team_id: s.text(), user_id: s.text({ description: 'The user ID of the member.' }) })
const toEventFields = ({ user_id, username, team_role }: queries.TeamMemberRow) => ({
  user_id,
  username,
  team_role,
})
const memberSubject = (team: TeamWithRole, row: queries.TeamMemberRow) => ({
  ...teamSubject(team),
  part_id: row.user_id,
})

/** Returns a team, locked in a write, and one of its members. Members share the version of their team. */
async function loadTeamAndMember(ctx: Context, { team_id, user_id }: { team_id: string; user_id: string }) {
  const team = await loadVisibleTeam(ctx, team_id)
  const row = await queries.findTeamMember(ctx, team, user_id)
  if (!row) throw notFound()
  return { team, row, version: team.version }
}

/** Throws 409 when the member is the only owner of the team who is active in the organization. */
async function requireOtherOwner(ctx: Context, team: TeamWithRole, row: queries.TeamMemberRow): Promise<void> {
  if (row.team_role !== 'owner' || (await queries.hasOtherTeamOwner(ctx, team, row.user_id))) return
  throw conflict('This is the last owner of the team. Make another member an owner first.')
}

/** Throws 422 for a guest who would become an owner. */
function requireAllowedRole(member: LockedMember, team_role: TeamRole): void {
  if (member.role === 'guest' && team_role === 'owner')
    throw invalid(['body', 'team_role'], 'A guest cannot own a team. Send member.')
}

export const listTeamMembersOperation = defineOperation({
  id: 'teams.list_members',
  method: 'GET',
  path: '/v1/teams/{team_id}/members',
  summary: 'List team members',
  description: 'Returns the members of a team who are active in the organization, by username unless sorted otherwise.',
  scope: 'teams:read',
  params: teamParams,
  list: queries.teamMemberSorts,
  reply: { status: 200, schema: s.pageSchema(teamMember) },
  authorize: ({ ctx, params }) => loadVisibleTeam(ctx, params.team_id),
  handle: async ({ ctx, target, list }) =>
    respondWithPage(ctx, list, await queries.listTeamMembers(ctx, list, target), (page) => page.map(presentTeamMember)),
})

export const addTeamMemberOperation = defineOperation({
  id: 'teams.add_member',
  method: 'POST',
  path: '/v1/teams/{team_id}/members',
  summary: 'Add a member to a team',
  description:
    'Adds a member of the organization to a team. This changes the version of the team. Requires: owner of the team ' +
    'or organization admin.',
  scope: 'teams:write',
  params: teamParams,
  body: teamMemberCreate,
  reply: { status: 201, schema: teamMember },
  problems: {
    409: 'The user is already in the team.',
    422: 'The user is not an active member of the organization, or is a guest and `team_role` is `owner`.',
  },
  emits: { 'team.member_added': 'A user was added to a team.' },
  example: { body: { user_id: '01890a5d-ac96-774b-bcce-b302099a8057', team_role: 'member' } },
  async authorize({ ctx, params, body }) {
    const locked = await lockMembers(ctx, ctx.caller.orgIds, { ids: [body.user_id] })
    const team = await loadTeamForUpdate(ctx, params.team_id)
    return { ...team, member: locked.find((one) => one.org_id === team.org_id) }
  },
  async handle({ ctx, target: { member, ...team }, body }) {
    const { team_role = 'member' } = body
    if (!member) throw unknownReference(['body', 'user_id'], 'active member of the organization')
    requireAllowedRole(member, team_role)
    if (await queries.findTeamMember(ctx, team, member.user_id))
      throw conflict(`${member.username} is already in the team.`)
    const [row] = await queries.insertTeamMembers(ctx, team, [{ ...member, team_role }])
    const { version } = await incrementTeamVersion(ctx, team)
    ctx.emit({
      ...memberSubject(team, row!),
      type: 'team.member_added',
      before: null,
      after: toEventFields(row!),
    })
    return respond(presentTeamMember(row!), version)
  },
})

export const updateTeamMemberOperation = defineOperation({
  id: 'teams.update_member',
  method: 'PATCH',
  path: '/v1/teams/{team_id}/members/{user_id}',
  summary: 'Update a team member',
  description:
    'Sets the role of a team member. The last owner cannot become a member. This changes the version of the team. ' +
    'Requires: owner of the team or organization admin.',
  scope: 'teams:write',
  params,
  body: teamMemberUpdate,
  reply: { status: 200, schema: teamMember },
  problems: { 409: 'The team would have no owner.', 422: 'The user is a guest and `team_role` is `owner`.' },
  emits: { 'team.member_role_changed': 'The role of a team member changed.' },
  example: { body: { team_role: 'owner' } },
  async authorize({ ctx, params }) {
    const locked = await lockMembers(ctx, ctx.caller.orgIds, { ids: [params.user_id] })
    const found = await loadTeamAndMember(ctx, params)
    requireTeamEditor(ctx, found.team)
    return { ...found, member: locked.find((one) => one.org_id === found.team.org_id) }
  },
  async handle({ ctx, target: { team, row, member }, body: { team_role } }) {
    if (team_role === row.team_role) return respond(presentTeamMember(row), team.version)
    if (member) requireAllowedRole(member, team_role)
    if (team_role !== 'owner') await requireOtherOwner(ctx, team, row)
    const after = await queries.saveTeamMember(ctx, team, row.user_id, { team_role, is_active: true })
    const { version } = await incrementTeamVersion(ctx, team)
    const change = { before: toEventFields(row), after: toEventFields(after) }
    ctx.emit({ ...memberSubject(team, row), type: 'team.member_role_changed', ...change })
    return respond(presentTeamMember(after), version)
  },
})

export const putTeamMemberOperation = deprecatedPut(updateTeamMemberOperation, 'teams.replace_member')

export const removeTeamMemberOperation = defineOperation({
  id: 'teams.remove_member',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: '/v1/teams/{team_id}/members/{user_id}',
  summary: 'Remove a team member',
  description:
    'Removes a member from a team. The last owner cannot be removed. This changes the version of the team. Members ' +
    'may remove themselves. Otherwise requires: owner of the team or organization admin.',
  scope: 'teams:write',
  params,
  reply: { status: 200, schema: s.okResponse },
  problems: { 409: 'The team would have no owner.' },
  emits: { 'team.member_removed': 'A user left a team or was removed from it.' },
  async authorize({ ctx, params }) {
    const found = await loadTeamAndMember(ctx, params)
    rejectProjectScopedToken(ctx)
    if (!canEditTeam(ctx, found.team) && found.row.user_id !== ctx.user.user_id)
      throw forbidden('Only team owners and organization admins can remove other members.')
    return found
  },
  async handle({ ctx, target: { team, row } }) {
    await requireOtherOwner(ctx, team, row)
    const { team_role } = row
    await queries.saveTeamMember(ctx, team, row.user_id, { team_role, is_active: false })
    const { version } = await incrementTeamVersion(ctx, team)
    ctx.emit({
      ...memberSubject(team, row),
      type: 'team.member_removed',
      before: toEventFields(row),
      after: null,
    })
    return respond({ ok: true }, version)
  },
})
