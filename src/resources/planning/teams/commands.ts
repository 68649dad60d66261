import type { Context } from '../../../core/context.ts'
import type { LockedMember } from '../../people/members/queries.ts'
import type { teamMemberCreate, TeamCreate, TeamUpdate } from './schema.ts'
import type { TeamRole, TeamWithRole } from './queries/row.ts'
import { conflict, invalid, unknownReference } from '../../../core/errors.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { presentTeam, presentTeamMember } from './presenter.ts'
import { respond } from '../../../http/result.ts'
import type * as s from '../../../core/schema.ts'
import { buildTeamSubject } from './policy.ts'
import * as queries from './queries/teams.ts'
import * as memberQueries from './queries/members.ts'

export const parseMemberIds = (body: { member_user_ids?: string[] | null }): string[] =>
  (body.member_user_ids ?? []).map((id) => id.toLowerCase())

export async function createTeam(ctx: Context, org_id: string, users: readonly LockedMember[], body: TeamCreate) {
  const { user_id, username } = ctx.user
  const ids = parseMemberIds(body)
  const missing = ids.findIndex((id) => !users.some((user) => user.user_id === id))
  if (missing >= 0) throw unknownReference(['body', 'member_user_ids', missing], 'active member')
  const row = await queries.insertTeam(ctx, org_id, { ...body, description: body.description ?? null })
  const others = users.filter((user) => user.user_id !== user_id)
  const members = others.map((user) => ({ ...user, team_role: 'member' as const }))
  await memberQueries.insertTeamMembers(ctx, row, [{ user_id, username, team_role: 'owner' }, ...members])
  const { name, description } = row
  ctx.emit({ ...buildTeamSubject(row), type: 'team.created', before: null, after: { name, description } })
  return respond(presentTeam({ ...row, my_role: 'owner' }, await queries.findTeamDetails(ctx, row)), row.version)
}

export async function updateTeam(ctx: Context, target: TeamWithRole, body: TeamUpdate) {
  const next = {
    name: body.name ?? target.name,
    description: body.description === undefined ? target.description : body.description,
  }
  const change = findChangedAttributes(target, next, ['name', 'description'])
  const row = change ? { ...target, ...(await queries.saveTeam(ctx, target, next)) } : target
  if (change) ctx.emit({ ...buildTeamSubject(row), type: 'team.updated', ...change })
  return respond(presentTeam(row, await queries.findTeamDetails(ctx, row)), row.version)
}

export async function deleteTeam(ctx: Context, target: TeamWithRole, query: { detach?: boolean; reason?: string }) {
  if (!query.detach && (await queries.isTeamInUse(ctx, target)))
    throw conflict('Projects or tasks belong to this team. Send detach=true to remove them from it.')
  const readable = await queries.countReadableTeamContents(ctx, target)
  const { projects, tasks } = await queries.detachTeam(ctx, target)
  const row = await queries.markTeamDeleted(ctx, target, query.reason ?? null)
  const before = { name: target.name, projects, tasks }
  ctx.emit({ ...buildTeamSubject(target), type: 'team.deleted', before, after: null })
  const { team_id } = target
  const detached = { detached_projects: readable.projects, detached_tasks: readable.tasks }
  return respond({ ok: true, team_id, ...detached }, row.version)
}

const toEventFields = ({ user_id, username, team_role }: memberQueries.TeamMemberRow) => ({
  user_id,
  username,
  team_role,
})
const buildMemberSubject = (team: TeamWithRole, row: memberQueries.TeamMemberRow) => ({
  ...buildTeamSubject(team),
  part_id: row.user_id,
})

/** Throws 409 when the member is the only owner of the team who is active in the organization. */
async function requireOtherOwner(ctx: Context, team: TeamWithRole, row: memberQueries.TeamMemberRow): Promise<void> {
  if (row.team_role !== 'owner' || (await memberQueries.hasOtherTeamOwner(ctx, team, row.user_id))) return
  throw conflict('This is the last owner of the team. Make another member an owner first.')
}

function requireAllowedRole(member: LockedMember, team_role: TeamRole): void {
  if (member.role === 'guest' && team_role === 'owner')
    throw invalid(['body', 'team_role'], 'A guest cannot own a team. Send member.')
}

export async function addTeamMember(
  ctx: Context,
  { member, ...team }: TeamWithRole & { member: LockedMember | undefined },
  body: s.Static<typeof teamMemberCreate>,
) {
  const { team_role = 'member' } = body
  if (!member) throw unknownReference(['body', 'user_id'], 'active member of the organization')
  requireAllowedRole(member, team_role)
  if (await memberQueries.findTeamMember(ctx, team, member.user_id))
    throw conflict(`${member.username} is already in the team.`)
  const [row] = await memberQueries.insertTeamMembers(ctx, team, [{ ...member, team_role }])
  const { version } = await queries.incrementTeamVersion(ctx, team)
  ctx.emit({ ...buildMemberSubject(team, row!), type: 'team.member_added', before: null, after: toEventFields(row!) })
  return respond(presentTeamMember(row!), version)
}

interface TeamMemberTarget {
  team: TeamWithRole
  row: memberQueries.TeamMemberRow
}

export async function updateTeamMember(
  ctx: Context,
  { team, row, member }: TeamMemberTarget & { member: LockedMember | undefined },
  team_role: TeamRole,
) {
  if (team_role === row.team_role) return respond(presentTeamMember(row), team.version)
  if (member) requireAllowedRole(member, team_role)
  if (team_role !== 'owner') await requireOtherOwner(ctx, team, row)
  const after = await memberQueries.saveTeamMember(ctx, team, row.user_id, { team_role, is_active: true })
  const { version } = await queries.incrementTeamVersion(ctx, team)
  const change = { before: toEventFields(row), after: toEventFields(after) }
  ctx.emit({ ...buildMemberSubject(team, row), type: 'team.member_role_changed', ...change })
  return respond(presentTeamMember(after), version)
}

export async function removeTeamMember(ctx: Context, { team, row }: TeamMemberTarget) {
  await requireOtherOwner(ctx, team, row)
  const { team_role } = row
  await memberQueries.saveTeamMember(ctx, team, row.user_id, { team_role, is_active: false })
  const { version } = await queries.incrementTeamVersion(ctx, team)
  ctx.emit({ ...buildMemberSubject(team, row), type: 'team.member_removed', before: toEventFields(row), after: null })
  return respond({ ok: true }, version)
}
