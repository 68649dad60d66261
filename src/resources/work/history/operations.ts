import { sql, type Sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { respondWithRows, selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import { notFound, requireFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { normalizeForSearch } from '../../../core/text.ts'
import type { FieldValues } from '../fields/kinds.ts'
import { findVisibility, type OrgVisibility } from '../projects/policy.ts'
import { buildVisibleTasksCondition } from '../projects/queries/visibility.ts'
import { loadCustomSelector } from '../tasks/queries/custom-values.ts'
import { FORMER_READERS_KEY, canReadResource, canReadTask, loadReadableTask } from '../tasks/policy.ts'
import {
  notPersonalReminderCondition,
  taskAccessColumns,
  selectResourceAccess,
  joinTasksWithAccess,
  type ResourceAccess,
  type TaskAccess,
  type TaskWithAccess,
} from '../tasks/queries/rows.ts'

const entrySchema = s.namedObject('TaskHistoryEntry', {
  history_id: s.text('ID of the entry.'),
  task_id: s.text('ID of the task.'),
  action: s.text('Event type without the prefix `task.`: `created`, `updated`, `moved`, `comment_added`, ….'),
  created_by: s.text('Username of the user who made the change, or `system`.'),
  created_at: s.dateTime('Time of the change.'),
  title: s.nullable(s.text('Current title of the task.')),
  metadata: s.array(s.freeForm(), {
    description:
      'Changed fields as `{field, old, new}`. Values that name a resource the caller cannot read are `null`.',
  }),
  cause: s.nullable(
    s.text('Event type of the operation on another resource that caused the change, such as `goal.moved`.'),
  ),
  hash_id: s.nullable(s.text('Always `null`.')),
  updated_at: s.nullable(s.dateTime('Always `null`.')),
})

interface EventRow {
  event_id: string
  type: string
  resource_id: string
  actor_username: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  created_at: string
  cause: string | null
  tasks: (TaskAccess & { deleted: boolean })[] | null
  containers: ResourceAccess[] | null
}

const historySorts: ListSpec = {
  sorts: { created_at: [{ sql: 'e.created_at', type: 'timestamptz' }] },
  defaultOrder: [{ sql: 'e.created_at', type: 'timestamptz', desc: true }],
  id: { sql: 'e.event_id', type: 'text' },
}

/** Attributes with ids of other tasks. Only readers of the other task can see such an entry. */
const linkAttributes = ['subtask_id', 'dependency_id']
const linkTypes = ['subtask', 'dependency'].flatMap((one) => [`task.${one}_added`, `task.${one}_removed`])
/** Attributes with ids of containers. Values that the caller can't read are shown as null. */
const containerAttributes = ['project_id', 'goal_id', 'section_id', 'team_id', 'sprint_id', 'milestone_id']
const selectValues = (names: string[]): Sql =>
  sql.raw(names.flatMap((name) => [`e.before->>'${name}'`, `e.after->>'${name}'`]).join(', '))

const entryColumns = ({ user }: Context, org: Sql): Sql => sql`
  e.event_id, e.type, e.resource_id, e.actor_username, e.before, e.after, e.created_at, e.cause,
  (select jsonb_agg(to_jsonb(l)) from (select ${taskAccessColumns}, t.deleted_at is not null as deleted
    from ${joinTasksWithAccess(user.user_id)}
    where t.org_id = ${org} and t.task_id in (${selectValues(linkAttributes)})) l) as tasks,
  (select jsonb_agg(to_jsonb(l)) from (${selectResourceAccess(user.user_id, org)}
    where h.org_id = ${org} and h.id = any(array[${selectValues(containerAttributes)}]
      || array(select jsonb_array_elements_text(e.before->'other_section_ids')))) l) as containers`

/** Size of an entry, which contains whole descriptions before and after a change. */
const entryBytes = sql`coalesce(octet_length(e.before::text), 0) + coalesce(octet_length(e.after::text), 0)`

/** Presents an entry without ids that the caller can't read or that are deleted. */
function presentEntry(ctx: Context, task: Pick<TaskWithAccess, 'title'>, { before, after, ...event }: EventRow) {
  const tasks =
    event.tasks?.filter((other) => !other.deleted && canReadTask(ctx, other)).map((other) => other.task_id) ?? []
  const containers =
    event.containers?.filter((one) => !one.project_deleted && canReadResource(ctx, one)).map((one) => one.id) ?? []
  const maskValue = (name: string, values: EventRow['after']): unknown => {
    const value = values?.[name]
    // The key of a moved task tells the number of tasks in its project.
    if (name === 'key' && maskValue('project_id', values) === null) return null
    const readable = linkAttributes.includes(name) ? tasks : containerAttributes.includes(name) ? containers : null
    if (name === 'other_section_ids')
      return (value as string[] | undefined)?.filter((id) => containers.includes(id)) ?? null
    return readable && !readable.includes(String(value)) ? null : (value ?? null)
  }
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => name !== FORMER_READERS_KEY,
  )
  return {
    history_id: event.event_id,
    task_id: event.resource_id,
    action: event.type.replace(/^task\./, ''),
    created_by: event.actor_username ?? 'system',
    created_at: event.created_at,
    title: task.title,
    metadata: names.map((field) => ({
      field,
      old: maskValue(field, before),
      new: maskValue(field, after),
    })),
    cause: event.cause,
    hash_id: null,
    updated_at: null,
  }
}

/** Presents entries, with a changed custom field as `custom.KEY` unless the project of the task does not have it. */
async function presentEntries(ctx: Context, task: TaskAccess & { title: string }, events: EventRow[]) {
  const { org_id, project_id } = task
  const getCustom = (data: EventRow['before']) => ({ custom: (data?.custom ?? null) as FieldValues | null, project_id })
  const changes = events.flatMap(({ before, after }) => [getCustom(before), getCustom(after)])
  const selectCustom = await loadCustomSelector(ctx, org_id, changes)
  const flatten = (data: EventRow['before']): EventRow['before'] => {
    if (!data?.custom) return data
    const { custom: _, ...rest } = data
    const shown = Object.entries(selectCustom(getCustom(data)))
    return { ...rest, ...Object.fromEntries(shown.map(([key, value]) => [`custom.${key}`, value])) }
  }
  return events.map((event) =>
    presentEntry(ctx, task, { ...event, before: flatten(event.before), after: flatten(event.after) }),
  )
}

/** Loads both in one statement. Throws 404 unless the caller can read the task. */
async function loadTaskWithVisibility(ctx: Context, taskId: string) {
  const visibility = await findVisibility<{ task: (TaskAccess & { title: string }) | null }>(ctx, {
    organization: sql`(select t.org_id from tasks t
      where ${sql.orgIn('t.org_id', ctx.caller.orgIds)} and t.task_id = ${taskId} and t.deleted_at is null limit 1)`,
    columns: (org) => sql`(select to_jsonb(l) from (select ${taskAccessColumns}, t.title
        from ${joinTasksWithAccess(ctx.user.user_id)}
        where t.org_id = ${org} and t.task_id = ${taskId}) l) as task`,
  })
  if (!visibility?.task || !canReadTask(ctx, visibility.task)) throw notFound()
  return { visibility, task: visibility.task }
}

/** Returns the condition that entry `e` is not about a link to a task that the caller can't read, deleted or not. */
const buildLinkCondition = (ctx: Context, visibility: OrgVisibility) => sql`(e.type <> all(${linkTypes}::text[])
  or exists (select from tasks o where o.org_id = ${visibility.org_id} and o.task_id = e.part_id and ${buildVisibleTasksCondition(ctx, visibility, 'o')}))`

const selectHistory = (
  ctx: Context,
  page: PageRequest,
  { visibility, task }: { visibility: OrgVisibility; task: TaskAccess },
) =>
  selectPage<EventRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<EventRow>`
      select ${entryColumns(ctx, sql`${visibility.org_id}::uuid`)}, ${entryBytes} as page_bytes, ${columns} from events e
      where e.org_id = ${task.org_id} and e.resource_id = ${task.task_id} and e.resource_type = 'task'
        and ${buildLinkCondition(ctx, visibility)} and ${notPersonalReminderCondition} and ${where} ${order} ${limit}`,
    { limitBytes: true },
  )

async function findEntry(ctx: Context, id: string): Promise<EventRow | undefined> {
  const condition = sql`e.event_id = ${id} and e.resource_type = 'task' and ${notPersonalReminderCondition}`
  const inAnyOrg = sql`${sql.orgIn('e.org_id', ctx.caller.orgIds)} and ${condition}`
  if (!ctx.database.sharded) {
    const columns = entryColumns(ctx, sql`e.org_id`)
    return (await ctx.db.query(sql<EventRow>`select ${columns} from events e where ${inAnyOrg}`))[0]
  }
  const [match] = await ctx.db.query(sql<{ org_id: string }>`select e.org_id from events e where ${inAnyOrg}`)
  if (!match) return undefined
  const columns = entryColumns(ctx, sql`${match.org_id}::uuid`)
  return ctx.db.queryRow(sql<EventRow>`
    select ${columns} from events e where e.org_id = ${match.org_id} and ${condition}`)
}

export const listTaskHistoryOperation = defineOperation({
  id: 'task-history.list',
  method: 'GET',
  path: '/v1/task-history',
  summary: 'List task history',
  description:
    'Returns the changes of a task, newest first by default. Entries about links to tasks that the caller cannot read are ' +
    'omitted. The history is retained as long as the task. Requires: read access to the task.',
  scope: 'tasks:read',
  query: s.object({
    task_id: s.text('ID of the task.'),
    title: s.optional(
      s.text('Text that the title of the task must contain, case-insensitive; otherwise the list is empty.'),
    ),
  }),
  list: historySorts,
  problems: { 404: 'The task does not exist, or the caller cannot read it.' },
  reply: { status: 200, schema: s.pageSchema(entrySchema) },
  authorize: ({ ctx, query }) => loadTaskWithVisibility(ctx, query.task_id),
  async handle({ ctx, target, query, list: page }) {
    const excluded =
      query.title !== undefined && !normalizeForSearch(target.task.title).includes(normalizeForSearch(query.title))
    const found = excluded ? [] : await selectHistory(ctx, page, target)
    return respondWithRows(ctx, page, found, (events) => presentEntries(ctx, target.task, events))
  },
})

export const getTaskHistoryEntryOperation = defineOperation({
  id: 'task-history.read',
  method: 'GET',
  path: '/v1/task-history/{history_id}',
  summary: 'Get a task history entry',
  description: 'Returns an entry of the history of a task. Requires: read access to the task.',
  scope: 'tasks:read',
  params: { history_id: 'ID of the entry.' },
  reply: { status: 200, schema: entrySchema },
  async authorize({ ctx, params }) {
    const event = requireFound(await findEntry(ctx, params.history_id))
    const task = await loadReadableTask({ ctx, params: { task_id: event.resource_id } })
    const isLink = linkTypes.includes(event.type)
    if (isLink && !event.tasks?.some((other) => canReadTask(ctx, other))) throw notFound()
    return { event, task }
  },
  handle: async ({ ctx, target }) => respond((await presentEntries(ctx, target.task, [target.event]))[0]),
})
