import { sql } from '../../db/sql.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import type { ListQuery, ListSpec } from '../../kernel/paging.ts'
import { assignments } from '../../kernel/sql.ts'
import { sortKey } from '../../kernel/text.ts'
import { selectPageOfWhole } from '../../kernel/lists/whole-list.ts'
import type { Reach } from '../projects/access.ts'
import { visibleProjects } from '../projects/task-visibility.ts'
import {
  countsUnder,
  filedBytes,
  filedCards,
  filedCounts,
  filedCountsOfAll,
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

type Cards = ReturnType<typeof JSON.parse>
/** A goal with what its reader sees of its tasks; `more` are their cards where they were asked for. */
export interface GoalListed extends GoalRow {
  counts: Filed
  more: Cards
}

const columns = sql.raw(goalColumns('g'))

/** A page of a project's goals, and what lies under all of them together. */
export function listGoals(
  ctx: Context,
  page: ListQuery,
  reach: Reach,
  projectId: string,
  withTasks: boolean,
): Promise<{ found: GoalListed[]; whole: Filed }> {
  const whole = sql<Filed>`
    select count(*) as total, count(*) filter (where t.status = 'completed') as completed
    from goals g join tasks t on t.org_id = g.org_id and t.goal_id = g.goal_id
    where g.org_id = ${reach.org_id} and g.project_id = ${projectId} and g.is_active
      and ${countsUnder(ctx, reach, 'goal_id')}`
  const bytes = withTasks ? filedBytes(ctx, reach, 'goal_id', 'g.goal_id') : sql`0`
  return selectPageOfWhole<GoalListed, Filed>(
    ctx,
    page,
    whole,
    ({ where, order, limit, columns: sorts }) => sql<GoalListed>`
      select ${columns}, ${filedCounts(ctx, reach, 'goal_id', 'g.goal_id')} as counts, ${bytes} as page_bytes, ${sorts}
      from goals g
      where g.org_id = ${reach.org_id} and g.project_id = ${projectId} and g.is_active and ${where} ${order} ${limit}`,
    { weighed: true, ...(withTasks && { more: filedCards(ctx, reach, 'goal_id', 'page.goal_id') }) },
  )
}

/** A live goal of a project with its tasks. */
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

/** What lies under a goal, as the caller sees it. */
export async function countGoal(ctx: Context, reach: Reach, goalId: string): Promise<Filed> {
  const [row] = await ctx.db.query(
    sql<{ counts: Filed }>`select ${filedCounts(ctx, reach, 'goal_id', 'g.goal_id')} as counts
      from goals g where g.org_id = ${reach.org_id} and g.goal_id = ${goalId}`,
    { plan: 'custom' },
  )
  return row!.counts
}

/** The live goals of all projects that the caller can read: by project, in the order of the projects. */
export function listOfOrganization(ctx: Context, reach: Reach): Promise<Omit<GoalListed, 'more'>[]> {
  return ctx.db.query(
    sql<Omit<GoalListed, 'more'>>`
      select ${columns}, jsonb_build_object('total', coalesce(c.total, 0), 'completed', coalesce(c.completed, 0)) as counts
      from goals g join projects p on p.org_id = g.org_id and p.project_id = g.project_id and p.deleted_at is null
        left join ${filedCountsOfAll(ctx, reach, 'goal_id')} c on c.id = g.goal_id
      where g.org_id = ${reach.org_id} and g.is_active and ${visibleProjects(reach)}
      order by p.position, p.name_key, p.project_id, g.position, g.goal_id`,
    { plan: 'custom' },
  )
}

/** Stores a goal at the end of its project's goals, whose order the caller holds locked. */
export async function insertGoal(
  ctx: Context,
  project: Pick<GoalRow, 'org_id' | 'project_id'>,
  goal: Pick<GoalRow, 'name' | 'description' | 'target_date' | 'converted_from_task_id'>,
): Promise<GoalRow> {
  const [row] = await query<GoalRow>(
    ctx.db,
    `INSERT INTO goals AS g (org_id, project_id, goal_id, name, name_key, description, target_date,
       converted_from_task_id, position, created_by, updated_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${nextPosition}, $9, $9, $10, $10) RETURNING ${goalColumns('g')}`,
    [
      project.org_id,
      project.project_id,
      ctx.newId('G'),
      goal.name,
      sortKey(goal.name),
      goal.description,
      goal.target_date,
      goal.converted_from_task_id,
      ctx.user.username,
      ctx.now,
    ],
  )
  return row!
}

/** After the last goal of project `$2` of organization `$1`. */
export const nextPosition = `
  (SELECT coalesce(max(l.position), 0) + 1 FROM goals l WHERE l.org_id = $1 AND l.project_id = $2 AND l.is_active)`

/** Changes columns of a goal; its version rises. */
export async function updateGoal(
  ctx: Context,
  { org_id, goal_id }: GoalRow,
  set: Record<string, unknown>,
): Promise<GoalRow> {
  const changed = { ...set, updated_by: ctx.user.username, updated_at: ctx.now }
  const [row] = await ctx.db.query(
    sql<GoalRow>`update goals g set ${assignments(changed)}, version = version + 1
      where g.org_id = ${org_id} and g.goal_id = ${goal_id} returning ${columns}`,
    { plan: 'custom' },
  )
  return row!
}

/** Ids of a project's live goals, in their order. */
export async function listOrder(
  ctx: Context,
  project: Pick<GoalRow, 'org_id' | 'project_id'>,
): Promise<string[]> {
  const found = await query<{ goal_id: string }>(
    ctx.db,
    `SELECT goal_id FROM goals WHERE org_id = $1 AND project_id = $2 AND is_active ORDER BY position, goal_id`,
    [project.org_id, project.project_id],
  )
  return found.map((goal) => goal.goal_id)
}

/** Gives goals the places of a new order; where a goal stands is no part of the goal itself: its version stays. */
export const storeOrder = (ctx: Context, orgId: string, goalIds: readonly string[]): Promise<unknown[]> =>
  query(
    ctx.db,
    `UPDATE goals g SET position = o.position FROM unnest($2::text[]) WITH ORDINALITY AS o(goal_id, position)
     WHERE g.org_id = $1 AND g.goal_id = o.goal_id AND g.position <> o.position`,
    [orgId, goalIds],
  )

/** Puts a goal after those of another project, whose order the caller holds locked; its version rises. */
export async function moveGoal(ctx: Context, goal: GoalRow, projectId: string): Promise<GoalRow> {
  const [row] = await query<GoalRow>(
    ctx.db,
    `UPDATE goals g SET project_id = $2, position = ${nextPosition}, updated_by = $4, updated_at = $5,
       version = g.version + 1 WHERE g.org_id = $1 AND g.goal_id = $3 RETURNING ${goalColumns('g')}`,
    [goal.org_id, projectId, goal.goal_id, ctx.user.username, ctx.now],
  )
  return row!
}
