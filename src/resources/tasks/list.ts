import { sql, type RawBuilder } from 'kysely'
import { orgIdOf } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import type { Filters } from '../../kernel/filter.ts'
import { pageAnswer, selectPage, type ListQuery, type ListSpec, type SortKey } from '../../kernel/list.ts'
import { operation } from '../../kernel/operation.ts'
import { invalid, invalidParameter, notFound } from '../../kernel/problem.ts'
import { bool, object, optional, pageOf, text } from '../../kernel/schema.ts'
import { every } from '../../kernel/sql.ts'
import { reachOf, reachOfProject, type Reach } from '../projects/access.ts'
import { reachedTasks, seesEverything, unrestricted, visibleTasks } from '../projects/task-visibility.ts'
import { placeFilters, taskConditions, taskFilters } from './filters.ts'
import { presentCards, type CardRow } from './present.ts'
import { taskColumns } from './rows.ts'
import { taskCard, taskStatuses } from './schemas.ts'

const key = (name: string, type: SortKey['type'], nullable = false): SortKey[] => [
  { sql: `t.${name}`, type, nullable },
]

/** How tasks are sorted: shared by every list of them. */
export const taskSorts: ListSpec = {
  sorts: {
    task_id: key('task_id', 'text'),
    title: key('title_key', 'text'),
    status: key('status_rank', 'integer'),
    priority: key('priority_rank', 'integer'),
    due_date: key('due_date', 'date', true),
    start_date: key('start_date', 'date', true),
    created_at: key('created_at', 'timestamptz'),
    assignee: key('assignee_key', 'text', true),
    project_id: key('project_id', 'text', true),
    priority_rank: key('priority_rank', 'integer'),
    status_rank: key('status_rank', 'integer'),
    task_type: key('task_type', 'text'),
  },
  natural: key('title_key', 'text'),
  id: { sql: 't.task_id', type: 'text' },
}

const columnsOfRow = sql.raw(taskColumns.map((name) => `t.${name}`).join(', '))

/**
 * Which of a row's linked tasks the caller can read; a look-up only where a task has links, and one for both kinds of
 * them: each more would have its conditions planned once more with every list.
 */
function readableLinks(ctx: Context, reach: Reach): RawBuilder<unknown> {
  if (seesEverything(reach)) return sql`null as readable`
  return sql`case when t.sub_tasks <> '{}' or t.dependencies <> '{}' then array(
      select l.task_id from tasks l where l.org_id = t.org_id and l.task_id = any(t.sub_tasks || t.dependencies)
      and l.deleted_at is null and ${visibleTasks(ctx, reach, 'l')}) end as readable`
}

function keepReadable(row: CardRow & { readable: string[] | null }): CardRow {
  if (row.readable === null) return row
  const readable = new Set(row.readable)
  row.sub_tasks = row.sub_tasks.filter((id) => readable.has(id))
  row.dependencies = row.dependencies.filter((id) => readable.has(id))
  return row
}

/** Sorts that tell nothing of what a task says. */
const placeSorts = ['t.task_id', 't.project_id', 't.created_at']

/** The same order, in which a restricted row has no values: neither its place nor a cursor then tells of them. */
const withoutRestricted = (list: ListQuery): ListQuery => ({
  ...list,
  keys: list.keys.map((one) =>
    placeSorts.includes(one.sql)
      ? one
      : { ...one, sql: `case when t.accessible then ${one.sql} end`, nullable: true },
  ),
})

/** What a row may hold in bulk: the lengths are known without reading the values. */
const pageBytes = sql`coalesce(octet_length(t.description), 0) + pg_column_size(t.metadata)
  + coalesce(pg_column_size(t.type_data), 0)`

/** A page of the tasks of one organization that the caller can read and that meet the conditions. */
export async function selectTasks(
  ctx: Context,
  list: ListQuery,
  reach: Reach,
  conditions: RawBuilder<unknown>[],
  keepRestricted = false,
): Promise<CardRow[]> {
  const keep = keepRestricted && !reach.admin
  const visible = keep ? reachedTasks(ctx, reach) : visibleTasks(ctx, reach)
  const source = keep
    ? sql`(select t.*, ${unrestricted(ctx, reach)} as accessible from tasks t where t.org_id = ${reach.org_id})`
    : sql`tasks`
  const accessible = keep ? sql`t.accessible` : sql`true as accessible`
  // A blank row weighs nothing: where a page ends must not tell of it either.
  const bytes = keep ? sql`case when t.accessible then ${pageBytes} else 0 end` : pageBytes
  // Planned with the actual values: how many tasks match decides between walking a sort index and looking up matches.
  const custom = conditions.length > 0 || reach.projects.kind !== 'all'
  const found = await selectPage<CardRow & { readable: string[] | null }>(
    ctx,
    keep ? withoutRestricted(list) : list,
    ({ where, order, limit, columns }) => sql<CardRow & { readable: string[] | null }>`
      select ${columnsOfRow}, ${readableLinks(ctx, reach)}, ${accessible}, ${bytes} as page_bytes, ${columns}
      from ${source} t
      where ${every([sql`t.org_id = ${reach.org_id}`, sql`t.deleted_at is null`, visible, ...conditions, where])}
      ${order} ${limit}`,
    { weighed: true, custom },
  )
  return found.map(keepReadable)
}

const query = object({
  org_id: optional(text({ description: 'The organization; needed unless `project_id` is given.' })),
  project_id: optional(text({ description: 'Only tasks of this project.' })),
  include_inaccessible: optional(
    bool({
      description:
        'Keep restricted tasks as blank rows with `has_access` false, where no filter but project and team is set. ' +
        'They are sorted as if they had no values.',
    }),
  ),
  search: optional(text({ description: 'Older form of `filter[search]`.' })),
  status: optional(text({ description: 'Older form of `filter[status]`.' })),
  unfiled: optional(bool({ description: 'Older form of `filter[project]=__unfiled__`.' })),
})

type ListQueryString = { search?: string; status?: string; unfiled?: boolean }

/** The filters with the older parameters among them; a `filter[…]` of the same kind wins. */
function withOlder(filters: Filters, asked: ListQueryString): Filters {
  const all: Filters = { ...filters }
  if (asked.search && !all.search) all.search = [asked.search]
  if (asked.status && !all.status) {
    all.status = asked.status.split(',')
    const unknown = all.status.find((status) => !(taskStatuses as readonly string[]).includes(status))
    if (unknown !== undefined)
      throw invalidParameter('status', `status does not take "${unknown.slice(0, 60)}".`, taskStatuses)
  }
  if (asked.unfiled && !all.project) all.project = ['__unfiled__']
  return all
}

/** What the caller reaches, in the organization named or that of the project named. */
async function reachAsked({ ctx, query }: { ctx: Context; query: { org_id?: string; project_id?: string } }) {
  if (query.project_id === undefined) {
    if (!query.org_id && !ctx.caller.token) throw invalid(['query', 'org_id'], 'is required', 'missing')
    return reachOf(ctx, ctx.caller.memberOf(orgIdOf(ctx, query.org_id, 'query')).org_id)
  }
  const named = query.org_id === undefined ? null : ctx.caller.memberOf(query.org_id).org_id
  const reach = await reachOfProject(ctx, query.project_id)
  if (named !== null && named !== reach.org_id) throw notFound()
  return reach
}

export const listTasks = operation({
  id: 'tasks.list',
  method: 'GET',
  path: '/v1/tasks',
  summary: 'List and search tasks',
  description:
    'Tasks of an organization that you can read. Values of one `filter[…]` are OR-ed (comma-separated or repeated), ' +
    'different filters are AND-ed. `filter[search]` finds any literal text.',
  scope: 'tasks:read',
  query,
  list: taskSorts,
  filters: taskFilters,
  reply: { status: 200, schema: pageOf(taskCard) },
  example: { query: { 'filter[status]': 'in_progress,blocked', sort_by: 'due_date' } },
  access: reachAsked,
  async handle({ ctx, target: reach, query, list, filters }) {
    const all = withOlder(filters, query)
    const conditions = taskConditions(ctx, reach, all)
    if (query.project_id !== undefined) conditions.push(sql`t.project_id = ${query.project_id}`)
    const keep =
      query.include_inaccessible === true && Object.keys(all).every((name) => placeFilters.includes(name))
    const cards = await selectTasks(ctx, list, reach, conditions, keep)
    return pageAnswer(ctx, list, cards, (page) => presentCards(ctx, reach, page))
  },
})
