import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { Reach } from '../projects/access.ts'
import { planToKeep } from '../projects/queries.ts'
import { visibleTasks } from '../projects/task-visibility.ts'
import { canEditTask, canReadTask } from './access.ts'
import { setParent } from './queries.ts'
import { deleteTasks, emitDeleted } from './remove.ts'
import type { FilingColumn } from './roll-ups.ts'
import { findTasks, type TaskRow, type TaskSeen } from './rows.ts'

/**
 * Files locked tasks under a goal, or under none; gives those of them that changed, as they were. Their versions rise.
 */
export async function fileUnderGoal<T extends TaskRow>(
  ctx: Context,
  tasks: T[],
  goalId: string | null,
): Promise<T[]> {
  const changing = tasks.filter((task) => task.goal_id !== goalId)
  if (changing.length === 0) return []
  const ids = changing.map((task) => task.task_id)
  ctx.follow(changing)
  await ctx.db.query(sql`
    update tasks set goal_id = ${goalId}, updated_by = ${ctx.user.username}, updated_at = ${ctx.now},
      version = version + 1
    where org_id = ${changing[0]!.org_id} and task_id = any(${ids}::text[])`)
  return changing
}

/** Ids of the live tasks under something, locked in the order in which all who lock several tasks take them. */
export async function lockFiled(
  ctx: Context,
  orgId: string,
  column: FilingColumn,
  id: string,
  which: 'all' | 'open' = 'all',
): Promise<string[]> {
  const wanted = which === 'open' ? sql`status not in ('completed', 'archived')` : sql`true`
  const found = await ctx.db.query(sql<{
    task_id: string
    updated_at: string
  }>`select task_id, updated_at from tasks where org_id = ${orgId} and ${sql.raw(column)} = ${id}
      and deleted_at is null and ${wanted} order by task_id for no key update`)
  ctx.follow(found)
  return found.map((task) => task.task_id)
}

/** How many tasks a mass change met: all of them, and those that the caller can read. */
export interface Refiled {
  all: number
  readable: number
}

/**
 * Takes tasks out of what they are filed under, or files them under another of its kind: all of them, or only those that
 * are neither completed nor archived. Their versions rise, and no event is emitted: the caller tells of all in one.
 */
export async function refile(
  ctx: Context,
  reach: Reach,
  column: FilingColumn,
  from: string,
  { to = null, which = 'all' }: { to?: string | null; which?: 'all' | 'open' } = {},
): Promise<Refiled> {
  const ids = await lockFiled(ctx, reach.org_id, column, from, which)
  if (ids.length === 0) return { all: 0, readable: 0 }
  const [counts] = await ctx.db.query(
    sql<Refiled>`with changed as (
        update tasks t set ${sql.raw(column)} = ${to}, version = version + 1, updated_by = ${ctx.user.username},
          updated_at = ${ctx.now}
        where t.org_id = ${reach.org_id} and t.task_id = any(${ids}::text[]) returning t.*)
      select count(*)::int as all, count(*) filter (where ${visibleTasks(ctx, reach)})::int as readable from changed t`,
    { plan: 'custom' },
  )
  return counts!
}

/**
 * Moves locked tasks from one project to another with the goal that they are under. Each leaves the sections of the old
 * project, and the sprint, milestone and sections of a team that it belongs to no longer. Their versions rise.
 */
export async function moveTasks(
  ctx: Context,
  tasks: TaskSeen[],
  place: { project_id: string; team_id: string | null },
): Promise<void> {
  const [first] = tasks
  if (!first) return
  const { org_id, project_id, project_team_id } = first
  const ids = tasks.map((task) => task.task_id)
  await ctx.db.query(sql`
    update tasks t set project_id = ${place.project_id},
      sprint_id = ${planToKeep('sprints', place.team_id)}, milestone_id = ${planToKeep('milestones', place.team_id)},
      updated_by = ${ctx.user.username}, updated_at = ${ctx.now}, version = t.version + 1
    where t.org_id = ${org_id} and t.task_id = any(${ids}::text[])`)
  const teamLeft = project_team_id === place.team_id ? null : project_team_id
  await ctx.db.query(sql`
    delete from task_sections l using tasks t
    where l.org_id = ${org_id} and l.task_id = any(${ids}::text[]) and t.org_id = l.org_id and t.task_id = l.task_id
      and (l.scope_type = 'project' and l.scope_id = ${project_id}
        or l.scope_type = 'team' and l.scope_id = ${teamLeft} and l.scope_id is distinct from t.team_id)`)
}

/**
 * Turns a task, locked with its links, into a goal: it is deleted, its subtasks are nobody's, and those of them that lie
 * in its project and the caller may edit come under the goal. Gives how many did.
 */
export async function dissolveTask(ctx: Context, task: TaskSeen, goalId: string): Promise<number> {
  const { org_id, project_id } = task
  const children = await findTasks(ctx, [org_id], task.sub_tasks, true)
  const fit = children.filter(
    (child) => child.project_id === project_id && canReadTask(ctx, child) && canEditTask(ctx, child),
  )
  await setParent(ctx, org_id, task.sub_tasks, null)
  const filed = await fileUnderGoal(ctx, fit, goalId)
  await deleteTasks(ctx, task, [task])
  emitDeleted(ctx, task)
  return filed.length
}
