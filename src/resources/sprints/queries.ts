import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { hasName, type NameQuery } from '../../kernel/lists/named.ts'
import type { ListQuery, ListSpec } from '../../kernel/paging.ts'
import { assignments } from '../../kernel/sql.ts'
import { uniqueKey } from '../../kernel/text.ts'
import { uniquely } from '../../kernel/write/unique.ts'
import { selectPageOfWhole } from '../../kernel/lists/whole-list.ts'
import { addDays } from '../../kernel/values/zones.ts'
import { preferredZone, toToday } from '../../identity/time-zone.ts'
import type { Reach } from '../projects/access.ts'
import { filedCounts, type Filed } from '../tasks/roll-ups.ts'
import { sprintColumns, type SprintRow } from './rows.ts'
import type { Attributes } from './rules.ts'

export const sprintSorts: ListSpec = {
  sorts: {
    start_date: [{ sql: 's.start_date', type: 'date' }],
    end_date: [{ sql: 's.end_date', type: 'date' }],
    name: [{ sql: 's.name_key', type: 'text' }],
    created_at: [{ sql: 's.created_at', type: 'timestamptz' }],
  },
  natural: [{ sql: 's.start_date', type: 'date', desc: true }],
  id: { sql: 's.sprint_id', type: 'text' },
  defaultLimit: 1000,
}

/** A sprint with what its reader sees of its tasks. */
export interface SprintListed extends SprintRow {
  counts: Filed
}

const columns = sprintColumns('s')
const counts = (ctx: Context, reach: Reach): Sql =>
  sql`${filedCounts(ctx, reach, 'sprint_id', 's.sprint_id')} as counts`

/** A page of a team's sprints, and how many there are on all pages. */
export function listSprints(
  ctx: Context,
  page: ListQuery,
  reach: Reach,
  teamId: string,
  named: NameQuery,
): Promise<{ found: SprintListed[]; whole: { total: number } }> {
  return selectPageOfWhole<SprintListed, { total: number }>(
    ctx,
    page,
    sql`select count(*) as total from sprints w
      where w.org_id = ${reach.org_id} and w.team_id = ${teamId} and w.is_active and ${hasName('w.name', named, uniqueKey)}`,
    ({ where, order, limit, columns: sorts }) => sql<SprintListed>`
      select ${columns}, ${counts(ctx, reach)}, ${sorts} from sprints s
      where s.org_id = ${reach.org_id} and s.team_id = ${teamId} and s.is_active
        and ${hasName('s.name', named, uniqueKey)} and ${where} ${order} ${limit}`,
  )
}

/** One live sprint of a team; `rest` are the further conditions, and the order where several meet them. */
async function findOne(
  ctx: Context,
  reach: Reach,
  teamId: string,
  rest: Sql,
): Promise<SprintListed | undefined> {
  const [row] = await ctx.db.query(
    sql<SprintListed>`select ${columns}, ${counts(ctx, reach)} from sprints s
      where s.org_id = ${reach.org_id} and s.team_id = ${teamId} and s.is_active and ${rest}`,
    { plan: 'custom' },
  )
  return row
}

/** A live sprint of a team. */
export const findSprint = (ctx: Context, reach: Reach, teamId: string, sprintId: string) =>
  findOne(ctx, reach, teamId, sql`s.sprint_id = ${sprintId}`)

/** Finds today's sprint; of several the one that started last, then the one created last. */
export async function findCurrent(
  ctx: Context,
  reach: Reach,
  teamId: string,
): Promise<SprintListed | undefined> {
  const utc = ctx.now.slice(0, 10)
  // The caller's time zone is read with the sprints; no zone is more than a day from UTC.
  const rows = await ctx.db.query(
    sql<SprintListed & { preferred: string | null }>`
      select ${columns}, ${counts(ctx, reach)}, ${preferredZone(ctx)} as preferred from sprints s
      where s.org_id = ${reach.org_id} and s.team_id = ${teamId} and s.is_active and s.status = 'active'
        and s.start_date <= ${addDays(utc, 1)} and s.end_date >= ${addDays(utc, -1)}
      order by s.start_date desc, s.created_at desc, s.sprint_id desc`,
    { plan: 'custom' },
  )
  const today = toToday(ctx, rows[0]?.preferred)
  return rows.find(({ start_date, end_date }) => start_date <= today && end_date >= today)
}

/** How many tasks lie in a sprint, whoever can read them: for the ledger. */
export async function countAll(ctx: Context, sprint: SprintRow): Promise<Filed> {
  const [row] = await ctx.db.query(sql<Filed>`
    select count(*)::int as total, count(*) filter (where status = 'completed')::int as completed
    from tasks where org_id = ${sprint.org_id} and sprint_id = ${sprint.sprint_id} and deleted_at is null`)
  return row!
}

const nameTaken = 'A sprint of the team has this name already.'
const columnsOf = (set: Partial<Attributes>) => ({
  ...set,
  ...(set.name !== undefined && { name_key: uniqueKey(set.name) }),
})

/** Stores a new sprint; 409 when a live one of the team has the name. */
export async function insertSprint(
  ctx: Context,
  team: Pick<SprintRow, 'org_id' | 'team_id'>,
  set: Attributes,
): Promise<SprintRow> {
  const values = {
    ...columnsOf(set),
    team_id: team.team_id,
    sprint_id: ctx.newId('SP'),
    created_by: ctx.user.username,
    updated_by: ctx.user.username,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const names = sql.join(Object.keys(values).map((name) => sql.raw(name)))
  const inserted = ctx.db.query(sql<SprintRow>`insert into sprints as s (org_id, ${names})
      values (${team.org_id}, ${sql.join(Object.values(values))}) returning ${columns}`)
  return (await uniquely('sprints_name', nameTaken, inserted))[0]!
}

async function change(ctx: Context, sprint: SprintRow, set: Record<string, unknown>): Promise<SprintRow> {
  const changed = { ...set, updated_by: ctx.user.username, updated_at: ctx.now }
  const written = ctx.db.query(
    sql<SprintRow>`update sprints s set ${assignments(changed)}, version = version + 1
      where s.org_id = ${sprint.org_id} and s.sprint_id = ${sprint.sprint_id} returning ${columns}`,
    { plan: 'custom' },
  )
  return (await uniquely('sprints_name', nameTaken, written))[0]!
}

/** Changes a sprint; 409 when another live one of the team has the name. */
export const updateSprint = (ctx: Context, sprint: SprintRow, set: Partial<Attributes>) =>
  change(ctx, sprint, set.name === sprint.name ? set : columnsOf(set))

/** Takes a sprint away; its name is free again. */
export const removeSprint = (ctx: Context, sprint: SprintRow, reason: string | null) =>
  change(ctx, sprint, { is_active: false, deleted_at: ctx.now, delete_reason: reason })
