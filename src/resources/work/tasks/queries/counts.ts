import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { invalidParameter } from '../../../../core/errors.ts'
import type { OrgVisibility } from '../../projects/policy.ts'
import { hasSeveralItems, type CatalogField } from '../../fields/kinds.ts'
import { priorityOrder, statusSortOrder } from '../enums.ts'
import { buildFieldScope } from './custom-filters.ts'
import { joinTaskSection, type SectionScope } from './section-scope.ts'

export const taskGroupings = [
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
] as const
export type TaskGrouping = (typeof taskGroupings)[number]
type SeveralKeys = 'tags' | 'team'

export const MAX_TASK_GROUPS = 1000
export const MAX_TASK_CELLS = 5000

/** Group keys. Status and priority are grouped by rank, because the index has ranks. */
const groupKeys: Record<Exclude<TaskGrouping, SeveralKeys>, { sql: Sql; values?: readonly string[] }> = {
  status: { sql: sql`t.status_rank`, values: statusSortOrder },
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

const hasSeveralKeys = (group: TaskGrouping): group is SeveralKeys => group === 'tags' || group === 'team'

/** Groups of tasks `t`. An axis by several values per task joins them with their positions as `alias (key, ord)`. */
export interface CountAxis {
  key: Sql
  join: Sql
  /** Condition that a row is the first one of its task. */
  isFirst?: Sql
  /** Values by rank, if the key is one. */
  values?: readonly string[] | undefined
}

const groupableTypes = ['select', 'multi_select', 'person', 'people', 'checkbox']

/** Builds the axis of a custom field. Throws 400 for a type whose values do not group tasks. */
export function buildFieldAxis(field: CatalogField, parameter: string, alias: string): CountAxis {
  if (!groupableTypes.includes(field.type))
    throw invalidParameter(parameter, `Fields of the type ${field.type} cannot group tasks.`, groupableTypes)
  const scoped = (value: Sql) => sql`case when ${buildFieldScope(field)} then ${value} end`
  if (hasSeveralItems(field.type))
    return buildItemAxis(
      alias,
      sql`jsonb_array_elements_text(${scoped(sql`t.custom->${field.key}::text`)}) with ordinality`,
    )
  const text = scoped(sql`t.custom->>${field.key}::text`)
  const single = field.type === 'checkbox' ? sql`coalesce((${text})::boolean, false)::text` : text
  return { key: sql`${single} collate "C"`, join: sql`` }
}

function buildItemAxis(alias: string, items: Sql, before = sql``): CountAxis {
  const name = sql.raw(alias)
  return {
    key: sql`${name}.key collate "C"`,
    join: sql`${before} left join lateral ${items} ${name} (key, ord) on true`,
    isFirst: sql`coalesce(${name}.ord, 1) = 1`,
  }
}

/** Builds the axis of an attribute. */
export function buildAttributeAxis(
  ctx: Context,
  visibility: OrgVisibility,
  group: TaskGrouping,
  alias: string,
  scope: SectionScope = { kind: 'own' },
): CountAxis {
  if (group === 'tags') return buildItemAxis(alias, sql`unnest(t.tags) with ordinality`)
  if (hasSeveralKeys(group)) {
    const teams = sql`unnest(array_remove(array[t.team_id, nullif(p.team_id, t.team_id)], null)) with ordinality`
    const project = sql`left join projects p on p.org_id = ${visibility.org_id} and p.project_id = t.project_id`
    return buildItemAxis(alias, teams, project)
  }
  const { sql: key, values } = groupKeys[group]
  return { key, values, join: group === 'section' ? joinTaskSection(ctx, visibility, scope) : sql`` }
}

interface GroupRow {
  key: string | number | null
  count: number
  total: number
}

interface CellRow extends GroupRow {
  then_key: string | number | null
  group_count: number
}

/** Counts rows that are the first one of their task on each axis, so that a task with several values counts once. */
const countFirst = (...axes: CountAxis[]): Sql => {
  const conditions = axes.flatMap(({ isFirst }) => isFirst ?? [])
  return conditions.length === 0 ? sql`count(*)` : sql`count(*) filter (where ${sql.join(conditions, ' and ')})`
}

interface TaskCounts {
  count: number
  groups?: { key: string | null; count: number; groups?: { key: string | null; count: number }[] }[]
}

const toValue = ({ values }: CountAxis, key: GroupRow['key']): string | null =>
  typeof key === 'number' ? values![key]! : key

/** Counts the tasks of a SELECT: in total, by one axis, or by two. */
export async function countTasksBy(ctx: Context, tasks: Sql, axes: CountAxis[]): Promise<TaskCounts> {
  const [axis, second] = axes
  if (!axis) {
    const rows = await ctx.db.query(sql<{ count: number }>`select count(*)::int as count from (${tasks}) t`, {
      plan: 'custom',
    })
    return rows[0]!
  }
  if (second) return countCells(ctx, tasks, axis, second)
  const rows = await ctx.db.query(
    sql<GroupRow>`
      select ${axis.key} as key, count(*)::int as count, (sum(${countFirst(axis)}) over ())::int as total
      from (${tasks}) t ${axis.join} group by 1 order by 2 desc, 1 limit ${MAX_TASK_GROUPS}`,
    { plan: 'custom' },
  )
  const groups = rows.map(({ key, count }) => ({ key: toValue(axis, key), count }))
  return { count: rows[0]?.total ?? 0, groups }
}

async function countCells(ctx: Context, tasks: Sql, axis: CountAxis, second: CountAxis): Promise<TaskCounts> {
  const rows = await ctx.db.query(
    sql<CellRow>`
      select key, then_key, count, (sum(tasks) over (partition by key))::int as group_count,
        (sum(first_tasks) over ())::int as total
      from (select ${axis.key} as key, ${second.key} as then_key, count(*)::int as count,
          ${countFirst(second)} as tasks, ${countFirst(axis, second)} as first_tasks
        from (${tasks}) t ${axis.join} ${second.join} group by 1, 2) cells
      order by 4 desc, 1, 3 desc, 2 limit ${MAX_TASK_CELLS}`,
    { plan: 'custom' },
  )
  const groups: Required<TaskCounts>['groups'] = []
  let last: CellRow | undefined
  for (const row of rows) {
    if (!last || row.key !== last.key) groups.push({ key: toValue(axis, row.key), count: row.group_count, groups: [] })
    groups.at(-1)!.groups!.push({ key: toValue(second, row.then_key), count: row.count })
    last = row
  }
  return { count: rows[0]?.total ?? 0, groups }
}
