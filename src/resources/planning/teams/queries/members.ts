import { sql, buildUpdatedAt, buildUpsertedAt, formatTime } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../../http/pagination/pagination.ts'
import { activeTeamMembers, type TeamRole, type TeamRow } from './row.ts'

export interface TeamMemberRow {
  team_id: string
  user_id: string
  team_role: TeamRole
  username: string
  added_by: string | null
  created_at: string
  updated_at: string
}

type Team = Pick<TeamRow, 'org_id' | 'team_id'>

const columns = sql`tm.team_id, tm.user_id, tm.team_role, tm.username, tm.added_by, tm.created_at, tm.updated_at`

/** Aggregates `activeTeamMembers` into a JSON array of `TeamMemberRow`, ordered by username. */
export const teamMembersJson = sql`coalesce(jsonb_agg(jsonb_build_object('team_id', tm.team_id, 'user_id', tm.user_id,
  'team_role', tm.team_role, 'username', tm.username, 'added_by', tm.added_by,
  'created_at', ${formatTime('tm.created_at')}, 'updated_at', ${formatTime('tm.updated_at')})
  order by m.username_key), '[]')`

export const teamMemberSorts: ListSpec = {
  sorts: {
    username: [{ sql: 'm.username_key', type: 'text' }],
    created_at: [{ sql: 'tm.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 'm.username_key', type: 'text' }],
  id: { sql: 'tm.user_id', type: 'uuid' },
}

export const listTeamMembers = (ctx: Context, page: PageRequest, team: Team) =>
  selectPage<TeamMemberRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<TeamMemberRow>`
      select ${columns}, ${sorts} from ${activeTeamMembers}
      where tm.org_id = ${team.org_id} and tm.team_id = ${team.team_id} and tm.is_active and ${where} ${order} ${limit}`,
  )

/** Finds a member of a team, including members who are deactivated in the organization. */
export const findTeamMember = (ctx: Context, team: Team, userId: string) =>
  ctx.db.queryRow(sql<TeamMemberRow>`
    select ${columns} from team_members tm
    where tm.org_id = ${team.org_id} and tm.team_id = ${team.team_id} and tm.user_id::text = ${userId.toLowerCase()}
      and tm.is_active`)

export const hasOtherTeamOwner = async (ctx: Context, team: Team, userId: string) =>
  (await ctx.db.queryRow(sql<{ other: boolean }>`
    select exists (select from ${activeTeamMembers} where tm.org_id = ${team.org_id} and tm.team_id = ${team.team_id}
      and tm.user_id <> ${userId} and tm.is_active and tm.team_role = 'owner') as other`))!.other

interface NewTeamMember {
  user_id: string
  username: string
  team_role: TeamRole
}

/** Inserts members into a team. Reuses the row of a former member, with the values of a new one. */
export const insertTeamMembers = (ctx: Context, team: Team, users: NewTeamMember[]) =>
  ctx.db.query(sql<TeamMemberRow>`
    insert into team_members as tm (org_id, team_id, user_id, username, team_role, added_by, created_at, updated_at)
    select ${team.org_id}, ${team.team_id}, j.user_id, j.username, j.team_role, ${ctx.user.username}, ${ctx.now}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as j(user_id uuid, username text, team_role text)
    on conflict (org_id, team_id, user_id) do update set team_role = excluded.team_role, added_by = excluded.added_by,
      created_at = excluded.created_at, updated_at = ${buildUpsertedAt('tm')}, is_active = true, version = tm.version + 1
    returning ${columns}`)

export const saveTeamMember = async (
  ctx: Context,
  team: Team,
  userId: string,
  { team_role, is_active }: { team_role: TeamRole; is_active: boolean },
) =>
  (await ctx.db.queryRow(sql<TeamMemberRow>`
    update team_members tm set team_role = ${team_role}, is_active = ${is_active}, updated_at = ${buildUpdatedAt(ctx.now, 'tm.updated_at')},
      version = tm.version + 1
    where tm.org_id = ${team.org_id} and tm.team_id = ${team.team_id} and tm.user_id = ${userId}
    returning ${columns}`))!
