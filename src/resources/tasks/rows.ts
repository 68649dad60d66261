import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf, isOneOf } from '../../kernel/sql.ts'
import type { ProjectRole } from '../projects/rows.ts'
import { attributeNames, type AttributeValues } from './attributes.ts'

/** A task as it is stored. */
export type TaskRow = AttributeValues

/** A task, and what decides the caller's rights on it. */
export interface TaskSeen extends TaskRow {
  project_visibility: 'public' | 'private' | null
  project_deleted: boolean
  /** The team of its project. */
  project_team_id: string | null
  my_role: ProjectRole | null
  my_team_role: 'owner' | 'member' | null
}

/** What the judgement of a right looks at: enough for a linked task, of which nothing is shown but its id. */
export type TaskJudged = Pick<
  TaskSeen,
  | 'org_id'
  | 'task_id'
  | 'project_id'
  | 'team_id'
  | 'created_by'
  | 'assignee'
  | 'restricted'
  | 'restricted_to_user_ids'
  | 'project_visibility'
  | 'project_deleted'
  | 'my_role'
  | 'my_team_role'
>

/** The columns of `TaskRow`, of the table by this alias. */
export const taskColumns = columnsOf(attributeNames)

const columns = taskColumns('t')
const seenColumns = sql`p.visibility as project_visibility, p.deleted_at is not null as project_deleted,
  p.team_id as project_team_id, pm.project_role as my_role, tm.team_role as my_team_role`

/** The columns of `TaskJudged`, from `seenBy`. */
export const judgedColumns = sql`t.org_id, t.task_id, t.project_id, t.team_id, t.created_by, t.assignee, t.restricted,
  t.restricted_to_user_ids, ${seenColumns}`

/** The columns of `TaskSeen`, from `seenBy`. */
export const seenTaskColumns = sql`${columns}, ${seenColumns}`

/**
 * Joins to a row `alias` its project `p`, and what a user is in its project, `pm`, and in its team, `tm`. `org`: the
 * organization as an expression, where it cannot be told from a condition on the row.
 */
export const rightsOn = (alias: string, user: string | Sql, org: Sql = sql.raw(`${alias}.org_id`)): Sql => {
  const row = sql.raw(alias)
  return sql`
    left join projects p on p.org_id = ${org} and p.project_id = ${row}.project_id
    left join project_members pm on pm.org_id = ${org} and pm.project_id = ${row}.project_id
      and pm.user_id = ${user} and pm.is_active
    left join team_members tm on tm.org_id = ${org} and tm.team_id = ${row}.team_id
      and tm.user_id = ${user} and tm.is_active`
}

/**
 * The condition "member `m` of the organization is active and may read task `t`", over the joins of `rightsOn` for this
 * member; the same rule as `canReadTask`.
 */
export const readableByMember = sql`(m.is_active and m.deleted_at is null and t.deleted_at is null and p.deleted_at is null
  and (m.role in ('owner', 'admin') or (
    case when t.project_id is not null then pm.user_id is not null or (p.visibility = 'public' and m.role = 'member')
      when t.team_id is not null then tm.user_id is not null or m.role = 'member'
      else m.username in (t.created_by, t.assignee) end
    and (not t.restricted or m.user_id = any(t.restricted_to_user_ids) or coalesce(pm.project_role = 'owner', false)))))`

/** Tasks `t` with what decides the rights of a user, given by id or by the column that has the id. */
export const seenBy = (user: string | Sql): Sql => sql`tasks t ${rightsOn('t', user)}`

const selectSeen = (ctx: Context, orgIds: readonly string[], which: Sql): Promise<TaskSeen[]> =>
  ctx.db.lookUp(sql<TaskSeen>`
    select ${seenTaskColumns} from ${seenBy(ctx.user.user_id)}
    where ${sql.among('t.org_id', orgIds)} and ${which} and t.deleted_at is null`)

/** Locks tasks, all in one order, so that two who lock the same ones wait for each other and never deadlock. */
const lockTasks = (ctx: Context, orgIds: readonly string[], taskIds: readonly string[]): void =>
  ctx.later(
    ctx.db.lookUp(sql`
      select from tasks where ${sql.among('org_id', orgIds)} and ${isOneOf('task_id', taskIds)} and deleted_at is null
      order by task_id for no key update`),
  )

/** A live task among the caller's organizations, locked on writes; whether the caller may see it is not yet judged. */
export async function findTask(ctx: Context, taskId: string): Promise<TaskSeen | undefined> {
  const { orgIds } = ctx.caller
  // It is read by a statement of its own: one that waited for the lock would join the project that the task was in before.
  if (ctx.locking) lockTasks(ctx, orgIds, [taskId])
  return (await selectSeen(ctx, orgIds, sql`t.task_id = ${taskId}`))[0]
}

/**
 * The live tasks of these ids in these organizations, locked when asked; whether the caller may see them is not yet
 * judged.
 */
export async function findTasks(
  ctx: Context,
  orgIds: readonly string[],
  taskIds: readonly string[],
  lock: boolean,
): Promise<TaskSeen[]> {
  if (taskIds.length === 0) return []
  if (lock) lockTasks(ctx, orgIds, taskIds)
  const found = await selectSeen(ctx, orgIds, isOneOf('t.task_id', taskIds))
  if (lock) ctx.follow(found)
  return found
}

/**
 * The condition "whoever reads task `t` reads task `o` too", by where they lie and whom they are restricted to; the same
 * rule as `seenAlike`.
 */
export const readAlike = sql`coalesce((t.project_id = o.project_id or (t.project_id is null and o.project_id is null
    and (t.team_id = o.team_id or (t.team_id is null and o.team_id is null and t.created_by in (o.created_by, o.assignee)
      and (t.assignee is null or t.assignee in (o.created_by, o.assignee))))))
  and (not o.restricted or (t.restricted and t.restricted_to_user_ids <@ o.restricted_to_user_ids)), false)`

/** A project, a team, or what lies in one, and what decides whether somebody may know its id. */
export interface PlaceJudged {
  org_id: string
  id: string
  project_id: string | null
  visibility: 'public' | 'private' | null
  project_deleted: boolean
  my_role: ProjectRole | null
  /** Whether the person is in the team. */
  joined: boolean
}

const inProject = (table: string, id: string, org: Sql) =>
  sql`${sql.raw(`select org_id, ${id} as id, project_id, null as team_id from ${table}`)} where org_id = ${org}`
const inTeam = (table: string, id: string, org: Sql) =>
  sql`${sql.raw(`select org_id, ${id} as id, null as project_id, team_id from ${table}`)} where org_id = ${org}`

/**
 * Selects places `h` of an organization as `PlaceJudged`, with the rights of a user; the organization is an expression, the
 * user is given by id or by the column that has the id.
 */
export const placesFor = (user: string | Sql, org: Sql): Sql => sql`
  select h.org_id, h.id, h.project_id, p.visibility, p.deleted_at is not null as project_deleted,
    pm.project_role as my_role, tm.team_role is not null as joined
  from (${inProject('projects', 'project_id', org)} union all ${inProject('goals', 'goal_id', org)}
    union all ${inProject('stops', 'stop_id', org)}
    union all ${inTeam('teams', 'team_id', org)} union all ${inTeam('sprints', 'sprint_id', org)}
    union all ${inTeam('milestones', 'milestone_id', org)}
    union all select org_id, section_id, case scope_type when 'project' then scope_id end,
      case scope_type when 'team' then scope_id end from sections
      where org_id = ${org} and scope_type <> 'user') h
  ${rightsOn('h', user, org)}`

/** The condition that event `e` is no one person's: reminders that people made for themselves are told to them alone. */
export const concernsOthers = sql`(e.type <> 'task.reminder_due' or e.after->>'user_id' is null)`
