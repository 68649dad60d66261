import { sql, type Sql, inList, buildUpdatedAt } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { normalizeForSearch } from '../../../../core/text.ts'
import { lockMembers, type LockedMember } from '../../../people/members/queries.ts'
import { readerSubsetCondition, type TaskRow } from './rows.ts'

/** Returns assignments that update version, editor and time of task `t` if all its readers can see the change. */
export const buildVersionBump = (ctx: Context, condition: Sql): Sql => sql`
  version = t.version + (${condition})::int,
  updated_by = case when ${condition} then ${ctx.user.username} else t.updated_by end,
  updated_at = case when ${condition} then ${buildUpdatedAt(ctx.now, 't.updated_at')} else t.updated_at end`

/** Sets or clears the parent of tasks; raises the version of those whose readers can all read the parent. */
export async function setParentTask(ctx: Context, orgId: string, taskIds: string[], parentId: string | null) {
  if (taskIds.length === 0) return
  await ctx.db.query(sql`
    update tasks t set parent_task_id = ${parentId}, ${buildVersionBump(ctx, readerSubsetCondition)} from tasks o
    where t.org_id = ${orgId} and t.task_id = any(${taskIds}::text[]) and o.org_id = t.org_id
      and o.task_id = coalesce(${parentId}::text, t.parent_task_id)`)
}

/**
 * Serializes changes of links in an organization, because two concurrent ones could form a cycle together. Locked before
 * any task, to avoid deadlocks.
 */
export const lockOrgLinks = (ctx: Context, orgId: string): void =>
  ctx.ignoreRejection(ctx.db.query(sql`select from organizations where org_id = ${orgId} for no key update`))

/** Serializes changes of links in the organization of these tasks. */
export const lockLinksForTasks = (ctx: Context, taskIds: string[]): void =>
  ctx.ignoreRejection(
    ctx.db.query(sql`
      select from organizations where org_id in
        (select org_id from tasks where ${sql.orgIn('org_id', ctx.caller.orgIds)} and ${inList('task_id', taskIds)}
          and deleted_at is null)
      order by org_id for no key update`),
  )

/** Queries for the ids of tasks and of the tasks that change with them. */
const relatedTaskQueries = {
  /** Tasks and their subtasks. */
  linksChanged: (orgIds: readonly string[], taskIds: readonly string[]) => sql`
    select unnest(${taskIds}::text[]) union all
    select c.task_id from tasks c where ${sql.orgIn('c.org_id', orgIds)} and ${inList('c.parent_task_id', taskIds)}`,
  /** Tasks, all their descendants, their parents, and the tasks that depend on any of these. */
  deleted: (orgIds: readonly string[], taskIds: readonly string[]) => sql`
    with recursive descendants(id) as (
      select unnest(${taskIds}::text[]) collate "C" union
      select c.task_id from descendants join tasks c on ${sql.orgIn('c.org_id', orgIds)} and c.parent_task_id = descendants.id)
    select id from descendants
    union all select p.parent_task_id from tasks p
      where ${sql.orgIn('p.org_id', orgIds)} and p.task_id = any(${taskIds}::text[])
    union all select w.task_id from tasks w where ${sql.orgIn('w.org_id', orgIds)} and w.dependencies <> '{}'
      and w.dependencies && array(select id from descendants)`,
}

/** Locks tasks and those changed with them, ordered by id. Requires that links are locked before. */
export function lockRelatedTasks(ctx: Context, taskIds: readonly string[], reason: keyof typeof relatedTaskQueries) {
  const { orgIds } = ctx.caller
  ctx.ignoreRejection(
    ctx.db.queryByKey(sql`
      select from tasks where ${sql.orgIn('org_id', orgIds)} and deleted_at is null
        and task_id in (${relatedTaskQueries[reason](orgIds, taskIds)})
      order by task_id for no key update`),
  )
}

/** Containers in a body, and the users to whom it restricts the task. */
interface ContainerRefs {
  project_id?: string | null | undefined
  goal_id?: string | null | undefined
  milestone_id?: string | null | undefined
  sprint_id?: string | null | undefined
  restricted_to?: readonly string[] | null | undefined
}

const lockedMembers = new WeakMap<Context, Promise<LockedMember[]>>()

/** Locks the members to whom a task is restricted. Members are locked before containers. */
export function lockRestrictedMembers(ctx: Context, { restricted_to }: ContainerRefs): void {
  if (!restricted_to?.length) return
  const members = lockMembers(ctx, ctx.caller.orgIds, { names: restricted_to.map(normalizeForSearch) })
  lockedMembers.set(ctx, members)
  ctx.ignoreRejection(members)
}

/** Returns the ids of the members that `lockRestrictedMembers` has locked; members added afterwards are not locked. */
export async function findLockedMembers(ctx: Context, orgId: string): Promise<Set<string>> {
  const members = (await lockedMembers.get(ctx)) ?? []
  return new Set(members.filter((member) => member.org_id === orgId).map((member) => member.user_id))
}

/**
 * Locks the containers of a body against deletion, completion and moves, and the members it names against leaving. Locked
 * before any task, which is the common lock order.
 */
export function lockContainers(ctx: Context, containers: ContainerRefs): void {
  const { project_id, goal_id, milestone_id, sprint_id } = containers
  lockRestrictedMembers(ctx, containers)
  const ids = [project_id, goal_id, milestone_id, sprint_id].map((id) => id ?? null)
  if (ids.every((id) => id === null)) return
  const { orgIds } = ctx.caller
  ctx.ignoreRejection(
    ctx.db.queryByKey(sql`select
      (select 1 from projects where ${sql.orgIn('org_id', orgIds)} and project_id = ${ids[0]} for share),
      (select 1 from goals where ${sql.orgIn('org_id', orgIds)} and goal_id = ${ids[1]} for share),
      (select 1 from milestones where ${sql.orgIn('org_id', orgIds)} and milestone_id = ${ids[2]} for share),
      (select 1 from sprints where ${sql.orgIn('org_id', orgIds)} and sprint_id = ${ids[3]} for share)`),
  )
}

const planColumns = { goals: 'goal_id', milestones: 'milestone_id', sprints: 'sprint_id' } as const

/** Locks goals, milestones and sprints of tasks as `lockContainers` does, each once. */
export function lockTaskContainers(ctx: Context, orgId: string, tasks: readonly TaskRow[]): void {
  for (const [table, column] of Object.entries(planColumns)) {
    const ids = [...new Set(tasks.flatMap((task) => task[column] ?? []))]
    const name = sql.raw(column)
    if (ids.length > 0)
      ctx.ignoreRejection(
        ctx.db.query(sql`
          select from ${sql.raw(table)} where org_id = ${orgId} and ${name} = any(${ids}::text[])
          order by ${name} for share`),
      )
  }
}

/** Removes a task from its section in a scope; returns the id of the section, if any. */
export async function removeFromSections(
  ctx: Context,
  task: TaskRow,
  scopeType: string,
  scopeId: string,
): Promise<string[]> {
  const removed = await ctx.db.query(sql<{ section_id: string }>`
    delete from task_sections where org_id = ${task.org_id} and scope_type = ${scopeType} and scope_id = ${scopeId}
      and task_id = ${task.task_id}
    returning section_id`)
  return removed.map((row) => row.section_id)
}
