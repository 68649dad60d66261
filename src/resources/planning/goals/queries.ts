import { sql, type Sql, buildAssignments } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { AuditColumns } from '../../../core/resource-fields.ts'
import { findEndPosition } from '../../../core/end-position.ts'
import { hasName, type NameQuery } from '../../../http/pagination/name-filter.ts'
import type { PageRequest, ListSpec } from '../../../http/pagination/pagination.ts'
import { toSortKey } from '../../../core/text.ts'
import { selectPageWithSummary } from '../../../http/pagination/page-with-summary.ts'
import type { OrgVisibility } from '../../work/projects/policy.ts'
import type { ProjectRole } from '../../work/projects/queries/find.ts'
import { buildVisibleProjectsCondition } from '../../work/projects/queries/visibility.ts'
import {
  type parseGoalTasks,
  selectGoalBytes,
  selectGoalTasks,
  selectContainerCounts,
  selectGoalCounts,
  type TaskCounts,
} from '../../work/tasks/queries/container-counts.ts'
import type { goal } from './schema.ts'
import type { Static } from '../../../core/schema.ts'

export type GoalRow = Omit<Static<typeof goal>, 'tasks_total' | 'tasks_completed' | 'tasks'> & AuditColumns

export interface GoalWithAccess extends GoalRow {
  visibility: 'public' | 'private'
  my_role: ProjectRole | null
  project_team_id: string | null
}

const columns = sql`g.org_id, g.goal_id, g.project_id, g.name, g.description, g.target_date, g.position, g.status,
  g.closed_at, g.closed_by, g.converted_from_task_id, g.version, g.created_by, g.updated_by, g.created_at, g.updated_at`

export const goalSorts: ListSpec = {
  sorts: {
    position: [{ sql: 'g.position', type: 'integer' }],
    name: [{ sql: 'g.name_key', type: 'text' }],
    target_date: [{ sql: 'g.target_date', type: 'date', nullable: true }],
    created_at: [{ sql: 'g.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 'g.position', type: 'integer' }],
  id: { sql: 'g.goal_id', type: 'text' },
}

export interface GoalWithCounts extends GoalRow {
  counts: TaskCounts
  /** Tasks of the goal, if they were requested. */
  more?: Parameters<typeof parseGoalTasks>[0]
}

/** Returns a page of a project's goals and the task counts of the goals on all pages. */
export function listGoals(
  ctx: Context,
  page: PageRequest,
  visibility: OrgVisibility,
  projectId: string,
  { include_tasks, ...named }: NameQuery & { include_tasks?: boolean },
): Promise<{ found: GoalWithCounts[]; whole: TaskCounts }> {
  const withTasks = include_tasks === true
  const nameMatches = hasName('g.name', named, toSortKey)
  const whole = sql<TaskCounts>`
    select coalesce(sum(c.total), 0)::int as total, coalesce(sum(c.completed), 0)::int as completed
    from goals g join ${selectGoalCounts(ctx, visibility, projectId)} c on c.id = g.goal_id
    where g.org_id = ${visibility.org_id} and g.project_id = ${projectId} and g.is_active and ${nameMatches}`
  const bytes = withTasks ? selectGoalBytes(ctx, visibility) : sql`0`
  return selectPageWithSummary<GoalWithCounts, TaskCounts>(
    ctx,
    page,
    whole,
    ({ where, order, limit, columns: sorts }) => sql<GoalWithCounts>`
      select ${columns}, jsonb_build_object('total', coalesce(c.total, 0), 'completed', coalesce(c.completed, 0)) as counts,
        ${bytes} as page_bytes, ${sorts}
      from goals g left join ${selectGoalCounts(ctx, visibility, projectId)} c on c.id = g.goal_id
      where g.org_id = ${visibility.org_id} and g.project_id = ${projectId} and g.is_active and ${nameMatches} and ${where} ${order} ${limit}`,
    { limitBytes: true, ...(withTasks && { more: selectGoalTasks(ctx, visibility, 'page.goal_id') }) },
  )
}

export const findGoalWithTasks = (ctx: Context, visibility: OrgVisibility, projectId: string, goalId: string) =>
  ctx.db.queryRow(
    sql<GoalWithCounts>`
      select ${columns}, ${selectContainerCounts(ctx, visibility, 'goal_id', 'g.goal_id')} as counts,
        ${selectGoalTasks(ctx, visibility, 'g.goal_id')} as more
      from goals g
      where g.org_id = ${visibility.org_id} and g.project_id = ${projectId} and g.goal_id = ${goalId} and g.is_active`,
    { plan: 'custom' },
  )

export const countGoalTasks = async (ctx: Context, visibility: OrgVisibility, goalId: string) =>
  (await ctx.db.queryRow(
    sql<{ counts: TaskCounts }>`select ${selectContainerCounts(ctx, visibility, 'goal_id', 'g.goal_id')} as counts
      from goals g where g.org_id = ${visibility.org_id} and g.goal_id = ${goalId}`,
    { plan: 'custom' },
  ))!.counts

export const listOrganizationGoals = (ctx: Context, visibility: OrgVisibility) =>
  ctx.db.query(
    sql<GoalWithCounts>`
      select ${columns}, jsonb_build_object('total', coalesce(c.total, 0), 'completed', coalesce(c.completed, 0)) as counts
      from goals g join projects p on p.org_id = g.org_id and p.project_id = g.project_id and p.deleted_at is null
        left join ${selectGoalCounts(ctx, visibility)} c on c.id = g.goal_id
      where g.org_id = ${visibility.org_id} and g.is_active and ${buildVisibleProjectsCondition(visibility)}
      order by p.position, p.name_key, p.project_id, g.position, g.goal_id`,
    { plan: 'custom' },
  )

/** Finds a goal in one of these projects, locked in a write. Does not check whether the caller can read it. */
export async function findGoal(
  ctx: Context,
  projectIds: string[],
  goalId: string,
): Promise<GoalWithAccess | undefined> {
  const { orgIds } = ctx.caller
  // Locks in a separate statement: one that waited for the lock would join the former project of the goal.
  if (ctx.inTransaction)
    await ctx.db.queryByKey(sql`
      select from goals where ${sql.orgIn('org_id', orgIds)} and goal_id = ${goalId} and is_active for no key update`)
  const [row] = await ctx.db.queryByKey(sql<GoalWithAccess>`
    select ${columns}, p.visibility, p.team_id as project_team_id, pm.project_role as my_role
    from goals g join projects p on p.org_id = g.org_id and p.project_id = g.project_id and p.deleted_at is null
    left join project_members pm on pm.org_id = g.org_id and pm.project_id = g.project_id
      and pm.user_id = ${ctx.user.user_id} and pm.is_active
    where ${sql.orgIn('g.org_id', orgIds)} and g.goal_id = ${goalId} and g.project_id = any(${projectIds}::text[])
      and g.is_active`)
  return row
}

const orderedGoals = (orgId: string, projectId: string): Sql => sql`
  goals where org_id = ${orgId} and project_id = ${projectId} and is_active`

/** Inserts a goal after the other goals of its project, whose row the caller has locked. */
export async function insertGoal(
  ctx: Context,
  { org_id, project_id }: Pick<GoalRow, 'org_id' | 'project_id'>,
  goal: Pick<GoalRow, 'name' | 'description' | 'target_date' | 'converted_from_task_id'>,
): Promise<GoalRow> {
  const { username } = ctx.user
  const end = await findEndPosition(ctx.db, orderedGoals(org_id, project_id))
  const [row] = await ctx.db.query(sql<GoalRow>`
    insert into goals as g (org_id, project_id, goal_id, name, name_key, description, target_date,
      converted_from_task_id, position, created_by, updated_by, created_at, updated_at)
    values (${org_id}, ${project_id}, ${ctx.newId('G')}, ${goal.name}, ${toSortKey(goal.name)}, ${goal.description},
      ${goal.target_date}, ${goal.converted_from_task_id}, ${end},
      ${username}, ${username}, ${ctx.now}, ${ctx.now}) returning ${columns}`)
  return row!
}

export async function saveGoal(
  ctx: Context,
  { org_id, goal_id }: GoalRow,
  fields: Record<string, unknown>,
): Promise<GoalRow> {
  const changed = { ...fields, updated_by: ctx.user.username, updated_at: ctx.now }
  const [row] = await ctx.db.query(
    sql<GoalRow>`update goals g set ${buildAssignments(changed)}, version = version + 1
      where g.org_id = ${org_id} and g.goal_id = ${goal_id} returning ${columns}`,
    { plan: 'custom' },
  )
  return row!
}

/** Returns the IDs of a project's goals by position. */
export async function listGoalIds(
  ctx: Context,
  { org_id, project_id }: Pick<GoalRow, 'org_id' | 'project_id'>,
): Promise<string[]> {
  const found = await ctx.db.query(sql<{ goal_id: string }>`
    select goal_id from goals where org_id = ${org_id} and project_id = ${project_id} and is_active
    order by position, goal_id`)
  return found.map((goal) => goal.goal_id)
}

/** Stores the positions of a new order. Versions do not change: the position is not an attribute of the goal. */
export const saveGoalOrder = (ctx: Context, orgId: string, goalIds: readonly string[]): Promise<unknown[]> =>
  ctx.db.query(sql`
    update goals g set position = o.position
    from unnest(${goalIds}::text[]) with ordinality as o(goal_id, position)
    where g.org_id = ${orgId} and g.goal_id = o.goal_id and g.position <> o.position`)

/** Moves a goal after the goals of another project, whose row the caller has locked. */
export async function saveGoalProject(ctx: Context, { org_id, goal_id }: GoalRow, projectId: string): Promise<GoalRow> {
  const end = await findEndPosition(ctx.db, orderedGoals(org_id, projectId))
  const [row] = await ctx.db.query(sql<GoalRow>`
    update goals g set project_id = ${projectId}, position = ${end},
      updated_by = ${ctx.user.username}, updated_at = ${ctx.now}, version = g.version + 1
    where g.org_id = ${org_id} and g.goal_id = ${goal_id} returning ${columns}`)
  return row!
}
