import { sql } from '../../db/sql.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import type { TeamRole, TeamRow } from './rows.ts'

/** Somebody's place in a team. */
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

const plain = ['team_id', 'user_id', 'team_role', 'username', 'added_by'] as const
const times = ['created_at', 'updated_at'] as const

/** The columns of `TeamMemberRow`: as a list, and as the arguments of jsonb_build_object, where times are text. */
export const memberColumns = {
  list: (alias: string): string => [...plain, ...times].map((name) => `${alias}.${name}`).join(', '),
  json: (alias: string): string =>
    [
      ...plain.map((name) => `'${name}', ${alias}.${name}`),
      ...times.map(
        (name) => `'${name}', to_char(${alias}.${name} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      ),
    ].join(', '),
}

/** Active members of a team who are active in the organization too. */
const standing = `team_members tm JOIN organization_members m
  ON m.org_id = tm.org_id AND m.user_id = tm.user_id AND m.is_active AND m.deleted_at IS NULL`

export const memberSorts: ListSpec = {
  sorts: {
    username: [{ sql: 'm.username_key', type: 'text' }],
    created_at: [{ sql: 'tm.created_at', type: 'timestamptz' }],
  },
  natural: [{ sql: 'm.username_key', type: 'text' }],
  id: { sql: 'tm.user_id', type: 'uuid' },
}

/** A page of a team's members. */
export const listMembers = (ctx: Context, page: ListQuery, team: Team): Promise<TeamMemberRow[]> =>
  selectPage<TeamMemberRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<TeamMemberRow>`
      select ${sql.raw(memberColumns.list('tm'))}, ${columns} from ${sql.raw(standing)}
      where tm.org_id = ${team.org_id} and tm.team_id = ${team.team_id} and tm.is_active and ${where} ${order} ${limit}`,
  )

/** An active member of a team, who need not be active in the organization for the time being. */
export async function findTeamMember(
  ctx: Context,
  team: Team,
  userId: string,
): Promise<TeamMemberRow | undefined> {
  const [row] = await query<TeamMemberRow>(
    ctx.db,
    `SELECT ${memberColumns.list('tm')} FROM team_members tm
     WHERE tm.org_id = $1 AND tm.team_id = $2 AND tm.user_id::text = $3 AND tm.is_active`,
    [team.org_id, team.team_id, userId.toLowerCase()],
  )
  return row
}

/** Whether somebody else owns the team who is active in the organization. */
export async function hasOtherOwner(ctx: Context, team: Team, userId: string): Promise<boolean> {
  const [row] = await query<{ other: boolean }>(
    ctx.db,
    `SELECT EXISTS (SELECT FROM ${standing} WHERE tm.org_id = $1 AND tm.team_id = $2 AND tm.user_id <> $3
       AND tm.is_active AND tm.team_role = 'owner') AS other`,
    [team.org_id, team.team_id, userId],
  )
  return row!.other
}

/** Somebody to be put into a team. */
export interface Joining {
  user_id: string
  username: string
  team_role: TeamRole
}

/** Puts people into a team; who was in it before comes back, as a new member would join, on the same row. */
export const addMembers = (ctx: Context, team: Team, people: Joining[]): Promise<TeamMemberRow[]> =>
  query<TeamMemberRow>(
    ctx.db,
    `INSERT INTO team_members AS tm (org_id, team_id, user_id, username, team_role, added_by, created_at, updated_at)
     SELECT $1, $2, j.user_id, j.username, j.team_role, $4, $5, $5
     FROM jsonb_to_recordset($3::jsonb) AS j(user_id uuid, username text, team_role text)
     ON CONFLICT (org_id, team_id, user_id) DO UPDATE SET team_role = excluded.team_role, added_by = excluded.added_by,
       created_at = excluded.created_at, updated_at = excluded.updated_at, is_active = true, version = tm.version + 1
     RETURNING ${memberColumns.list('tm')}`,
    [team.org_id, team.team_id, JSON.stringify(people), ctx.user.username, ctx.now],
  )

/** Changes somebody's role in a team, or takes them out of it. */
export async function updateTeamMember(
  ctx: Context,
  team: Team,
  userId: string,
  { team_role, is_active }: { team_role: TeamRole; is_active: boolean },
): Promise<TeamMemberRow> {
  const [row] = await query<TeamMemberRow>(
    ctx.db,
    `UPDATE team_members tm SET team_role = $4, is_active = $5, updated_at = $6, version = tm.version + 1
     WHERE tm.org_id = $1 AND tm.team_id = $2 AND tm.user_id = $3 RETURNING ${memberColumns.list('tm')}`,
    [team.org_id, team.team_id, userId, team_role, is_active, ctx.now],
  )
  return row!
}
