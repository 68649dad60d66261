import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { withinBytes } from '../../kernel/paging.ts'
import type { Reach } from '../projects/access.ts'
import { taskCounts } from '../projects/roll-ups.ts'
import { seesEverything, visibleTasks } from '../projects/task-visibility.ts'
import {
  cardColumns,
  keepReadable,
  pageBytes,
  readableColumn,
  withoutParent,
  type TaskListed,
  type WithReadable,
} from './cards.ts'

/** The columns by which tasks are filed under something. */
export type FilingColumn = 'goal_id' | 'milestone_id' | 'sprint_id'

/** How many tasks lie under something. */
export interface Filed {
  total: number
  completed: number
}

/** The condition that a task `t` counts under what it is filed under by this column: sprints alone count subtasks. */
export const countsUnder = (ctx: Context, reach: Reach, column: FilingColumn): Sql => sql`
  t.deleted_at is null ${column === 'sprint_id' ? sql`` : sql`and not t.is_subtask and ${withoutParent(ctx, reach)}`}
    and ${visibleTasks(ctx, reach)}`

/** Selects `Filed`, of the tasks that the caller can read, beside the row whose id this column is. */
export const filedCounts = (ctx: Context, reach: Reach, column: FilingColumn, id: string): Sql<Filed> => sql`
  (select jsonb_build_object('total', count(*), 'completed', count(*) filter (where t.status = 'completed'))
    from tasks t where t.org_id = ${reach.org_id} and ${sql.raw(`t.${column}`)} = ${sql.raw(id)}
      and ${countsUnder(ctx, reach, column)})`

/**
 * Selects `id`, `total` and `completed` of the goals of the projects that the caller can read, or of one of these. What
 * is kept count of leaves out every task with a parent; those whose parent the caller cannot read are counted here.
 */
export const goalCounts = (ctx: Context, reach: Reach, project?: string): Sql => sql`
  (select n.id, sum(n.total)::int as total, sum(n.completed)::int as completed
    from (select k.id, k.tops as total, k.tops_completed as completed from ${taskCounts(ctx, reach, 'goal_id', project)} k
      ${seesEverything(reach) ? sql`` : sql`union all ${orphans(ctx, reach, project)}`}) n
    group by n.id)`

/** Those with a parent that count all the same. */
const orphans = (ctx: Context, reach: Reach, project?: string): Sql => sql`
  select t.goal_id, 1, (t.status = 'completed')::int
  from subtasks_apart a join tasks t on t.org_id = a.org_id and t.task_id = a.task_id
  where a.org_id = ${reach.org_id} and t.goal_id is not null and t.parent_task_id is not null
    and ${project === undefined ? sql`true` : sql`t.project_id = ${project}`} and ${countsUnder(ctx, reach, 'goal_id')}`

/** The most tasks that are shown within what they are filed under. */
const mostShown = 1000
/** How many bytes a task without large values takes in an answer, roughly. */
const leastBytes = 1000

/** Selects the tasks that count under the row whose id this column is, by title, as JSON for `cardsOf`. */
export function filedCards(ctx: Context, reach: Reach, column: FilingColumn, id: string): Sql {
  const cards = withinBytes(sql`
    select ${cardColumns}, t.title_key, ${readableColumn(ctx, reach)}, true as accessible, ${pageBytes} as page_bytes
    from tasks t where t.org_id = ${reach.org_id} and ${sql.raw(`t.${column}`)} = ${sql.raw(id)}
      and ${countsUnder(ctx, reach, column)}
    order by t.title_key, t.task_id limit ${mostShown}`)
  return sql`(select coalesce(json_agg(to_json(c) order by c.title_key, c.task_id), '[]') from (${cards}) c)`
}

/** Selects how many bytes those tasks would take in an answer. */
export const filedBytes = (ctx: Context, reach: Reach, column: FilingColumn, id: string): Sql => sql`
  (select coalesce(sum(${pageBytes} + ${leastBytes}::int), 0)
    from tasks t where t.org_id = ${reach.org_id} and ${sql.raw(`t.${column}`)} = ${sql.raw(id)}
      and ${countsUnder(ctx, reach, column)})`

/** An instant as answers show it, of the form in which PostgreSQL writes one into JSON. */
const instant = (text: string) => new Date(text).toISOString()

/** The rows that `filedCards` selected. */
export const cardsOf = (cards: WithReadable[]): TaskListed[] =>
  cards.map((card) =>
    keepReadable({ ...card, created_at: instant(card.created_at), updated_at: instant(card.updated_at) }),
  )
