import { wholeOrganization } from '../../kernel/access.ts'
import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { deprecatedPut, operation } from '../../kernel/operation.ts'
import { conflict, forbidden, invalid, notFound, unknownReference } from '../../kernel/problem.ts'
import { acknowledgement, object, pageOf, text } from '../../kernel/schema.ts'
import { asTeam, canEditTeam, editableTeam, readableTeam, requireEditor, type TeamRole } from './access.ts'
import { holdPeople, type Held } from '../organization-members/queries.ts'
import * as queries from './member-queries.ts'
import { touchTeam } from './queries.ts'
import { presentMember } from './present.ts'
import type { TeamSeen } from './rows.ts'
import { teamMember, teamMemberCreate, teamMemberUpdate } from './schemas.ts'

const teamParams = object({ team_id: text() })
const params = object({ team_id: text(), user_id: text({ description: 'The member.' }) })
const facts = ({ user_id, username, team_role }: queries.TeamMemberRow) => ({ user_id, username, team_role })
const asMember = (team: TeamSeen, row: queries.TeamMemberRow) => ({ ...asTeam(team), part_id: row.user_id })

/** A member of a team that the caller can read, with the team, which is locked on writes: its version is the member's. */
async function readableTeamMember(ctx: Context, { team_id, user_id }: { team_id: string; user_id: string }) {
  const team = await readableTeam(ctx, team_id)
  const row = await queries.findTeamMember(ctx, team, user_id)
  if (!row) throw notFound()
  return { team, row, version: team.version }
}

/** 409 when the member is the only owner of the team who is active in the organization. */
async function requireOtherOwner(ctx: Context, team: TeamSeen, row: queries.TeamMemberRow): Promise<void> {
  if (row.team_role !== 'owner' || (await queries.hasOtherOwner(ctx, team, row.user_id))) return
  throw conflict('This is the last owner of the team: make somebody else an owner first.')
}

/** 422 for a guest who would own a team: a guest may only be a member of one. */
function requireRoleFor(person: Held, team_role: TeamRole): void {
  if (person.role === 'guest' && team_role === 'owner')
    throw invalid(['body', 'team_role'], 'A guest may be a member of a team, not an owner.')
}

export const listTeamMembers = operation({
  id: 'teams.list_members',
  method: 'GET',
  path: '/v1/teams/{team_id}/members',
  summary: 'List the members of a team',
  scope: 'teams:read',
  params: teamParams,
  list: queries.memberSorts,
  reply: { status: 200, schema: pageOf(teamMember) },
  access: ({ ctx, params }) => readableTeam(ctx, params.team_id),
  handle: async ({ ctx, target, list }) =>
    pageAnswer(ctx, list, await queries.listMembers(ctx, list, target), (page) => page.map(presentMember)),
})

export const addTeamMember = operation({
  id: 'teams.add_member',
  method: 'POST',
  path: '/v1/teams/{team_id}/members',
  summary: 'Add a member to a team',
  description: 'Owners of the team and org admins.',
  scope: 'teams:write',
  params: teamParams,
  body: teamMemberCreate,
  reply: { status: 201, schema: teamMember },
  problems: {
    409: 'the person is in the team already',
    422: 'the person is no active member of the organization, or a guest to be an owner',
  },
  emits: { 'team.member_added': 'Somebody joined a team.' },
  example: { body: { user_id: '01890a5d-ac96-774b-bcce-b302099a8057', team_role: 'member' } },
  async access({ ctx, params, body }) {
    const held = await holdPeople(ctx, ctx.caller.orgIds, { ids: [body.user_id] })
    const team = await editableTeam(ctx, params.team_id)
    return { ...team, person: held.find((one) => one.org_id === team.org_id) }
  },
  async handle({ ctx, target: { person, ...team }, body }) {
    const { team_role = 'member' } = body
    if (!person) throw unknownReference(['body', 'user_id'], 'active member of the organization')
    requireRoleFor(person, team_role)
    if (await queries.findTeamMember(ctx, team, person.user_id))
      throw conflict(`${person.username} is in the team already.`)
    const [row] = await queries.addMembers(ctx, team, [{ ...person, team_role }])
    const { version } = await touchTeam(ctx, team)
    ctx.emit({ ...asMember(team, row!), type: 'team.member_added', before: null, after: facts(row!) })
    return answer(presentMember(row!), version)
  },
})

export const updateTeamMember = operation({
  id: 'teams.update_member',
  method: 'PATCH',
  path: '/v1/teams/{team_id}/members/{user_id}',
  summary: "Change a member's role in a team",
  description: 'Owners of the team and org admins. The last owner stays one.',
  scope: 'teams:write',
  params,
  body: teamMemberUpdate,
  reply: { status: 200, schema: teamMember },
  problems: { 409: 'the team would be left without an owner', 422: 'a guest owns no team' },
  emits: { 'team.member_role_changed': 'A team member has another role.' },
  example: { body: { team_role: 'owner' } },
  async access({ ctx, params }) {
    const held = await holdPeople(ctx, ctx.caller.orgIds, { ids: [params.user_id] })
    const found = await readableTeamMember(ctx, params)
    requireEditor(ctx, found.team)
    return { ...found, person: held.find((one) => one.org_id === found.team.org_id) }
  },
  async handle({ ctx, target: { team, row, person }, body: { team_role } }) {
    if (team_role === row.team_role) return answer(presentMember(row), team.version)
    if (person) requireRoleFor(person, team_role)
    if (team_role !== 'owner') await requireOtherOwner(ctx, team, row)
    const after = await queries.updateTeamMember(ctx, team, row.user_id, { team_role, is_active: true })
    const { version } = await touchTeam(ctx, team)
    const change = { before: facts(row), after: facts(after) }
    ctx.emit({ ...asMember(team, row), type: 'team.member_role_changed', ...change })
    return answer(presentMember(after), version)
  },
})

export const replaceTeamMember = deprecatedPut(updateTeamMember, 'teams.replace_member')

export const removeTeamMember = operation({
  id: 'teams.remove_member',
  method: 'DELETE',
  goneIs: 404,
  path: '/v1/teams/{team_id}/members/{user_id}',
  summary: 'Remove a member from a team, or leave it',
  description: 'Owners of the team and org admins remove anybody, everybody itself. The last owner stays.',
  scope: 'teams:write',
  params,
  reply: { status: 200, schema: acknowledgement },
  problems: { 409: 'the team would be left without an owner' },
  emits: { 'team.member_removed': 'Somebody left a team or was removed from it.' },
  async access({ ctx, params }) {
    const found = await readableTeamMember(ctx, params)
    wholeOrganization(ctx)
    if (!canEditTeam(ctx, found.team) && found.row.user_id !== ctx.user.user_id)
      throw forbidden('Only owners of the team and org admins may remove others.')
    return found
  },
  async handle({ ctx, target: { team, row } }) {
    await requireOtherOwner(ctx, team, row)
    const gone = { team_role: row.team_role, is_active: false }
    await queries.updateTeamMember(ctx, team, row.user_id, gone)
    const { version } = await touchTeam(ctx, team)
    ctx.emit({ ...asMember(team, row), type: 'team.member_removed', before: facts(row), after: null })
    return answer({ ok: true }, version)
  },
})
