import { timeAfter } from '../../kernel/sql.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { sortKey } from '../../kernel/text.ts'
import type { ProjectSeen } from '../projects/access.ts'

/** A stop of a project's roadmap as stored, with its lines. */
export interface StopRow {
  org_id: string
  stop_id: string
  project_id: string
  title: string
  target_date: string | null
  description: string | null
  version: number
  updated_at: string
  /** The lines it is on, by their order. */
  journey_ids: string[]
}
/** What a stop says. */
export type StopValues = Pick<StopRow, 'title' | 'target_date' | 'description'>

type Project = Pick<ProjectSeen, 'org_id' | 'project_id'>

/** A stop of a project. Stops change under the lock of the project. */
export async function findStop(
  ctx: Context,
  { org_id, project_id }: Project,
  stopId: string,
): Promise<StopRow | undefined> {
  const [row] = await ctx.db.query(sql<StopRow>`
    select s.org_id, s.stop_id, s.project_id, s.title, s.target_date, s.description, s.version, s.updated_at,
      array(
      select l.journey_id from journey_stops l join journeys j on j.org_id = l.org_id and j.journey_id = l.journey_id
      where l.org_id = ${org_id} and l.stop_id = s.stop_id order by j.position, j.journey_id) as journey_ids
    from stops s where s.org_id = ${org_id} and s.project_id = ${project_id} and s.stop_id = ${stopId}`)
  return row
}

/** Stores a stop, on no line yet. Putting it on one raises its version to 1. */
export async function insertStop(
  ctx: Context,
  { org_id, project_id }: Project,
  stopId: string,
  { title, target_date, description }: StopValues,
): Promise<void> {
  const { username } = ctx.user
  await ctx.db.query(sql`
    insert into stops (org_id, stop_id, project_id, title, title_key, target_date, description, version, created_by,
      updated_by, created_at, updated_at)
    values (${org_id}, ${stopId}, ${project_id}, ${title}, ${sortKey(title)}, ${target_date}, ${description}, 0,
      ${username}, ${username}, ${ctx.now}, ${ctx.now})`)
}

/** Changes what a stop says, or on which lines it is; its version rises. */
export async function updateStop(
  ctx: Context,
  row: Pick<StopRow, 'org_id' | 'stop_id'>,
  values: StopValues,
): Promise<void> {
  const { title, target_date, description } = values
  await ctx.db.query(sql`
    update stops set title = ${title}, title_key = ${sortKey(title)}, target_date = ${target_date},
      description = ${description}, updated_by = ${ctx.user.username}, updated_at = ${timeAfter(ctx.now, 'updated_at')}, version = version + 1
    where org_id = ${row.org_id} and stop_id = ${row.stop_id}`)
}

/** Takes a stop off these lines. */
export const leaveLines = (ctx: Context, { org_id, stop_id }: StopRow, journeyIds: string[]) =>
  ctx.db.query(sql`
    delete from journey_stops
    where org_id = ${org_id} and stop_id = ${stop_id} and journey_id = any(${journeyIds}::text[])`)

/** Files tasks to a stop; gives those that were not yet. */
export async function fileTasks(
  ctx: Context,
  { org_id, stop_id }: StopRow,
  taskIds: string[],
): Promise<string[]> {
  const filed = await ctx.db.query(sql<{ task_id: string }>`
    insert into stop_tasks (org_id, stop_id, task_id)
    select ${org_id}, ${stop_id}, id from unnest(${taskIds}::text[]) as f(id)
    on conflict do nothing returning task_id`)
  return filed.map((row) => row.task_id)
}

/** Takes a task away from a stop; whether it was filed there. */
export async function unfileTask(
  ctx: Context,
  { org_id, stop_id }: StopRow,
  taskId: string,
): Promise<boolean> {
  const gone = await ctx.db.query(sql`
    delete from stop_tasks where org_id = ${org_id} and stop_id = ${stop_id} and task_id = ${taskId} returning 1`)
  return gone.length > 0
}

/** A milestone as far as pinning it is concerned. */
export interface Pinnable {
  team_id: string
  stop_id: string | null
  version: number
  /** Whether the caller is in its team. */
  joined: boolean
}

/** A live milestone of a live team, locked. */
export async function findPinnable(
  ctx: Context,
  orgId: string,
  milestoneId: string,
): Promise<Pinnable | undefined> {
  const [row] = await ctx.db.query(sql<Pinnable>`
    select m.team_id, m.stop_id, m.version, exists (select from team_members tm where tm.org_id = ${orgId}
      and tm.team_id = m.team_id and tm.user_id = ${ctx.user.user_id} and tm.is_active) as joined
    from milestones m join teams t on t.org_id = m.org_id and t.team_id = m.team_id and t.is_active
    where m.org_id = ${orgId} and m.milestone_id = ${milestoneId} and m.is_active for no key update of m`)
  return row
}

/**
 * Pins a milestone to a stop, or to none. Not everybody who reads the one reads the other: neither its version nor its
 * time changes by that.
 */
export const pinMilestone = (ctx: Context, orgId: string, milestoneId: string, stopId: string | null) =>
  ctx.db.query(sql`
    update milestones set stop_id = ${stopId} where org_id = ${orgId} and milestone_id = ${milestoneId}`)
