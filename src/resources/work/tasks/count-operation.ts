import { and, or, sql, type Sql } from '../../../db/sql.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import type { Filters } from '../../../http/pagination/filters.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { invalidParameter } from '../../../core/errors.ts'
import { loadToday } from '../../../auth/time-zone.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import { buildVisibleTasksCondition } from '../projects/queries/visibility.ts'
import { loadRequestedVisibility, taskScopeParams } from './list-scope.ts'
import { priorityOrder, statusOrder } from './enums.ts'
import { liveTaskCondition, buildRestorableCondition, requestsDeletedTasks } from './queries/deleted.ts'
import { buildTaskConditions, taskFilters } from './queries/filters.ts'
import { hasSeveralItems, type FieldFacts } from '../fields/kinds.ts'
import { buildCustomConditions, buildFieldScope, loadRequestedFields } from './queries/custom-filters.ts'
import { loadInvolvedBranches } from './queries/involved.ts'
import { planTaskSearch, parseTaskSearch } from './queries/search.ts'
import { joinTaskSection, parseSectionScope, type SectionScope } from './queries/section-scope.ts'

const groupings = s.namedEnum('TaskGrouping', [
  'status',
  'priority',
  'assignee',
  'project',
  'section',
  'sprint',
  'milestone',
  'goal',
  'task_type',
  'tags',
  'due_date',
  'team',
])
type Grouping = (typeof groupings)[number]
type SeveralKeys = 'tags' | 'team'

/** Group keys. Status and priority are grouped by rank, because the index has ranks. */
const groupKeys: Record<Exclude<Grouping, SeveralKeys>, { sql: Sql; values?: readonly string[] }> = {
  status: { sql: sql`t.status_rank`, values: statusOrder },
  priority: { sql: sql`t.priority_rank`, values: priorityOrder },
  assignee: { sql: sql`t.assignee collate "C"` },
  project: { sql: sql`t.project_id` },
  section: { sql: sql`section.ordered_section_id` },
  sprint: { sql: sql`t.sprint_id` },
  milestone: { sql: sql`t.milestone_id` },
  goal: { sql: sql`t.goal_id` },
  task_type: { sql: sql`t.task_type` },
  due_date: { sql: sql`t.due_date::text collate "C"` },
}

const hasSeveralKeys = (group: Grouping): group is SeveralKeys => group === 'tags' || group === 'team'

const MAX_GROUPS = 1000

const querySchema = s.object({
  ...taskScopeParams,
  group_by: s.optional(
    s.rawSchema<string>({
      type: 'string',
      anyOf: [s.stringEnum(groupings), { type: 'string', format: 'custom-field' }],
      description:
        'Attribute by which the tasks are also counted in groups: one of the names, or `custom.KEY` for a custom field with ' +
        'options, users or a checkbox. A task counts in the group of each of its values, such as each tag. Its teams are its ' +
        'own and that of its project.',
    }),
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

const taskCount = s.namedObject('TaskCount', {
  count: s.int('Number of tasks that match the filters.'),
  groups: s.optional(
    s.array(
      s.namedObject('TaskGroup', {
        key: s.nullable(s.text('Value of the attribute; `null` for tasks without one.')),
        count: s.int('Number of tasks in the group.'),
      }),
      {
        description: `With \`group_by\`: non-empty groups, largest first, ${MAX_GROUPS} at most.`,
      },
    ),
  ),
})

/** Attribute or custom field by which tasks are grouped. */
interface TaskGroups {
  name?: Grouping
  custom?: string
}

/** Parses `group_by`. Throws 400 for an unknown name. */
function parseGroups(groupBy: string | undefined): TaskGroups {
  if (groupBy === undefined) return {}
  const [, custom] = /^custom[.]([a-z][a-z0-9_]{0,39})$/.exec(groupBy) ?? []
  if (custom !== undefined) return { custom }
  const name = groupings.find((one) => one === groupBy)
  if (name) return { name }
  const msg = `"${groupBy.slice(0, 60)}" is not a valid value of group_by.`
  throw invalidParameter('group_by', msg, [...groupings, 'custom.KEY'])
}

interface GroupCount {
  key: string | number | null
  count: number
  total: number
}

/**
 * Returns the SELECT of the tasks `t` to count. A search uses its disjoint index lookups; scanning in sort order, as a list
 * may do, is never faster when all matches are counted.
 */
async function selectMatchingTasks(
  ctx: Context,
  visibility: OrgVisibility,
  filters: Filters,
  conditions: Sql[],
): Promise<Sql> {
  const state = requestsDeletedTasks(filters) ? buildRestorableCondition(ctx, visibility) : liveTaskCondition
  const search = parseTaskSearch(filters)
  const involved = await loadInvolvedBranches(ctx, visibility, filters)
  const all = search && involved ? [...conditions, or(involved)] : conditions
  const met = sql`select t.* from tasks t where t.org_id = ${visibility.org_id}
    and ${and([state, buildVisibleTasksCondition(ctx, visibility), ...all])}`
  const branches = search ? planTaskSearch(search, visibility).branches : involved
  if (!branches) return met
  return sql.join(
    branches.map((branch) => sql`${met} and ${branch}`),
    ' union all ',
  )
}

/** Counts tasks by the values of a custom field, a task with several in each of their groups. */
function selectCustomCounts(ctx: Context, tasks: Sql, field: FieldFacts): Promise<GroupCount[]> {
  const groupable = ['select', 'multi_select', 'person', 'people', 'checkbox']
  if (!groupable.includes(field.type))
    throw invalidParameter('group_by', `Fields of the type ${field.type} cannot group tasks.`, groupable)
  const scoped = (value: Sql) => sql`case when ${buildFieldScope(field)} then ${value} end`
  const text = scoped(sql`t.custom->>${field.key}::text`)
  const single = field.type === 'checkbox' ? sql`coalesce((${text})::boolean, false)::text` : text
  const items = sql`jsonb_array_elements_text(${scoped(sql`t.custom->${field.key}::text`)}) with ordinality g (key, ord) on true`
  return hasSeveralItems(field.type)
    ? selectItemCounts(ctx, sql`(${tasks}) t left join lateral ${items}`)
    : selectKeyCounts(ctx, sql`${single} collate "C"`, sql`(${tasks}) t`)
}

/** Counts the tasks of each key `g.key`. The total counts a task by its first key. */
const selectItemCounts = (ctx: Context, from: Sql): Promise<GroupCount[]> =>
  ctx.db.query(
    sql<GroupCount>`
      select g.key collate "C" as key, count(*)::int as count,
        (sum(count(*) filter (where coalesce(g.ord, 1) = 1)) over ())::int as total
      from ${from} group by 1 order by 2 desc, 1 limit ${MAX_GROUPS}`,
    { plan: 'custom' },
  )

const selectKeyCounts = (ctx: Context, key: Sql, from: Sql): Promise<GroupCount[]> =>
  ctx.db.query(
    sql<GroupCount>`
      select ${key} as key, count(*)::int as count, (sum(count(*)) over ())::int as total
      from ${from} group by 1 order by 2 desc, 1 limit ${MAX_GROUPS}`,
    { plan: 'custom' },
  )

/** Joins the tags of each task, or its teams, as `g (key, ord)`. */
function joinItems(orgId: string, group: SeveralKeys): Sql {
  if (group === 'tags') return sql`left join lateral unnest(t.tags) with ordinality g (key, ord) on true`
  return sql`left join projects p on p.org_id = ${orgId} and p.project_id = t.project_id
    left join lateral unnest(array_remove(array[t.team_id, nullif(p.team_id, t.team_id)], null)) with ordinality g (key, ord) on true`
}

function selectCounts(
  ctx: Context,
  visibility: OrgVisibility,
  tasks: Sql,
  groupBy?: Grouping,
  scope?: SectionScope,
): Promise<GroupCount[]> {
  if (!groupBy)
    return ctx.db.query(
      sql<GroupCount>`select null as key, count(*)::int as count, count(*)::int as total from (${tasks}) t`,
      { plan: 'custom' },
    )
  if (hasSeveralKeys(groupBy)) return selectItemCounts(ctx, sql`(${tasks}) t ${joinItems(visibility.org_id, groupBy)}`)
  const sectionJoin = groupBy === 'section' ? joinTaskSection(ctx, visibility, scope ?? { kind: 'own' }) : sql``
  return selectKeyCounts(ctx, groupKeys[groupBy].sql, sql`(${tasks}) t ${sectionJoin}`)
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
    const groups = parseGroups(query.group_by)
    const fields = await loadRequestedFields(ctx, visibility, { filters, group: groups.custom })
    conditions.push(...buildCustomConditions(ctx, filters, fields).map(({ condition }) => condition))
    const tasks = await selectMatchingTasks(ctx, visibility, filters, conditions)
    const field = groups.custom === undefined ? undefined : fields.get(groups.custom)
    const rows = field
      ? await selectCustomCounts(ctx, tasks, field)
      : await selectCounts(ctx, visibility, tasks, groups.name, scope)
    return respond(presentCount(rows, groups))
  },
})

function presentCount(rows: GroupCount[], { name, custom }: TaskGroups) {
  const count = rows[0]?.total ?? 0
  if (name === undefined && custom === undefined) return { count }
  const values = name && !hasSeveralKeys(name) ? groupKeys[name].values : undefined
  const toValue = (key: GroupCount['key']) => (typeof key === 'number' ? values![key]! : key)
  return { count, groups: rows.map((group) => ({ key: toValue(group.key), count: group.count })) }
}
