import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { fold } from '../../kernel/text.ts'
import { isOneOf, timeAfter } from '../../kernel/sql.ts'
import { holdPeople, type Held } from '../organization-members/queries.ts'
import { readAlike, type TaskRow } from './rows.ts'

/**
 * In an update of task `t`: its version, and by whom and when it was changed, change where the condition holds, that
 * whoever reads the task may know of the change.
 */
export const touchedIf = (ctx: Context, open: Sql): Sql => sql`
  version = t.version + (${open})::int,
  updated_by = case when ${open} then ${ctx.user.username} else t.updated_by end,
  updated_at = case when ${open} then ${timeAfter(ctx.now, 't.updated_at')} else t.updated_at end`

/**
 * Makes tasks children of `parentId`, or nobody's when it is null; versions rise of those whose readers see the parent.
 */
export async function setParent(
  ctx: Context,
  orgId: string,
  taskIds: string[],
  parentId: string | null,
): Promise<void> {
  if (taskIds.length === 0) return
  await ctx.db.query(sql`
    update tasks t set parent_task_id = ${parentId}, ${touchedIf(ctx, readAlike)} from tasks o
    where t.org_id = ${orgId} and t.task_id = any(${taskIds}::text[]) and o.org_id = t.org_id
      and o.task_id = coalesce(${parentId}::text, t.parent_task_id)`)
}

/**
 * Lets one change of links at a time happen in an organization, since two at once could close a circle that neither
 * sees. The lock is taken before any task is locked, so that two such changes never deadlock.
 */
export const lockLinks = (ctx: Context, orgId: string): void =>
  ctx.later(ctx.db.query(sql`select from organizations where org_id = ${orgId} for no key update`))

/** The same for the organization that these tasks lie in. */
export const lockLinksOf = (ctx: Context, taskIds: string[]): void =>
  ctx.later(
    ctx.db.query(sql`
      select from organizations where org_id in
        (select org_id from tasks where ${sql.among('org_id', ctx.caller.orgIds)} and ${isOneOf('task_id', taskIds)}
          and deleted_at is null)
      order by org_id for no key update`),
  )

/** Selects the ids of tasks and of those that are changed with them, in the caller's organizations. */
const kin = {
  /** With their subtasks. */
  relinked: (orgIds: readonly string[], taskIds: readonly string[]) => sql`
    select unnest(${taskIds}::text[]) union all
    select c.task_id from tasks c where ${sql.among('c.org_id', orgIds)} and ${isOneOf('c.parent_task_id', taskIds)}`,
  /** With all that is below them, their parents, and who waits for any of these. */
  deleted: (orgIds: readonly string[], taskIds: readonly string[]) => sql`
    with recursive below(id) as (
      select unnest(${taskIds}::text[]) collate "C" union
      select c.task_id from below join tasks c on ${sql.among('c.org_id', orgIds)} and c.parent_task_id = below.id)
    select id from below
    union all select p.parent_task_id from tasks p
      where ${sql.among('p.org_id', orgIds)} and p.task_id = any(${taskIds}::text[])
    union all select w.task_id from tasks w where ${sql.among('w.org_id', orgIds)} and w.dependencies <> '{}'
      and w.dependencies && array(select id from below)`,
}

/**
 * Locks tasks and those that are changed with them, in the order in which all who lock several tasks take them. With
 * their links locked before, these stay the same ones.
 */
export function lockWithKin(ctx: Context, taskIds: readonly string[], when: keyof typeof kin): void {
  const { orgIds } = ctx.caller
  ctx.later(
    ctx.db.lookUp(sql`
      select from tasks where ${sql.among('org_id', orgIds)} and deleted_at is null
        and task_id in (${kin[when](orgIds, taskIds)})
      order by task_id for no key update`),
  )
}

/** Where a body puts a task, and whom it restricts it to. */
export interface Placed {
  project_id?: string | null | undefined
  goal_id?: string | null | undefined
  milestone_id?: string | null | undefined
  sprint_id?: string | null | undefined
  restricted_to?: readonly string[] | null | undefined
}

const held = new WeakMap<Context, Promise<Held[]>>()

/** Keeps those whom a task is restricted to from leaving the organization. People are locked before any place is. */
export function holdNamed(ctx: Context, { restricted_to }: Placed): void {
  if (!restricted_to?.length) return
  const people = holdPeople(ctx, ctx.caller.orgIds, { names: restricted_to.map(fold) })
  held.set(ctx, people)
  ctx.later(people)
}

/** Returns the ids of the members that `holdNamed` has locked; a user who joined since may still leave. */
export async function findHeld(ctx: Context, orgId: string): Promise<Set<string>> {
  const people = (await held.get(ctx)) ?? []
  return new Set(people.filter((person) => person.org_id === orgId).map((person) => person.user_id))
}

/**
 * Keeps what a task is to be put into from being deleted, completed or moved until the task is there, and whom it is
 * restricted to from leaving. These are locked before any task, as by whoever changes such a place: the place is locked
 * first, and then the tasks in it.
 */
export function holdPlaces(ctx: Context, places: Placed): void {
  const { project_id, goal_id, milestone_id, sprint_id } = places
  holdNamed(ctx, places)
  const ids = [project_id, goal_id, milestone_id, sprint_id].map((id) => id ?? null)
  if (ids.every((id) => id === null)) return
  const { orgIds } = ctx.caller
  ctx.later(
    ctx.db.lookUp(sql`select
      (select 1 from projects where ${sql.among('org_id', orgIds)} and project_id = ${ids[0]} for share),
      (select 1 from goals where ${sql.among('org_id', orgIds)} and goal_id = ${ids[1]} for share),
      (select 1 from milestones where ${sql.among('org_id', orgIds)} and milestone_id = ${ids[2]} for share),
      (select 1 from sprints where ${sql.among('org_id', orgIds)} and sprint_id = ${ids[3]} for share)`),
  )
}

/** Takes a task out of its place in a lane of a project, team or person; gives the section it was in, if any. */
export async function leaveSections(
  ctx: Context,
  task: TaskRow,
  scopeType: string,
  scopeId: string,
): Promise<string[]> {
  const left = await ctx.db.query(sql<{ section_id: string }>`
    delete from task_sections where org_id = ${task.org_id} and scope_type = ${scopeType} and scope_id = ${scopeId}
      and task_id = ${task.task_id}
    returning section_id`)
  return left.map((place) => place.section_id)
}
