import type { RunOptions } from '../../db/database.ts'
import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import {
  selectPage,
  type ListQuery,
  type ListSpec,
  type PageParts,
  type SortKey,
} from '../../kernel/paging.ts'
import { every } from '../../kernel/sql.ts'
import type { Reach } from '../projects/access.ts'
import { reachedTasks, seesEverything, unrestricted, visibleTasks } from '../projects/task-visibility.ts'
import { isLive, isRestorable } from './deleted.ts'
import { columnsOfFields, showLinks, type CardField } from './card-fields.ts'
import { taskColumns, type TaskRow } from './rows.ts'
import { joinedLane, placeColumn, type SectionScope } from './section-scope.ts'

const key = (name: string, type: SortKey['type'], nullable = false): SortKey[] => [
  { sql: `t.${name}`, type, nullable },
]

/** The order in which tasks stand in the sections of a scope: section by section, and those that lie in none last. */
const placeKeys: SortKey[] = [
  ...key('lane_position', 'float8', true),
  ...key('lane_id', 'text', true),
  ...key('place_position', 'float8', true),
]

/** Whether a list is in the order of places in sections, for which it needs a scope. */
export const byPlace = ({ keys }: ListQuery): boolean =>
  keys.some(({ sql: name }) => name === placeKeys[0]!.sql)

/** How every list of tasks can be sorted. */
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
    updated_at: key('updated_at', 'timestamptz'),
    section_position: placeKeys,
  },
  natural: key('title_key', 'text'),
  id: { sql: 't.task_id', type: 'text' },
}

/** A task as a list has it. Links to what its reader can't read are taken out of it by `keepReadable`. */
export interface TaskListed extends TaskRow {
  /** False for a restricted row kept by `include_inaccessible`. */
  accessible: boolean
  /** When it was deleted, in a list of deleted tasks. */
  deleted_at?: string
  /** Where it lies in the sections that were asked for. */
  place?: { section_id: string; position: number } | null
}

/** A task as a statement selects it: with those of its links that its reader can read, null for all of them. */
export type WithReadable = TaskListed & { readable: string[] | null }

/** The columns of a task of a list, of `t`. */
export const cardColumns = taskColumns('t')

/**
 * Selects `readable`, those of a row's linked tasks that the caller can read. They are looked up only where a task has
 * links, and all kinds of links at once, since each look-up has its conditions planned once more with every list.
 */
export function readableColumn(ctx: Context, reach: Reach): Sql {
  if (seesEverything(reach)) return sql`null as readable`
  return sql`case when t.sub_tasks <> '{}' or t.dependencies <> '{}' or t.parent_task_id is not null then array(
      select l.task_id from tasks l where l.org_id = ${reach.org_id}
      and l.task_id = any(t.sub_tasks || t.dependencies || t.parent_task_id)
      and l.deleted_at is null and ${visibleTasks(ctx, reach, 'l')}) end as readable`
}

/** The condition that task `t` has no parent, or none that the caller can read. */
export const withoutParent = (ctx: Context, reach: Reach): Sql =>
  seesEverything(reach)
    ? sql`t.parent_task_id is null`
    : sql`(t.parent_task_id is null or not exists (select from tasks u where u.org_id = ${reach.org_id}
        and u.task_id = t.parent_task_id and u.deleted_at is null and ${visibleTasks(ctx, reach, 'u')}))`

/** Links of a row as the caller sees them, who reads those of the linked tasks that are `readable`, null for all. */
export function linksRead(
  { parent_task_id: parent, is_subtask, sub_tasks, dependencies }: TaskRow,
  readable: readonly string[] | null,
): Pick<TaskRow, 'is_subtask' | 'sub_tasks' | 'dependencies'> {
  if (readable === null) return { is_subtask: is_subtask || parent !== null, sub_tasks, dependencies }
  const seen = new Set(readable)
  return {
    is_subtask: is_subtask || (parent !== null && seen.has(parent)),
    sub_tasks: sub_tasks.filter((id) => seen.has(id)),
    dependencies: dependencies.filter((id) => seen.has(id)),
  }
}

/** Whether a task has links, of which not every reader sees the same. */
export const isLinked = ({ parent_task_id, sub_tasks, dependencies }: TaskRow): boolean =>
  parent_task_id !== null || sub_tasks.length > 0 || dependencies.length > 0

/**
 * Takes the links to what the caller can't read out of a row, which says it is a subtask when the caller sees its
 * parent.
 */
export const keepReadable = (row: WithReadable): TaskListed =>
  isLinked(row) ? Object.assign(row, linksRead(row, row.readable)) : row

/** The columns to sort by that tell nothing of what a task says. */
const placeSorts = ['t.task_id', 't.project_id', 't.created_at']

/** The same order, in which a restricted row has no values, so that neither its place nor a cursor tells of them. */
const withoutRestricted = (list: ListQuery): ListQuery => ({
  ...list,
  keys: list.keys.map((one) =>
    placeSorts.includes(one.sql)
      ? one
      : { ...one, sql: `case when t.accessible then ${one.sql} end`, nullable: true },
  ),
})

const bytesOf = {
  description: sql`coalesce(octet_length(t.description), 0)`,
  metadata: sql`pg_column_size(t.metadata)`,
  type_data: sql`coalesce(pg_column_size(t.type_data), 0)`,
}
/** The same of these fields alone; undefined where none of them is large. */
function bytesOfFields(fields: readonly CardField[]): Sql | undefined {
  const large = Object.entries(bytesOf).flatMap(([name, bytes]) =>
    fields.includes(name as CardField) ? [bytes] : [],
  )
  return large.length > 0 ? sql.join(large, ' + ') : undefined
}
/** How many bytes of large values a row holds; PostgreSQL knows these lengths without reading the values. */
export const pageBytes = sql`${bytesOf.description} + ${bytesOf.metadata} + ${bytesOf.type_data}`

/** How the tasks `t` of a search are found. */
export interface Finding {
  /** Conditions of which each finds a part of the tasks, none of them a task of another. */
  ways: Sql[]
  /**
   * The condition by which tasks are tested in the order of the list before any of the ways is gone: `most` of them for a
   * page of so many rows, since where those that meet it lie far behind, it would test every task.
   */
  walk?: { test: Sql; most(rows: number): number }
}

/** The tasks of an organization that meet a condition and are found: those that a page is the beginning of. */
function foundTasks(
  { org_id }: Reach,
  source: Sql,
  condition: Sql,
  { ways, walk }: Finding,
  order: Sql,
  most: number,
): Sql {
  const met = sql`select * from ${source} t where t.org_id = ${org_id} and ${condition}`
  const page = sql`${order} limit ${most}`
  const found = (more: Sql) =>
    sql.join(
      ways.map((way) => sql`(select * from (${met} and ${way}${more} ${page}) f)`),
      ' union all ',
    )
  if (!walk) return sql`(${found(sql``)})`
  // A row past the last that is tested says that the walk was given up, and by then the page is full of such rows.
  const farthest = walk.most(most)
  const past = sql`exists (select from walked where walked_past > ${farthest}::int)`
  return sql`(with walked as materialized (
      select * from (select x.*, row_number() over () as walked_past from (${met} ${order}) x) t
      where t.walked_past > ${farthest}::int or ${walk.test} limit ${most})
    select * from walked where not ${past} union all select *, 0 from (${found(sql` and ${past}`)}) f)`
}

/** The cards that are asked for: which page of the tasks that the caller can read and that meet the conditions. */
export interface CardsAsked {
  list: ListQuery
  reach: Reach
  conditions: Sql[]
  /** Those that are hidden from the caller stay, to be masked. */
  keepRestricted?: boolean
  /** Each comes with its place in these sections. */
  scope?: SectionScope | undefined
  /** How the tasks of a search are found. */
  finding?: Finding | undefined
  /** They are the deleted ones that the caller may restore. */
  deleted?: boolean
  /** The fields that are shown, where not all of them are. */
  fields?: readonly CardField[] | undefined
}

/** The most ids of hidden projects with which a list without other conditions is planned once for all. */
const fewHidden = 20

/**
 * How a page of cards is planned. A list of everything walks the index of its order, whoever asks. Others are planned with
 * their values: how many tasks match decides whether to walk a sort index or to look up the matches.
 */
export function cardsPlan({ list, reach: { projects }, conditions, finding }: CardsAsked): RunOptions {
  const ofEverything =
    conditions.length === 0 &&
    !finding &&
    !byPlace(list) &&
    (projects.kind === 'all' || (projects.kind === 'except' && projects.ids.length <= fewHidden))
  return { plan: ofEverything ? 'kept' : 'custom' }
}

/** Writes the SELECT of a page of cards `t`, with those of their linked tasks that the caller reads. */
export const cardPage =
  (ctx: Context, { reach, conditions }: CardsAsked) =>
  <R>({ where, order, limit, columns }: PageParts): Sql<R> => sql<R>`
    select t.*, ${readableColumn(ctx, reach)}, ${columns} from tasks t
    where ${every([sql`t.org_id = ${reach.org_id}`, isLive, visibleTasks(ctx, reach), ...conditions, where])}
    ${order} ${limit}`

/** What a page is selected from as `t`: tasks, with what its order and its masks need beside them. */
function sourceOf(ctx: Context, { list, reach, scope }: CardsAsked, keep: boolean): Sql {
  const accessible = keep ? sql`, ${unrestricted(ctx, reach)} as accessible` : sql``
  if (byPlace(list) && scope)
    return sql`(select t.*, lane.*${accessible} from tasks t ${joinedLane(ctx, reach, scope)}
      where t.org_id = ${reach.org_id})`
  return keep ? sql`(select t.*${accessible} from tasks t where t.org_id = ${reach.org_id})` : sql`tasks`
}

/** The columns of a page, which of all are those that it shows. */
function shownColumns(
  ctx: Context,
  { reach, scope, fields, deleted }: CardsAsked,
): { columns: Sql; bytes?: Sql } {
  const since = deleted ? sql`, t.deleted_at` : sql``
  const place = scope ? sql`${since}, ${placeColumn(ctx, reach, scope)}` : since
  if (!fields)
    return { columns: sql`${cardColumns}, ${readableColumn(ctx, reach)}${place}`, bytes: pageBytes }
  const readable = showLinks(fields) ? sql`, ${readableColumn(ctx, reach)}` : sql``
  const large = bytesOfFields(fields)
  return { columns: sql`${columnsOfFields(fields)}${readable}${place}`, ...(large && { bytes: large }) }
}

/** A page of the tasks of one organization. */
export async function selectCards(ctx: Context, asked: CardsAsked): Promise<TaskListed[]> {
  const { list, reach, conditions, keepRestricted = false, finding, fields, deleted = false } = asked
  const keep = keepRestricted && !reach.admin
  const visible = keep ? reachedTasks(ctx, reach) : visibleTasks(ctx, reach)
  const source = sourceOf(ctx, asked, keep)
  const shown = shownColumns(ctx, asked)
  const accessible = keep ? sql`t.accessible` : sql`true as accessible`
  const state = deleted ? isRestorable(ctx, reach) : isLive
  // A masked row weighs nothing, since where a page ends must not tell of it either.
  const bytes = keep ? sql`case when t.accessible then ${shown.bytes} else 0 end` : shown.bytes
  const weight = shown.bytes ? sql`, ${bytes} as page_bytes` : sql``
  const found = await selectPage<WithReadable>(
    ctx,
    keep ? withoutRestricted(list) : list,
    ({ where, order, limit, columns }) => {
      const condition = every([state, visible, ...conditions, where])
      const most = list.limit + 1 + list.offset
      const found = finding && foundTasks(reach, source, condition, finding, order, most)
      return sql<WithReadable>`
        select ${shown.columns}, ${accessible}${weight}, ${columns}
        from ${found ?? source} t
        where t.org_id = ${reach.org_id} and ${found ? sql`true` : condition}
        ${order} ${limit}`
    },
    { weighed: shown.bytes !== undefined, ...cardsPlan(asked) },
  )
  return fields && !showLinks(fields) ? found : found.map(keepReadable)
}
