import { sql, buildUpdatedAt } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { toSortKey } from '../../../core/text.ts'
import type { ProjectWithRole } from '../../work/projects/policy.ts'

export interface StopRow {
  org_id: string
  stop_id: string
  project_id: string
  title: string
  target_date: string | null
  description: string | null
  version: number
  updated_at: string
  /** IDs of its journeys, by position of the journey. */
  journey_ids: string[]
}
export type StopFields = Pick<StopRow, 'title' | 'target_date' | 'description'>

type Project = Pick<ProjectWithRole, 'org_id' | 'project_id'>

/** Finds a stop of a project. Writes lock the project, not the stop. */
export const findStop = (ctx: Context, { org_id, project_id }: Project, stopId: string) =>
  ctx.db.queryRow(sql<StopRow>`
    select s.org_id, s.stop_id, s.project_id, s.title, s.target_date, s.description, s.version, s.updated_at,
      array(
      select l.journey_id from journey_stops l join journeys j on j.org_id = l.org_id and j.journey_id = l.journey_id
      where l.org_id = ${org_id} and l.stop_id = s.stop_id order by j.position, j.journey_id) as journey_ids
    from stops s where s.org_id = ${org_id} and s.project_id = ${project_id} and s.stop_id = ${stopId}`)

/** Inserts a stop without journeys. Adding it to one sets its version to 1. */
export async function insertStop(
  ctx: Context,
  { org_id, project_id }: Project,
  stopId: string,
  { title, target_date, description }: StopFields,
): Promise<void> {
  const { username } = ctx.user
  await ctx.db.query(sql`
    insert into stops (org_id, stop_id, project_id, title, title_key, target_date, description, version, created_by,
      updated_by, created_at, updated_at)
    values (${org_id}, ${stopId}, ${project_id}, ${title}, ${toSortKey(title)}, ${target_date}, ${description}, 0,
      ${username}, ${username}, ${ctx.now}, ${ctx.now})`)
}

/** Updates a stop and increments its version, also when only its journeys changed. */
export async function saveStop(ctx: Context, row: Pick<StopRow, 'org_id' | 'stop_id'>, values: StopFields) {
  const { title, target_date, description } = values
  await ctx.db.query(sql`
    update stops set title = ${title}, title_key = ${toSortKey(title)}, target_date = ${target_date},
      description = ${description}, updated_by = ${ctx.user.username}, updated_at = ${buildUpdatedAt(ctx.now, 'updated_at')}, version = version + 1
    where org_id = ${row.org_id} and stop_id = ${row.stop_id}`)
}

export const removeStopFromJourneys = (ctx: Context, { org_id, stop_id }: StopRow, journeyIds: string[]) =>
  ctx.db.query(sql`
    delete from journey_stops
    where org_id = ${org_id} and stop_id = ${stop_id} and journey_id = any(${journeyIds}::text[])`)

/** Adds tasks to a stop. Returns the IDs of those that were not in it. */
export async function insertStopTasks(
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

/** Removes a task from a stop. Returns false if it was not in it. */
export async function deleteStopTask(ctx: Context, { org_id, stop_id }: StopRow, taskId: string): Promise<boolean> {
  const deleted = await ctx.db.query(sql`
    delete from stop_tasks where org_id = ${org_id} and stop_id = ${stop_id} and task_id = ${taskId} returning 1`)
  return deleted.length > 0
}

export interface PinnableMilestone {
  team_id: string
  stop_id: string | null
  version: number
  /** True if the caller is in its team. */
  joined: boolean
}

export const lockPinnableMilestone = (ctx: Context, orgId: string, milestoneId: string) =>
  ctx.db.queryRow(sql<PinnableMilestone>`
    select m.team_id, m.stop_id, m.version, exists (select from team_members tm where tm.org_id = ${orgId}
      and tm.team_id = m.team_id and tm.user_id = ${ctx.user.user_id} and tm.is_active) as joined
    from milestones m join teams t on t.org_id = m.org_id and t.team_id = m.team_id and t.is_active
    where m.org_id = ${orgId} and m.milestone_id = ${milestoneId} and m.is_active for no key update of m`)

/** Sets the stop of a milestone. Its version does not change, since not every reader of the milestone can read the stop. */
export const saveMilestoneStop = (ctx: Context, orgId: string, milestoneId: string, stopId: string | null) =>
  ctx.db.query(sql`
    update milestones set stop_id = ${stopId} where org_id = ${orgId} and milestone_id = ${milestoneId}`)
