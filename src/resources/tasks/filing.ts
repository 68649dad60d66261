import { sql } from '../../db/sql.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import type { Reach } from '../projects/access.ts'
import { keptPlan } from '../projects/queries.ts'
import { visibleTasks } from '../projects/task-visibility.ts'
import { canEditTask, canReadTask } from './access.ts'
import { deleteTasks, dropSubtasks, setParent } from './queries.ts'
import { emitDeleted } from './remove.ts'
import type { Holder } from './roll-ups.ts'
import { findTasks, type TaskRow, type TaskSeen } from './rows.ts'

/** Files tasks, which are locked, under a goal, or under none; gives those that changed. Their versions rise. */
export async function fileUnderGoal<T extends TaskRow>(
  ctx: Context,
  tasks: T[],
  goalId: string | null,
): Promise<T[]> {
  const changing = tasks.filter((task) => task.goal_id !== goalId)
  if (changing.length === 0) return []
  const ids = changing.map((task) => task.task_id)
  await query(
    ctx.db,
    `UPDATE tasks SET goal_id = $3, updated_by = $4, updated_at = $5, version = version + 1
     WHERE org_id = $1 AND task_id = ANY($2::text[])`,
    [changing[0]!.org_id, ids, goalId, ctx.user.username, ctx.now],
  )
  return changing
}

/** Ids of the live tasks under something, locked in the order in which all who lock several tasks take them. */
export async function lockFiled(
  ctx: Context,
  orgId: string,
  holder: Holder,
  id: string,
  which: 'all' | 'open' = 'all',
): Promise<string[]> {
  const wanted = which === 'open' ? sql`status not in ('completed', 'archived')` : sql`true`
  const found = await ctx.db.query(sql<{
    task_id: string
  }>`select task_id from tasks where org_id = ${orgId} and ${sql.raw(holder)} = ${id}
      and deleted_at is null and ${wanted} order by task_id for no key update`)
  return found.map((task) => task.task_id)
}

/** How many tasks a mass change met: all of them, and those that the caller can read. */
export interface Refiled {
  all: number
  readable: number
}

/**
 * Takes tasks out of what they are filed under, or files them under another of its kind: all of them, or those alone that
 * are open, neither completed nor archived. Their versions rise; the act has one event, its own.
 */
export async function refile(
  ctx: Context,
  reach: Reach,
  holder: Holder,
  from: string,
  { to = null, which = 'all' }: { to?: string | null; which?: 'all' | 'open' } = {},
): Promise<Refiled> {
  const ids = await lockFiled(ctx, reach.org_id, holder, from, which)
  if (ids.length === 0) return { all: 0, readable: 0 }
  const [counts] = await ctx.db.query(
    sql<Refiled>`with changed as (
        update tasks t set ${sql.raw(holder)} = ${to}, version = version + 1, updated_by = ${ctx.user.username},
          updated_at = ${ctx.now}
        where t.org_id = ${reach.org_id} and t.task_id = any(${ids}::text[]) returning t.*)
      select count(*)::int as all, count(*) filter (where ${visibleTasks(ctx, reach)})::int as readable from changed t`,
    { plan: 'custom' },
  )
  return counts!
}

const moveSql = `
  UPDATE tasks t SET project_id = $3,
    sprint_id = ${keptPlan('sprints', 'sprint_id', '$4')},
    milestone_id = ${keptPlan('milestones', 'milestone_id', '$4')},
    updated_by = $5, updated_at = $6, version = t.version + 1
  WHERE t.org_id = $1 AND t.task_id = ANY($2::text[])`

const leaveSql = `
  DELETE FROM task_sections l USING tasks t
  WHERE l.org_id = $1 AND l.task_id = ANY($2::text[]) AND t.org_id = l.org_id AND t.task_id = l.task_id
    AND (l.scope_type = 'project' AND l.scope_id = $3
      OR l.scope_type = 'team' AND l.scope_id = $4 AND l.scope_id IS DISTINCT FROM t.team_id)`

/**
 * Moves tasks, which are locked, from one project to another, under the goal they have. Each leaves the lanes of the old
 * project, and what belongs to a team that it can no longer be reached from. Their versions rise.
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
  await query(ctx.db, moveSql, [org_id, ids, place.project_id, place.team_id, ctx.user.username, ctx.now])
  const teamLeft = project_team_id === place.team_id ? null : project_team_id
  await query(ctx.db, leaveSql, [org_id, ids, project_id, teamLeft])
}

/**
 * Turns a task, locked with its links, into a goal: it is deleted, its subtasks are nobody's, and those of them that lie
 * in its project and the caller may edit come under the goal. Gives how many did.
 */
export async function dissolveTask(ctx: Context, task: TaskSeen, goalId: string): Promise<number> {
  const { org_id, task_id, project_id, parent_task_id } = task
  const children = await findTasks(ctx, [org_id], task.sub_tasks, true)
  const fit = children.filter(
    (child) => child.project_id === project_id && canReadTask(ctx, child) && canEditTask(ctx, child),
  )
  await setParent(ctx, org_id, task.sub_tasks, null)
  const filed = await fileUnderGoal(ctx, fit, goalId)
  if (parent_task_id !== null) await dropSubtasks(ctx, org_id, parent_task_id, [task_id])
  await deleteTasks(ctx, org_id, [task_id])
  emitDeleted(ctx, task)
  return filed.length
}
