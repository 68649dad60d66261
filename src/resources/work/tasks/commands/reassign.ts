import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { findChangedAttributes, type ChangeEvent } from '../../../../core/change-event.ts'
import type { OrgVisibility } from '../../projects/policy.ts'
import { buildRetainedPlan } from '../../projects/queries/write.ts'
import { buildVisibleTasksCondition } from '../../projects/queries/visibility.ts'
import { formatTaskKey } from '../keys.ts'
import { normalizeForSearch } from '../../../../core/text.ts'
import { getFormerRestriction, canEditTask, canReadTask } from '../policy.ts'
import { emitLinkEvents } from './links.ts'
import { placeTasks, presentLostSections } from './placement.ts'
import { statusSortOrder, type TaskStatus } from '../enums.ts'
import { setParentTask } from '../queries/locks.ts'
import { assignNumbers } from './numbers.ts'
import { markTasksDeleted, emitTaskDeleted } from './delete.ts'
import type { ContainerColumn } from '../queries/container-counts.ts'
import {
  findTasks,
  taskAccessColumns,
  joinTasksWithAccess,
  joinUserAccess,
  memberReadCondition,
  type TaskAccess,
  type TaskRow,
  type TaskWithAccess,
} from '../queries/rows.ts'

/** Assigns locked tasks to a goal or to none; returns the tasks that changed, as they were before. */
export async function assignTasksToGoal<T extends TaskRow>(
  ctx: Context,
  tasks: T[],
  goalId: string | null,
): Promise<T[]> {
  const changing = tasks.filter((task) => task.goal_id !== goalId)
  if (changing.length === 0) return []
  const ids = changing.map((task) => task.task_id)
  ctx.advanceTimePast(changing)
  await ctx.db.query(sql`
    update tasks set goal_id = ${goalId}, updated_by = ${ctx.user.username}, updated_at = ${ctx.now},
      version = version + 1
    where org_id = ${changing[0]!.org_id} and task_id = any(${ids}::text[])`)
  return changing
}

/** Emits an event for each task changed by an operation on another resource; `cause` is the type of its event. */
export function emitCausedTaskEvents(
  ctx: Context,
  orgId: string,
  cause: string,
  tasks: readonly Pick<
    ChangeEvent,
    'project_id' | 'from_project_id' | 'before' | 'after' | 'resource_id' | 'part_id'
  >[],
  type = 'task.updated',
): void {
  for (const task of tasks) ctx.emit({ org_id: orgId, type, resource_type: 'task', cause, ...task })
}

/** Locks the live tasks in a container, in the common lock order, and returns their ids. */
export async function lockTasksInContainer(
  ctx: Context,
  orgId: string,
  column: ContainerColumn,
  id: string,
  selection: 'all' | 'open' = 'all',
): Promise<string[]> {
  const condition = selection === 'open' ? sql`status not in ('completed', 'archived')` : sql`true`
  const found = await ctx.db.query(sql<{ task_id: string; updated_at: string }>`
    select task_id, updated_at from tasks where org_id = ${orgId} and ${sql.raw(column)} = ${id}
      and deleted_at is null and ${condition} order by task_id for no key update`)
  ctx.advanceTimePast(found)
  return found.map((task) => task.task_id)
}

/** Gives locked tasks the new status of their section, with an event for each; returns the number of changes. */
export async function setSectionStatus(
  ctx: Context,
  orgId: string,
  tasks: readonly Pick<TaskRow, 'task_id' | 'project_id' | 'status'>[],
  status: TaskStatus,
): Promise<number> {
  const changed = tasks.filter((task) => task.status !== status)
  const ids = changed.map((task) => task.task_id)
  await ctx.db.query(sql`
    update tasks set status = ${status}, status_rank = ${statusSortOrder.indexOf(status)}, version = version + 1,
      updated_by = ${ctx.user.username}, updated_at = ${ctx.now}
    where org_id = ${orgId} and task_id = any(${ids}::text[])`)
  const events = changed.map(({ task_id, project_id, status: was }) => ({
    resource_id: task_id,
    project_id,
    before: { status: was },
    after: { status },
  }))
  emitCausedTaskEvents(ctx, orgId, 'section.updated', events)
  return changed.length
}

/** Number of reassigned tasks, in total and of those that the caller can read. */
interface ReassignedCounts {
  total: number
  readable: number
}

/** Moves all or all open tasks of a container to another one, or to none, with an event for each. */
export async function reassignTasks(
  ctx: Context,
  visibility: OrgVisibility,
  column: ContainerColumn,
  from: string,
  { cause, to = null, which: selection = 'all' }: { cause: string; to?: string | null; which?: 'all' | 'open' },
): Promise<ReassignedCounts> {
  const ids = await lockTasksInContainer(ctx, visibility.org_id, column, from, selection)
  if (ids.length === 0) return { total: 0, readable: 0 }
  const changed = await ctx.db.query(
    sql<{ task_id: string; project_id: string | null; readable: boolean }>`
      update tasks t set ${sql.raw(column)} = ${to}, version = version + 1, updated_by = ${ctx.user.username},
        updated_at = ${ctx.now}
      where t.org_id = ${visibility.org_id} and t.task_id = any(${ids}::text[])
      returning t.task_id, t.project_id, (${buildVisibleTasksCondition(ctx, visibility)}) as readable`,
    { plan: 'custom' },
  )
  const change = { before: { [column]: from }, after: { [column]: to } }
  const events = changed.map(({ task_id, project_id }) => ({ resource_id: task_id, project_id, ...change }))
  emitCausedTaskEvents(ctx, visibility.org_id, cause, events)
  return { total: changed.length, readable: changed.filter((task) => task.readable).length }
}

const customPlan = { plan: 'custom' } as const

interface OpenTasksOptions {
  cause: string
  limit: number
}

/**
 * Assigns open tasks of a member that the caller can read to another one who can read them too, with an event for each.
 * The caller is an admin of the organization or the assignee, and may therefore change them.
 */
export async function assignOpenTasks(
  ctx: Context,
  visibility: OrgVisibility,
  from: string,
  to: { user_id: string; username: string },
  { cause, limit }: OpenTasksOptions,
): Promise<{ assigned: number; left: number; hasMore: boolean }> {
  const { org_id } = visibility
  const isOpen = sql`t.assignee_key = ${normalizeForSearch(from)} and t.assignee = ${from}
    and t.status not in ('completed', 'archived') and t.deleted_at is null and (${buildVisibleTasksCondition(ctx, visibility)})`
  const withReceiver = sql`tasks t join organization_members m on m.org_id = ${org_id} and m.user_id = ${to.user_id}
    ${joinUserAccess('t', to.user_id, sql`${org_id}`)}`
  const canReceive = sql`(${memberReadCondition} or (t.project_id is null and t.team_id is null and not t.restricted))`
  const found = await ctx.db.query(
    sql<{ task_id: string; project_id: string | null; updated_at: string }>`
      select t.task_id, t.project_id, t.updated_at
      from ${withReceiver}
      where t.org_id = ${org_id} and ${isOpen} and ${canReceive}
      order by t.task_id limit ${limit} for no key update of t`,
    customPlan,
  )
  ctx.advanceTimePast(found)
  const ids = found.map((task) => task.task_id)
  await ctx.db.query(sql`
    update tasks set assignee = ${to.username}, assignee_key = ${normalizeForSearch(to.username)},
      version = version + 1, updated_by = ${ctx.user.username}, updated_at = ${ctx.now}
    where org_id = ${org_id} and task_id = any(${ids}::text[])`)
  const change = { before: { assignee: from }, after: { assignee: to.username } }
  const events = found.map(({ task_id, project_id }) => ({ resource_id: task_id, project_id, ...change }))
  emitCausedTaskEvents(ctx, org_id, cause, events)
  const [row] = await ctx.db.query(
    sql<{ left: number; has_more: boolean }>`
      select count(*)::int as left, coalesce(bool_or(${canReceive}), false) as has_more
      from ${withReceiver} where t.org_id = ${org_id} and ${isOpen}`,
    customPlan,
  )
  return { assigned: found.length, left: row!.left, hasMore: row!.has_more }
}

export interface TaskInContainer extends TaskAccess {
  number: number | null
  project_prefix: string | null
  sprint_id: string | null
  milestone_id: string | null
  status: TaskStatus
}

/** Finds locked tasks of an organization without their large columns. */
export const findTasksInContainer = (ctx: Context, orgId: string, taskIds: string[]) =>
  ctx.db.query(sql<TaskInContainer>`
    select ${taskAccessColumns}, t.number, t.sprint_id, t.milestone_id, t.status
    from ${joinTasksWithAccess(ctx.user.user_id)}
    where t.org_id = ${orgId} and t.task_id = any(${taskIds}::text[]) order by t.task_id`)

interface FormerProject {
  org_id: string
  project_id: string
  project_team_id: string | null
}

/**
 * Moves locked tasks with their goal to another project, with an event for each, and to the sections there that follow from
 * their status. Removes them from sprint, milestone and sections of a former team.
 */
export async function moveTasksWithGoal(
  ctx: Context,
  goal: FormerProject,
  tasks: readonly TaskInContainer[],
  target: { project_id: string; prefix: string; team_id: string | null },
): Promise<void> {
  if (tasks.length === 0) return
  const { org_id, project_id } = goal
  const ids = tasks.map((task) => task.task_id)
  await assignNumbers(ctx, { org_id, project_id: target.project_id }, ids)
  const rows = await ctx.db.query(sql<Pick<TaskInContainer, 'task_id' | 'number' | 'sprint_id' | 'milestone_id'>>`
    update tasks t set project_id = ${target.project_id},
      sprint_id = ${buildRetainedPlan('sprints', target.team_id)}, milestone_id = ${buildRetainedPlan('milestones', target.team_id)},
      updated_by = ${ctx.user.username}, updated_at = ${ctx.now}, version = t.version + 1
    where t.org_id = ${org_id} and t.task_id = any(${ids}::text[])
    returning t.task_id, t.number, t.sprint_id, t.milestone_id`)
  const arriving = tasks.map((task) => ({ ...task, project_id: target.project_id, former_project_id: project_id }))
  const placed = await placeTasks(ctx, org_id, arriving)
  const sections = await removeFromTeamSections(ctx, goal, ids, target)
  const after = new Map(rows.map((task) => [task.task_id, task]))
  const events = tasks.map((task) => {
    const place = placed.get(task.task_id)
    const lost = presentLostSections(place, sections.get(task.task_id) ?? [])
    const before = { ...task, key: formatTaskKey(task.project_prefix, task.number), ...place?.before, ...lost }
    const moved = after.get(task.task_id)!
    const key = formatTaskKey(target.prefix, moved.number)
    const afterMove = { ...moved, project_id: target.project_id, key, ...place?.after }
    const change = findChangedAttributes(before, afterMove, movedAttributes)!
    return {
      resource_id: task.task_id,
      project_id: target.project_id,
      from_project_id: project_id,
      before: { ...change.before, ...getFormerRestriction(task) },
      after: change.after,
    }
  })
  emitCausedTaskEvents(ctx, org_id, 'goal.moved', events, 'task.moved')
}

/** Removes tasks from sections of their former team; returns these by task. */
async function removeFromTeamSections(
  ctx: Context,
  { org_id, project_team_id }: FormerProject,
  taskIds: string[],
  target: { team_id: string | null },
): Promise<Map<string, string[]>> {
  if (project_team_id === null || project_team_id === target.team_id) return new Map()
  const removed = await ctx.db.query(sql<{ task_id: string; sections: string[] }>`
    with gone as (
      delete from task_sections l using tasks t
      where l.org_id = ${org_id} and l.task_id = any(${taskIds}::text[]) and t.org_id = l.org_id and t.task_id = l.task_id
        and l.scope_type = 'team' and l.scope_id = ${project_team_id} and l.scope_id is distinct from t.team_id
      returning l.task_id, l.section_id)
    select task_id, array_agg(section_id) as sections from gone group by task_id`)
  return new Map(removed.map((one) => [one.task_id, one.sections]))
}

const movedAttributes = [
  'project_id',
  'key',
  'sprint_id',
  'milestone_id',
  'section_id',
  'section_position',
  'other_section_ids',
]

/**
 * Deletes a locked task that was converted to a goal. Its subtasks lose their parent; those in the same project that the
 * caller can edit are assigned to the goal. Returns the number of assigned tasks.
 */
export async function replaceTaskByGoal(ctx: Context, task: TaskWithAccess, goalId: string): Promise<number> {
  const { org_id, project_id } = task
  const children = await findTasks(ctx, [org_id], task.sub_tasks, true)
  const assignable = children.filter(
    (child) => child.project_id === project_id && canReadTask(ctx, child) && canEditTask(ctx, child),
  )
  await setParentTask(ctx, org_id, task.sub_tasks, null)
  emitLinkEvents(ctx, task, 'subtask', { added: [], removed: task.sub_tasks }, 'goal.created')
  const assigned = await assignTasksToGoal(ctx, assignable, goalId)
  const events = assigned.map((child) => ({
    resource_id: child.task_id,
    project_id,
    before: { goal_id: child.goal_id },
    after: { goal_id: goalId },
  }))
  emitCausedTaskEvents(ctx, org_id, 'goal.created', events)
  await markTasksDeleted(ctx, task, [task], 'goal.created')
  emitTaskDeleted(ctx, task)
  return assigned.length
}
