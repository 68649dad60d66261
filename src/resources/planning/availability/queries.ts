import { sql, formatTime } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { AuditColumns } from '../../../core/resource-fields.ts'
import { activeTeamMembers, type TeamRole, type TeamWithRole } from '../teams/queries/row.ts'
import type { availabilityEntry } from './schema.ts'
import type { Static } from '../../../core/schema.ts'

/** Days on which a user is away. */
export type AvailabilityRow = Static<typeof availabilityEntry> & AuditColumns
type AvailabilityFields = Pick<AvailabilityRow, 'start_date' | 'end_date' | 'note'>

type Team = Pick<TeamWithRole, 'org_id' | 'team_id'>

const columns = sql`e.org_id, e.entry_id, e.user_id, e.start_date, e.end_date, e.note, e.version, e.created_by, e.updated_by,
  e.created_at, e.updated_at`

/** Selects from the active members of a team. Further conditions may follow. */
const activeMembers = ({ org_id, team_id }: Team) => sql`${activeTeamMembers}
  where tm.org_id = ${org_id} and tm.team_id = ${team_id} and tm.is_active`

interface MemberAvailability {
  user_id: string
  username: string
  team_role: TeamRole
  entries: AvailabilityRow[]
}

/** Returns the active members of a team by username, each with the entries that overlap the range. */
export const listMemberAvailability = (ctx: Context, team: Team, from: string, to: string) =>
  ctx.db.query(sql<MemberAvailability>`
    select tm.user_id, tm.username, tm.team_role, (
      select coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('created_at', ${formatTime('e.created_at')},
        'updated_at', ${formatTime('e.updated_at')}) order by e.start_date), '[]')
      from availability e where e.org_id = ${team.org_id} and e.user_id = tm.user_id and e.end_date >= ${from}
        and e.start_date <= ${to}) as entries
    from ${activeMembers(team)} order by m.username_key`)

export const findAvailabilityEntry = (ctx: Context, team: Team, entryId: string) =>
  ctx.db.queryRow(sql<AvailabilityRow>`
    select ${columns} from availability e where e.org_id = ${team.org_id} and e.entry_id = ${entryId}
      and e.user_id in (select tm.user_id from ${activeMembers(team)})
    ${ctx.inTransaction ? sql`for no key update of e` : sql``}`)

/** Locks an active member of the team, so that writes of their entries are serialized. Returns false if not found. */
export async function lockActiveTeamMember(ctx: Context, team: Team, userId: string): Promise<boolean> {
  const found = await ctx.db.query(sql`
    select m.user_id from ${activeMembers(team)} and tm.user_id = ${userId} for no key update of m`)
  return found.length > 0
}

export async function findOverlappingEntry(
  ctx: Context,
  entry: Pick<AvailabilityRow, 'org_id' | 'user_id' | 'entry_id' | 'start_date' | 'end_date'>,
): Promise<AvailabilityRow | undefined> {
  const { org_id, user_id, entry_id, start_date, end_date } = entry
  return ctx.db.queryRow(sql<AvailabilityRow>`
    select ${columns} from availability e
    where e.org_id = ${org_id} and e.user_id = ${user_id} and e.entry_id <> ${entry_id}
      and e.end_date >= ${start_date} and e.start_date <= ${end_date}
    order by e.start_date limit 1`)
}

export async function insertAvailabilityEntry(
  ctx: Context,
  entry: AvailabilityFields & Pick<AvailabilityRow, 'org_id' | 'user_id' | 'entry_id'>,
): Promise<AvailabilityRow> {
  const { org_id, entry_id, user_id, start_date, end_date, note } = entry
  const { username } = ctx.user
  const [row] = await ctx.db.query(sql<AvailabilityRow>`
    insert into availability as e (org_id, entry_id, user_id, start_date, end_date, note, created_by, updated_by,
      created_at, updated_at)
    values (${org_id}, ${entry_id}, ${user_id}, ${start_date}, ${end_date}, ${note}, ${username}, ${username}, ${ctx.now},
      ${ctx.now})
    returning ${columns}`)
  return row!
}

export const saveAvailabilityEntry = async (
  ctx: Context,
  { org_id, entry_id }: AvailabilityRow,
  { start_date, end_date, note }: AvailabilityFields,
) =>
  (await ctx.db.queryRow(sql<AvailabilityRow>`
    update availability e set start_date = ${start_date}, end_date = ${end_date}, note = ${note},
      updated_by = ${ctx.user.username}, updated_at = ${ctx.now}, version = e.version + 1
    where e.org_id = ${org_id} and e.entry_id = ${entry_id} returning ${columns}`))!

export const deleteAvailabilityEntry = (ctx: Context, { org_id, entry_id }: AvailabilityRow): Promise<unknown[]> =>
  ctx.db.query(sql`delete from availability where org_id = ${org_id} and entry_id = ${entry_id}`)
