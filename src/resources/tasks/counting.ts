import { sql, type Sql } from '../../db/sql.ts'
import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import type { Filters } from '../../kernel/lists/filter.ts'
import { operation } from '../../kernel/operation.ts'
import {
  int,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  words,
  type Static,
} from '../../kernel/schema.ts'
import { every } from '../../kernel/sql.ts'
import { loadToday } from '../../identity/time-zone.ts'
import type { Reach } from '../projects/access.ts'
import { visibleTasks } from '../projects/task-visibility.ts'
import { reachAsked, whoseTasks } from './asked.ts'
import { priorityOrder, statusOrder } from './attributes.ts'
import { isLive, isRestorable, wantsDeleted } from './deleted.ts'
import { taskConditions, taskFilters } from './filters.ts'
import { findingOf, searchOf } from './searching.ts'
import { joinedLane, readSectionScope, type SectionScope } from './section-scope.ts'

/** How tasks are counted apart. */
const groupings = words('TaskGrouping', [
  'status',
  'priority',
  'assignee',
  'section',
  'sprint',
  'milestone',
  'goal',
  'task_type',
])
type Grouping = (typeof groupings)[number]

/** What is the same in all tasks of a group. Ranks stand for their words, since an index holds them and not the words. */
const keys: Record<Grouping, { sql: Sql; words?: readonly string[] }> = {
  status: { sql: sql`t.status_rank`, words: statusOrder },
  priority: { sql: sql`t.priority_rank`, words: priorityOrder },
  assignee: { sql: sql`t.assignee collate "C"` },
  section: { sql: sql`lane.lane_id` },
  sprint: { sql: sql`t.sprint_id` },
  milestone: { sql: sql`t.milestone_id` },
  goal: { sql: sql`t.goal_id` },
  task_type: { sql: sql`t.task_type` },
}

/** The groups that are answered. */
const mostGroups = 1000

const query = object({
  ...whoseTasks,
  group_by: optional(oneOf(groupings, { description: 'Counts the tasks apart by this as well.' })),
  section_scope: optional(
    text({
      description:
        'Whose sections `group_by=section` and `filter[section]=__none__` are about: `user:me` for your own lanes, ' +
        '`project:<id>`, `team:<id>`, or `own` for those of each task’s project, else its team, else your own. Groups are by ' +
        '`own` without it.',
      onEmpty: 'judged',
    }),
  ),
})

const taskCount = object(
  {
    count: int({ description: 'How many tasks meet the filters: as many rows as the list has.' }),
    groups: optional(
      list(
        object(
          {
            key: nullable(text({ description: 'What its tasks have in common; null: they have none.' })),
            count: int(),
          },
          { title: 'TaskGroup' },
        ),
        {
          description: `With \`group_by\`: the groups that have tasks, the largest first, ${mostGroups} at most.`,
        },
      ),
    ),
  },
  { title: 'TaskCount' },
)

interface Counted {
  key: string | number | null
  count: number
  total: number
}

/**
 * Selects the tasks `t` to be counted. Those of a search come from several look-ups, which find none twice; to test each
 * task, as a list may, is never faster where all that are found are counted.
 */
function countedTasks(ctx: Context, reach: Reach, filters: Filters, conditions: Sql[]): Sql {
  const state = wantsDeleted(filters) ? isRestorable(ctx, reach) : isLive
  const met = sql`select t.* from tasks t where t.org_id = ${reach.org_id}
    and ${every([state, visibleTasks(ctx, reach), ...conditions])}`
  const search = searchOf(filters)
  if (!search) return met
  const { ways } = findingOf(search, reach)
  return sql.join(
    ways.map((way) => sql`${met} and ${way}`),
    ' union all ',
  )
}

/** Counts tasks by one statement, which reads each of them once, or an index that has the key. */
function selectCounts(
  ctx: Context,
  reach: Reach,
  tasks: Sql,
  by?: Grouping,
  scope?: SectionScope,
): Promise<Counted[]> {
  if (!by)
    return ctx.db.query(
      sql<Counted>`select null as key, count(*)::int as count, count(*)::int as total from (${tasks}) t`,
      { plan: 'custom' },
    )
  const lane = by === 'section' ? joinedLane(ctx, reach, scope ?? { kind: 'own' }) : sql``
  return ctx.db.query(
    sql<Counted>`
      select ${keys[by].sql} as key, count(*)::int as count, (sum(count(*)) over ())::int as total
      from (${tasks}) t ${lane} group by 1 order by 2 desc, 1 limit ${mostGroups}`,
    { plan: 'custom' },
  )
}

export const countTasks = operation({
  id: 'tasks.count',
  method: 'GET',
  path: '/v1/tasks/count',
  summary: 'Count tasks',
  description:
    'Tasks that you can read and that meet the same filters as in the list, in all and in groups. The time it takes grows ' +
    'with the tasks that are counted.',
  scope: 'tasks:read',
  query,
  filters: taskFilters,
  problems: { 404: 'the project is missing, or not for you to see' },
  reply: { status: 200, schema: taskCount },
  example: { query: { group_by: 'status', 'filter[assignee]': 'me' } },
  access: ({ ctx, query }) => reachAsked(ctx, query),
  async handle({ ctx, target: reach, query: asked, filters }) {
    const scope = readSectionScope(asked.section_scope)
    if (filters.overdue) await loadToday(ctx)
    const conditions = taskConditions(ctx, reach, filters, scope)
    if (asked.project_id !== undefined) conditions.push(sql`t.project_id = ${asked.project_id}`)
    const tasks = countedTasks(ctx, reach, filters, conditions)
    const counted = await selectCounts(ctx, reach, tasks, asked.group_by, scope)
    return answer(presentCounted(counted, asked))
  },
})

function presentCounted(counted: Counted[], { group_by }: Static<typeof query>) {
  const count = counted[0]?.total ?? 0
  if (group_by === undefined) return { count }
  const { words: known } = keys[group_by]
  const wordOf = (key: Counted['key']) => (typeof key === 'number' ? known![key]! : key)
  return { count, groups: counted.map((group) => ({ key: wordOf(group.key), count: group.count })) }
}
