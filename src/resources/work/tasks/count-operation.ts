import { sql, type Sql } from '../../../db/sql.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import type { Filters } from '../../../http/pagination/filters.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { and } from '../../../core/sql-fragments.ts'
import { loadToday } from '../../../auth/time-zone.ts'
import type { ProjectVisibility } from '../projects/policy.ts'
import { buildVisibleTasksCondition } from '../projects/queries/visibility.ts'
import { loadRequestedVisibility, taskScopeParams } from './list-scope.ts'
import { priorityOrder, statusOrder } from './enums.ts'
import { liveTaskCondition, buildRestorableCondition, requestsDeletedTasks } from './queries/deleted.ts'
import { buildTaskConditions, taskFilters } from './queries/filters.ts'
import { planTaskSearch, parseTaskSearch } from './queries/search.ts'
import { joinTaskSection, parseSectionScope, type SectionScope } from './queries/section-scope.ts'

const groupings = s.namedEnum('TaskGrouping', [
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

/** Group keys. Status and priority are grouped by rank, because the index has ranks. */
const groupKeys: Record<Grouping, { sql: Sql; values?: readonly string[] }> = {
  status: { sql: sql`t.status_rank`, values: statusOrder },
  priority: { sql: sql`t.priority_rank`, values: priorityOrder },
  assignee: { sql: sql`t.assignee collate "C"` },
  section: { sql: sql`lane.lane_id` },
  sprint: { sql: sql`t.sprint_id` },
  milestone: { sql: sql`t.milestone_id` },
  goal: { sql: sql`t.goal_id` },
  task_type: { sql: sql`t.task_type` },
}

const MAX_GROUPS = 1000

const querySchema = s.object({
  ...taskScopeParams,
  group_by: s.optional(
    s.stringEnum(groupings, { description: 'Attribute by which the tasks are also counted in groups.' }),
  ),
  section_scope: s.optional(
    s.text({
      description:
        'Sections used by `group_by=section` (default `own`) and `filter[section]=__none__`: `user:me` for personal ' +
        'sections, `project:<id>`, `team:<id>`, or `own` for the sections of each task’s project, else of its team, else ' +
        'personal sections.',
      onEmpty: 'validated',
    }),
  ),
})

const taskCount = s.object(
  {
    count: s.int({ description: 'Number of tasks that match the filters.' }),
    groups: s.optional(
      s.array(
        s.object(
          {
            key: s.nullable(s.text({ description: 'Value of the attribute; `null` for tasks without one.' })),
            count: s.int({ description: 'Number of tasks in the group.' }),
          },
          { title: 'TaskGroup' },
        ),
        {
          description: `With \`group_by\`: non-empty groups, largest first, ${MAX_GROUPS} at most.`,
        },
      ),
    ),
  },
  { title: 'TaskCount' },
)

interface GroupCount {
  key: string | number | null
  count: number
  total: number
}

/**
 * Returns the SELECT of the tasks `t` to count. A search uses its disjoint index lookups; scanning in sort order, as a list
 * may do, is never faster when all matches are counted.
 */
function selectMatchingTasks(ctx: Context, visibility: ProjectVisibility, filters: Filters, conditions: Sql[]): Sql {
  const state = requestsDeletedTasks(filters) ? buildRestorableCondition(ctx, visibility) : liveTaskCondition
  const met = sql`select t.* from tasks t where t.org_id = ${visibility.org_id}
    and ${and([state, buildVisibleTasksCondition(ctx, visibility), ...conditions])}`
  const search = parseTaskSearch(filters)
  if (!search) return met
  const { branches } = planTaskSearch(search, visibility)
  return sql.join(
    branches.map((branch) => sql`${met} and ${branch}`),
    ' union all ',
  )
}

function selectCounts(
  ctx: Context,
  visibility: ProjectVisibility,
  tasks: Sql,
  groupBy?: Grouping,
  scope?: SectionScope,
): Promise<GroupCount[]> {
  if (!groupBy)
    return ctx.db.query(
      sql<GroupCount>`select null as key, count(*)::int as count, count(*)::int as total from (${tasks}) t`,
      { plan: 'custom' },
    )
  const sectionJoin = groupBy === 'section' ? joinTaskSection(ctx, visibility, scope ?? { kind: 'own' }) : sql``
  return ctx.db.query(
    sql<GroupCount>`
      select ${groupKeys[groupBy].sql} as key, count(*)::int as count, (sum(count(*)) over ())::int as total
      from (${tasks}) t ${sectionJoin} group by 1 order by 2 desc, 1 limit ${MAX_GROUPS}`,
    { plan: 'custom' },
  )
}

export const countTasksOperation = defineOperation({
  id: 'tasks.count',
  method: 'GET',
  path: '/v1/tasks/count',
  summary: 'Count tasks',
  description:
    'Returns the number of tasks that the caller can read and that match the filters, in total and, with `group_by`, in ' +
    'groups. Accepts the same filters as `GET /v1/tasks`. Takes longer the more tasks are counted.',
  scope: 'tasks:read',
  query: querySchema,
  filters: taskFilters,
  problems: { 404: 'The project does not exist, or the caller cannot read it.' },
  reply: { status: 200, schema: taskCount },
  example: { query: { group_by: 'status', 'filter[assignee]': 'me' } },
  authorize: ({ ctx, query }) => loadRequestedVisibility(ctx, query),
  async handle({ ctx, target: visibility, query, filters }) {
    const scope = parseSectionScope(query.section_scope)
    if (filters.overdue) await loadToday(ctx)
    const conditions = buildTaskConditions(ctx, visibility, filters, scope)
    if (query.project_id !== undefined) conditions.push(sql`t.project_id = ${query.project_id}`)
    const tasks = selectMatchingTasks(ctx, visibility, filters, conditions)
    const rows = await selectCounts(ctx, visibility, tasks, query.group_by, scope)
    return respond(presentCount(rows, query))
  },
})

function presentCount(rows: GroupCount[], { group_by }: s.Static<typeof querySchema>) {
  const count = rows[0]?.total ?? 0
  if (group_by === undefined) return { count }
  const { values } = groupKeys[group_by]
  const toValue = (key: GroupCount['key']) => (typeof key === 'number' ? values![key]! : key)
  return { count, groups: rows.map((group) => ({ key: toValue(group.key), count: group.count })) }
}
