import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { withinBytes } from '../../kernel/paging.ts'
import type { Reach } from '../projects/access.ts'
import { visibleTasks } from '../projects/task-visibility.ts'
import { cardColumns, keepReadable, pageBytes, readableLinks, withoutParent } from './list.ts'
import type { CardRow } from './present.ts'

/** What tasks are filed under, by the column that points to it. */
export type Holder = 'goal_id' | 'milestone_id' | 'sprint_id'

/** How many tasks lie under something. */
export interface Filed {
  total: number
  completed: number
}

/** The condition on a task `t` under such a holder that it counts there: sprints alone count subtasks. */
export const countsUnder = (ctx: Context, reach: Reach, holder: Holder): Sql => sql`
  t.deleted_at is null ${holder === 'sprint_id' ? sql`` : sql`and not t.is_subtask and ${withoutParent(ctx, reach)}`}
    and ${visibleTasks(ctx, reach)}`

/** Selects `Filed`, of the tasks that the caller can read, beside the row whose id this column is. */
export const filedCounts = (ctx: Context, reach: Reach, holder: Holder, id: string): Sql<Filed> => sql`
  (select jsonb_build_object('total', count(*), 'completed', count(*) filter (where t.status = 'completed'))
    from tasks t where t.org_id = ${reach.org_id} and ${sql.raw(`t.${holder}`)} = ${sql.raw(id)}
      and ${countsUnder(ctx, reach, holder)})`

/**
 * Selects `id`, `total` and `completed` of everything in the organization that has such tasks, in one walk through them:
 * for answers that count under most of it, where a look-up for each would read the same tasks one by one.
 */
export const filedCountsOfAll = (ctx: Context, reach: Reach, holder: Holder): Sql => sql`
  (select ${sql.raw(`t.${holder}`)} as id, count(*) as total, count(*) filter (where t.status = 'completed') as completed
    from tasks t where t.org_id = ${reach.org_id} and ${sql.raw(`t.${holder}`)} is not null
      and ${countsUnder(ctx, reach, holder)}
    group by ${sql.raw(`t.${holder}`)})`

/** The most tasks that are shown within what they are filed under. */
const mostShown = 1000
/** What a task without large values takes in an answer, roughly. */
const leastBytes = 1000

/** Selects the tasks that count under the row whose id this column is, by title, as JSON for `cardsOf`. */
export function filedCards(ctx: Context, reach: Reach, holder: Holder, id: string): Sql {
  const cards = withinBytes(sql`
    select ${cardColumns}, t.title_key, ${readableLinks(ctx, reach)}, true as accessible, ${pageBytes} as page_bytes
    from tasks t where t.org_id = ${reach.org_id} and ${sql.raw(`t.${holder}`)} = ${sql.raw(id)}
      and ${countsUnder(ctx, reach, holder)}
    order by t.title_key, t.task_id limit ${mostShown}`)
  return sql`(select coalesce(json_agg(to_json(c) order by c.title_key, c.task_id), '[]') from (${cards}) c)`
}

/** Selects how many bytes those tasks would take in an answer. */
export const filedBytes = (ctx: Context, reach: Reach, holder: Holder, id: string): Sql => sql`
  (select coalesce(sum(${pageBytes} + ${leastBytes}::int), 0)
    from tasks t where t.org_id = ${reach.org_id} and ${sql.raw(`t.${holder}`)} = ${sql.raw(id)}
      and ${countsUnder(ctx, reach, holder)})`

/** A card as JSON has it: with PostgreSQL's own form of an instant. */
type JsonCard = CardRow & { readable: string[] | null }
const instant = (text: string) => new Date(text).toISOString()

/** The rows that `filedCards` selected. */
export const cardsOf = (cards: JsonCard[]): CardRow[] =>
  cards.map((card) =>
    keepReadable({ ...card, created_at: instant(card.created_at), updated_at: instant(card.updated_at) }),
  )
