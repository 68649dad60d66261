import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import type { TeamRole, TeamSeen } from '../teams/access.ts'

export interface EntryRow {
  org_id: string
  entry_id: string
  user_id: string
  start_date: string
  end_date: string
  note: string | null
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
}
export type EntryValues = Pick<EntryRow, 'start_date' | 'end_date' | 'note'>

type Team = Pick<TeamSeen, 'org_id' | 'team_id'>

const names = ['org_id', 'entry_id', 'user_id', 'start_date', 'end_date', 'note', 'version', 'created_by']
const columns = [...names, 'updated_by', 'created_at', 'updated_at'].map((name) => `e.${name}`).join(', ')

/** People who are in the team and active in the organization. */
const present = `team_members tm JOIN organization_members m
    ON m.org_id = tm.org_id AND m.user_id = tm.user_id AND m.is_active AND m.deleted_at IS NULL
  WHERE tm.org_id = $1 AND tm.team_id = $2 AND tm.is_active`

const time = (name: string) => `to_char(e.${name} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const rangeSql = `
  SELECT tm.user_id, tm.username, tm.team_role, (
    SELECT coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('created_at', ${time('created_at')},
      'updated_at', ${time('updated_at')}) ORDER BY e.start_date), '[]')
    FROM availability e WHERE e.org_id = $1 AND e.user_id = tm.user_id AND e.end_date >= $3 AND e.start_date <= $4) AS entries
  FROM ${present} ORDER BY m.username_key`

/** Somebody of a team and the entries that reach into a window. */
export interface Away {
  user_id: string
  username: string
  team_role: TeamRole
  entries: EntryRow[]
}

/** The members of a team by name, each with what reaches into the window of days, both included. */
export const listAway = (ctx: Context, team: Team, from: string, to: string): Promise<Away[]> =>
  query<Away>(ctx.db, rangeSql, [team.org_id, team.team_id, from, to])

/** An entry of somebody who is in the team; locked on writes. */
export async function findEntry(ctx: Context, team: Team, entryId: string): Promise<EntryRow | undefined> {
  const [row] = await query<EntryRow>(
    ctx.db,
    `SELECT ${columns} FROM availability e WHERE e.org_id = $1 AND e.entry_id = $3
       AND e.user_id IN (SELECT tm.user_id FROM ${present}) ${ctx.locking ? 'FOR NO KEY UPDATE OF e' : ''}`,
    [team.org_id, team.team_id, entryId],
  )
  return row
}

/** Locks somebody of the team, so that their entries are written one after another; false when there is no such person. */
export async function lockPerson(ctx: Context, team: Team, userId: string): Promise<boolean> {
  const found = await query(
    ctx.db,
    `SELECT m.user_id FROM ${present} AND tm.user_id = $3 FOR NO KEY UPDATE OF m`,
    [team.org_id, team.team_id, userId],
  )
  return found.length > 0
}

/** Another entry of the person that has a day in common with these. */
export async function findClash(
  ctx: Context,
  entry: Pick<EntryRow, 'org_id' | 'user_id' | 'entry_id' | 'start_date' | 'end_date'>,
): Promise<EntryRow | undefined> {
  const [row] = await query<EntryRow>(
    ctx.db,
    `SELECT ${columns} FROM availability e WHERE e.org_id = $1 AND e.user_id = $2 AND e.entry_id <> $3
       AND e.end_date >= $4 AND e.start_date <= $5 ORDER BY e.start_date LIMIT 1`,
    [entry.org_id, entry.user_id, entry.entry_id, entry.start_date, entry.end_date],
  )
  return row
}

export async function insertEntry(
  ctx: Context,
  entry: EntryValues & Pick<EntryRow, 'org_id' | 'user_id' | 'entry_id'>,
): Promise<EntryRow> {
  const { org_id, entry_id, user_id, start_date, end_date, note } = entry
  const [row] = await query<EntryRow>(
    ctx.db,
    `INSERT INTO availability AS e (org_id, entry_id, user_id, start_date, end_date, note, created_by, updated_by,
       created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $8) RETURNING ${columns}`,
    [org_id, entry_id, user_id, start_date, end_date, note, ctx.user.username, ctx.now],
  )
  return row!
}

/** Changes an entry; its version rises. */
export async function updateEntry(ctx: Context, entry: EntryRow, values: EntryValues): Promise<EntryRow> {
  const [row] = await query<EntryRow>(
    ctx.db,
    `UPDATE availability e SET start_date = $3, end_date = $4, note = $5, updated_by = $6, updated_at = $7,
       version = e.version + 1
     WHERE e.org_id = $1 AND e.entry_id = $2 RETURNING ${columns}`,
    [
      entry.org_id,
      entry.entry_id,
      values.start_date,
      values.end_date,
      values.note,
      ctx.user.username,
      ctx.now,
    ],
  )
  return row!
}

export const deleteEntry = (ctx: Context, { org_id, entry_id }: EntryRow): Promise<unknown[]> =>
  query(ctx.db, 'DELETE FROM availability WHERE org_id = $1 AND entry_id = $2', [org_id, entry_id])
