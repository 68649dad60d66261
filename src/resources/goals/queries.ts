import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { endOf } from '../../kernel/lists/end.ts'
import { hasName, type NameQuery } from '../../kernel/lists/named.ts'
import type { ListQuery, ListSpec } from '../../kernel/paging.ts'
import { assignments } from '../../kernel/sql.ts'
import { sortKey } from '../../kernel/text.ts'
import { selectPageOfWhole } from '../../kernel/lists/whole-list.ts'
import type { Reach } from '../projects/access.ts'
import { visibleProjects } from '../projects/task-visibility.ts'
import {
  type cardsOf,
  filedBytes,
  filedCards,
  filedCounts,
  goalCounts,
  type Filed,
} from '../tasks/roll-ups.ts'
import { goalColumns, type GoalRow } from './rows.ts'

export const goalSorts: ListSpec = {
  sorts: {
    position: [{ sql: 'g.position', type: 'integer' }],
    name: [{ sql: 'g.name_key', type: 'text' }],
    target_date: [{ sql: 'g.target_date', type: 'date', nullable: true }],
    created_at: [{ sql: 'g.created_at', type: 'timestamptz' }],
  },
  natural: [{ sql: 'g.position', type: 'integer' }],
  id: { sql: 'g.goal_id', type: 'text' },
}

/** Goal with counts of the tasks that the caller can read. */
export interface GoalListed extends GoalRow {
  counts: Filed
  /** Its tasks, if requested. */
  more?: Parameters<typeof cardsOf>[0]
}

const columns = goalColumns('g')

/** Returns a page of a project's goals and the task counts of the goals on all pages. */
export function listGoals(
  ctx: Context,
  page: ListQuery,
  reach: Reach,
  projectId: string,
  { include_tasks, ...named }: NameQuery & { include_tasks?: boolean },
): Promise<{ found: GoalListed[]; whole: Filed }> {
  const withTasks = include_tasks === true
  const nameMatches = hasName('g.name', named, sortKey)
  const whole = sql<Filed>`
    select coalesce(sum(c.total), 0)::int as total, coalesce(sum(c.completed), 0)::int as completed
    from goals g join ${goalCounts(ctx, reach, projectId)} c on c.id = g.goal_id
    where g.org_id = ${reach.org_id} and g.project_id = ${projectId} and g.is_active and ${nameMatches}`
  const bytes = withTasks ? filedBytes(ctx, reach, 'goal_id', 'g.goal_id') : sql`0`
  return selectPageOfWhole<GoalListed, Filed>(
    ctx,
    page,
    whole,
    ({ where, order, limit, columns: sorts }) => sql<GoalListed>`
      select ${columns}, jsonb_build_object('total', coalesce(c.total, 0), 'completed', coalesce(c.completed, 0)) as counts,
        ${bytes} as page_bytes, ${sorts}
      from goals g left join ${goalCounts(ctx, reach, projectId)} c on c.id = g.goal_id
      where g.org_id = ${reach.org_id} and g.project_id = ${projectId} and g.is_active and ${nameMatches} and ${where} ${order} ${limit}`,
    { weighed: true, ...(withTasks && { more: filedCards(ctx, reach, 'goal_id', 'page.goal_id') }) },
  )
}

export async function findGoalWithTasks(
  ctx: Context,
  reach: Reach,
  projectId: string,
  goalId: string,
): Promise<GoalListed | undefined> {
  const [row] = await ctx.db.query(
    sql<GoalListed>`
      select ${columns}, ${filedCounts(ctx, reach, 'goal_id', 'g.goal_id')} as counts,
        ${filedCards(ctx, reach, 'goal_id', 'g.goal_id')} as more
      from goals g
      where g.org_id = ${reach.org_id} and g.project_id = ${projectId} and g.goal_id = ${goalId} and g.is_active`,
    { plan: 'custom' },
  )
  return row
}

/** Counts the tasks of a goal that the caller can read. */
export async function countGoal(ctx: Context, reach: Reach, goalId: string): Promise<Filed> {
  const [row] = await ctx.db.query(
    sql<{ counts: Filed }>`select ${filedCounts(ctx, reach, 'goal_id', 'g.goal_id')} as counts
      from goals g where g.org_id = ${reach.org_id} and g.goal_id = ${goalId}`,
    { plan: 'custom' },
  )
  return row!.counts
}

/** Returns the goals of all projects that the caller can read, ordered by project. */
export function listOfOrganization(ctx: Context, reach: Reach): Promise<GoalListed[]> {
  return ctx.db.query(
    sql<GoalListed>`
      select ${columns}, jsonb_build_object('total', coalesce(c.total, 0), 'completed', coalesce(c.completed, 0)) as counts
      from goals g join projects p on p.org_id = g.org_id and p.project_id = g.project_id and p.deleted_at is null
        left join ${goalCounts(ctx, reach)} c on c.id = g.goal_id
      where g.org_id = ${reach.org_id} and g.is_active and ${visibleProjects(reach)}
      order by p.position, p.name_key, p.project_id, g.position, g.goal_id`,
    { plan: 'custom' },
  )
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
  const end = await endOf(ctx.db, orderedGoals(org_id, project_id))
  const [row] = await ctx.db.query(sql<GoalRow>`
    insert into goals as g (org_id, project_id, goal_id, name, name_key, description, target_date,
      converted_from_task_id, position, created_by, updated_by, created_at, updated_at)
    values (${org_id}, ${project_id}, ${ctx.newId('G')}, ${goal.name}, ${sortKey(goal.name)}, ${goal.description},
      ${goal.target_date}, ${goal.converted_from_task_id}, ${end},
      ${username}, ${username}, ${ctx.now}, ${ctx.now}) returning ${columns}`)
  return row!
}

export async function updateGoal(
  ctx: Context,
  { org_id, goal_id }: GoalRow,
  fields: Record<string, unknown>,
): Promise<GoalRow> {
  const changed = { ...fields, updated_by: ctx.user.username, updated_at: ctx.now }
  const [row] = await ctx.db.query(
    sql<GoalRow>`update goals g set ${assignments(changed)}, version = version + 1
      where g.org_id = ${org_id} and g.goal_id = ${goal_id} returning ${columns}`,
    { plan: 'custom' },
  )
  return row!
}

/** Returns the IDs of a project's goals by position. */
export async function listOrder(
  ctx: Context,
  { org_id, project_id }: Pick<GoalRow, 'org_id' | 'project_id'>,
): Promise<string[]> {
  const found = await ctx.db.query(sql<{ goal_id: string }>`
    select goal_id from goals where org_id = ${org_id} and project_id = ${project_id} and is_active
    order by position, goal_id`)
  return found.map((goal) => goal.goal_id)
}

/** Stores the positions of a new order. Versions do not change: the position is not an attribute of the goal. */
export const storeOrder = (ctx: Context, orgId: string, goalIds: readonly string[]): Promise<unknown[]> =>
  ctx.db.query(sql`
    update goals g set position = o.position
    from unnest(${goalIds}::text[]) with ordinality as o(goal_id, position)
    where g.org_id = ${orgId} and g.goal_id = o.goal_id and g.position <> o.position`)

/** Moves a goal after the goals of another project, whose row the caller has locked. */
export async function moveGoal(
  ctx: Context,
  { org_id, goal_id }: GoalRow,
  projectId: string,
): Promise<GoalRow> {
  const end = await endOf(ctx.db, orderedGoals(org_id, projectId))
  const [row] = await ctx.db.query(sql<GoalRow>`
    update goals g set project_id = ${projectId}, position = ${end},
      updated_by = ${ctx.user.username}, updated_at = ${ctx.now}, version = g.version + 1
    where g.org_id = ${org_id} and g.goal_id = ${goal_id} returning ${columns}`)
  return row!
}
