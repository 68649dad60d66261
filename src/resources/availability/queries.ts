import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf, timeAsText } from '../../kernel/sql.ts'
import { teamMembers, type TeamRole, type TeamSeen } from '../teams/rows.ts'

/** Days on which a user is away. */
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
/** Fields of an entry that can be updated. */
export type EntryValues = Pick<EntryRow, 'start_date' | 'end_date' | 'note'>

type Team = Pick<TeamSeen, 'org_id' | 'team_id'>

const columns = columnsOf([
  'org_id',
  'entry_id',
  'user_id',
  'start_date',
  'end_date',
  'note',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
])('e')

/** Selects from the active members of a team. Further conditions may follow. */
const activeMembers = ({ org_id, team_id }: Team) => sql`${teamMembers}
  where tm.org_id = ${org_id} and tm.team_id = ${team_id} and tm.is_active`

/** Member of a team with the entries that overlap a range. */
export interface Away {
  user_id: string
  username: string
  team_role: TeamRole
  entries: EntryRow[]
}

/** Returns the active members of a team by username, each with the entries that overlap the range. */
export const listAway = (ctx: Context, team: Team, from: string, to: string): Promise<Away[]> =>
  ctx.db.query(sql<Away>`
    select tm.user_id, tm.username, tm.team_role, (
      select coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('created_at', ${timeAsText('e.created_at')},
        'updated_at', ${timeAsText('e.updated_at')}) order by e.start_date), '[]')
      from availability e where e.org_id = ${team.org_id} and e.user_id = tm.user_id and e.end_date >= ${from}
        and e.start_date <= ${to}) as entries
    from ${activeMembers(team)} order by m.username_key`)

/** Finds an entry of an active member of the team, locked in a write. */
export async function findEntry(ctx: Context, team: Team, entryId: string): Promise<EntryRow | undefined> {
  const [row] = await ctx.db.query(sql<EntryRow>`
    select ${columns} from availability e where e.org_id = ${team.org_id} and e.entry_id = ${entryId}
      and e.user_id in (select tm.user_id from ${activeMembers(team)})
    ${ctx.locking ? sql`for no key update of e` : sql``}`)
  return row
}

/** Locks an active member of the team, so that writes of their entries are serialized. Returns false if not found. */
export async function lockPerson(ctx: Context, team: Team, userId: string): Promise<boolean> {
  const found = await ctx.db.query(sql`
    select m.user_id from ${activeMembers(team)} and tm.user_id = ${userId} for no key update of m`)
  return found.length > 0
}

/** Finds another entry of the user that overlaps this one. */
export async function findClash(
  ctx: Context,
  entry: Pick<EntryRow, 'org_id' | 'user_id' | 'entry_id' | 'start_date' | 'end_date'>,
): Promise<EntryRow | undefined> {
  const { org_id, user_id, entry_id, start_date, end_date } = entry
  const [row] = await ctx.db.query(sql<EntryRow>`
    select ${columns} from availability e
    where e.org_id = ${org_id} and e.user_id = ${user_id} and e.entry_id <> ${entry_id}
      and e.end_date >= ${start_date} and e.start_date <= ${end_date}
    order by e.start_date limit 1`)
  return row
}

export async function insertEntry(
  ctx: Context,
  entry: EntryValues & Pick<EntryRow, 'org_id' | 'user_id' | 'entry_id'>,
): Promise<EntryRow> {
  const { org_id, entry_id, user_id, start_date, end_date, note } = entry
  const { username } = ctx.user
  const [row] = await ctx.db.query(sql<EntryRow>`
    insert into availability as e (org_id, entry_id, user_id, start_date, end_date, note, created_by, updated_by,
      created_at, updated_at)
    values (${org_id}, ${entry_id}, ${user_id}, ${start_date}, ${end_date}, ${note}, ${username}, ${username}, ${ctx.now},
      ${ctx.now})
    returning ${columns}`)
  return row!
}

export async function updateEntry(
  ctx: Context,
  { org_id, entry_id }: EntryRow,
  { start_date, end_date, note }: EntryValues,
): Promise<EntryRow> {
  const [row] = await ctx.db.query(sql<EntryRow>`
    update availability e set start_date = ${start_date}, end_date = ${end_date}, note = ${note},
      updated_by = ${ctx.user.username}, updated_at = ${ctx.now}, version = e.version + 1
    where e.org_id = ${org_id} and e.entry_id = ${entry_id} returning ${columns}`)
  return row!
}

export const deleteEntry = (ctx: Context, { org_id, entry_id }: EntryRow): Promise<unknown[]> =>
  ctx.db.query(sql`delete from availability where org_id = ${org_id} and entry_id = ${entry_id}`)
