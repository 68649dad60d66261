import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { pageAnswer, selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { notFound } from '../../kernel/problem.ts'
import { dateTime, freeForm, list, nullable, object, optional, pageOf, text } from '../../kernel/schema.ts'
import { fold } from '../../kernel/text.ts'
import { reachWith, type Reach } from '../projects/access.ts'
import { visibleTasks } from '../projects/task-visibility.ts'
import { canReadPlace, canReadTask, readableTask } from '../tasks/access.ts'
import {
  concernsOthers,
  judgedColumns,
  placesFor,
  seenBy,
  type PlaceJudged,
  type TaskJudged,
  type TaskSeen,
} from '../tasks/rows.ts'

const entry = object(
  {
    history_id: text(),
    task_id: text(),
    action: text({ description: 'What happened: `created`, `updated`, `moved`, `comment_added`, …' }),
    created_by: text({ description: 'Username of who did it.' }),
    created_at: dateTime(),
    title: nullable(text({ description: "The task's title today." })),
    metadata: list(freeForm(), { description: 'What changed: `{field, old, new}`.' }),
    cause: nullable(
      text({
        description:
          'Event type of the operation on another resource that caused this change, such as `goal.moved`.',
      }),
    ),
    hash_id: nullable(text()),
    updated_at: nullable(dateTime()),
  },
  { title: 'TaskHistoryEntry' },
)

interface EventRow {
  event_id: string
  type: string
  resource_id: string
  actor_username: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  created_at: string
  cause: string | null
  /** The other tasks that the entry names. */
  tasks: (TaskJudged & { deleted: boolean })[] | null
  /** The places that the entry names. */
  places: PlaceJudged[] | null
}

const sorts: ListSpec = {
  sorts: { created_at: [{ sql: 'e.created_at', type: 'timestamptz' }] },
  natural: [{ sql: 'e.created_at', type: 'timestamptz', desc: true }],
  id: { sql: 'e.event_id', type: 'text' },
}

/** Attributes whose values are ids of other tasks. An entry about one is told to those alone who can read that task. */
const linking = ['subtask_id', 'dependency_id']
const linkTypes = ['subtask', 'dependency'].flatMap((one) => [`task.${one}_added`, `task.${one}_removed`])
/** Attributes whose values are ids of places. A value is shown to those alone who may know that place. */
const placing = ['project_id', 'goal_id', 'section_id', 'team_id', 'sprint_id', 'milestone_id']
/** The values of attributes before and after an entry `e`, an expression each. */
const named = (names: string[]): Sql =>
  sql.raw(names.flatMap((name) => [`e.before->>'${name}'`, `e.after->>'${name}'`]).join(', '))

/** The columns of `EventRow`: an entry `e` of an organization, and what decides whether the caller may know the ids in it. */
const entryColumns = ({ user }: Context, org: Sql): Sql => sql`
  e.event_id, e.type, e.resource_id, e.actor_username, e.before, e.after, e.created_at, e.cause,
  (select jsonb_agg(to_jsonb(l)) from (select ${judgedColumns}, t.deleted_at is not null as deleted
    from ${seenBy(user.user_id)}
    where t.org_id = ${org} and t.task_id in (${named(linking)})) l) as tasks,
  (select jsonb_agg(to_jsonb(l)) from (${placesFor(user.user_id, org)}
    where h.org_id = ${org} and h.id = any(array[${named(placing)}]
      || array(select jsonb_array_elements_text(e.before->'other_section_ids')))) l) as places`

/** How large an entry is: descriptions are told whole in it, before and after. */
const entryBytes = sql`coalesce(octet_length(e.before::text), 0) + coalesce(octet_length(e.after::text), 0)`

/** An entry as the caller sees it, without the ids of what it can't read and of what is there no longer. */
function present(ctx: Context, task: Pick<TaskSeen, 'title'>, event: EventRow) {
  const tasks =
    event.tasks?.filter((other) => !other.deleted && canReadTask(ctx, other)).map((other) => other.task_id) ??
    []
  const places =
    event.places?.filter((one) => !one.project_deleted && canReadPlace(ctx, one)).map((one) => one.id) ?? []
  const shown = (name: string, value: unknown) => {
    const known = linking.includes(name) ? tasks : placing.includes(name) ? places : null
    if (name === 'other_section_ids')
      return (value as string[] | undefined)?.filter((id) => places.includes(id)) ?? null
    return known && !known.includes(String(value)) ? null : (value ?? null)
  }
  const names = [...new Set([...Object.keys(event.before ?? {}), ...Object.keys(event.after ?? {})])]
  return {
    history_id: event.event_id,
    task_id: event.resource_id,
    action: event.type.replace(/^task\./, ''),
    created_by: event.actor_username ?? 'system',
    created_at: event.created_at,
    title: task.title,
    metadata: names.map((field) => ({
      field,
      old: shown(field, event.before?.[field]),
      new: shown(field, event.after?.[field]),
    })),
    cause: event.cause,
    hash_id: null,
    updated_at: null,
  }
}

/** A task, and what the caller reaches in its organization, in one statement; 404 when the caller does not see it. */
async function taskWithReach(ctx: Context, taskId: string) {
  const reach = await reachWith<{ task: (TaskJudged & { title: string }) | null }>(ctx, {
    organization: sql`(select t.org_id from tasks t
      where ${sql.among('t.org_id', ctx.caller.orgIds)} and t.task_id = ${taskId} and t.deleted_at is null limit 1)`,
    columns: (org) => sql`(select to_jsonb(l) from (select ${judgedColumns}, t.title
        from ${seenBy(ctx.user.user_id)}
        where t.org_id = ${org} and t.task_id = ${taskId}) l) as task`,
  })
  if (!reach?.task || !canReadTask(ctx, reach.task)) throw notFound()
  return { reach, task: reach.task }
}

/**
 * The condition "entry `e` is about no link to a task that the caller can't read, whether that task is deleted or
 * not".
 */
const linksReadable = (ctx: Context, reach: Reach) => sql`(e.type <> all(${linkTypes}::text[])
  or exists (select from tasks o where o.org_id = ${reach.org_id} and o.task_id = e.part_id and ${visibleTasks(ctx, reach, 'o')}))`

function selectHistory(
  ctx: Context,
  page: ListQuery,
  { reach, task }: { reach: Reach; task: TaskJudged },
): Promise<EventRow[]> {
  return selectPage<EventRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<EventRow>`
      select ${entryColumns(ctx, sql`${reach.org_id}::uuid`)}, ${entryBytes} as page_bytes, ${columns} from events e
      where e.org_id = ${task.org_id} and e.resource_id = ${task.task_id} and e.resource_type = 'task'
        and ${linksReadable(ctx, reach)} and ${concernsOthers} and ${where} ${order} ${limit}`,
    { weighed: true },
  )
}

/** An entry of any of the caller's organizations; whether the caller may know of it is not yet judged. */
async function findEntry(ctx: Context, id: string): Promise<EventRow | undefined> {
  const which = sql`e.event_id = ${id} and e.resource_type = 'task' and ${concernsOthers}`
  const anywhere = sql`${sql.among('e.org_id', ctx.caller.orgIds)} and ${which}`
  if (!ctx.database.sharded) {
    const columns = entryColumns(ctx, sql`e.org_id`)
    return (await ctx.db.query(sql<EventRow>`select ${columns} from events e where ${anywhere}`))[0]
  }
  const [at] = await ctx.db.query(sql<{ org_id: string }>`select e.org_id from events e where ${anywhere}`)
  if (!at) return undefined
  const columns = entryColumns(ctx, sql`${at.org_id}::uuid`)
  const [row] = await ctx.db.query(sql<EventRow>`
    select ${columns} from events e where e.org_id = ${at.org_id} and ${which}`)
  return row
}

export const listHistory = operation({
  id: 'task-history.list',
  method: 'GET',
  path: '/v1/task-history',
  summary: 'Tell what happened to a task',
  description: 'Newest first. Kept as long as the task.',
  scope: 'tasks:read',
  query: object({
    task_id: text({ description: 'The task.' }),
    title: optional(text({ description: 'Only when the title of the task contains this text.' })),
  }),
  list: sorts,
  problems: { 404: 'the task is missing, or not for you to see' },
  reply: { status: 200, schema: pageOf(entry) },
  access: ({ ctx, query }) => taskWithReach(ctx, query.task_id),
  async handle({ ctx, target, query, list: page }) {
    const unwanted = query.title !== undefined && !fold(target.task.title).includes(fold(query.title))
    const found = unwanted ? [] : await selectHistory(ctx, page, target)
    return pageAnswer(ctx, page, found, (events) => events.map((event) => present(ctx, target.task, event)))
  },
})

export const readHistory = operation({
  id: 'task-history.read',
  method: 'GET',
  path: '/v1/task-history/{history_id}',
  summary: 'Read one entry of a task’s history',
  scope: 'tasks:read',
  params: object({ history_id: text({ description: 'The entry.' }) }),
  reply: { status: 200, schema: entry },
  async access({ ctx, params }) {
    const event = await findEntry(ctx, params.history_id)
    if (!event) throw notFound()
    const task = await readableTask({ ctx, params: { task_id: event.resource_id } })
    const isLink = linkTypes.includes(event.type)
    if (isLink && !event.tasks?.some((other) => canReadTask(ctx, other))) throw notFound()
    return { event, task }
  },
  handle: async ({ ctx, target }) => answer(present(ctx, target.task, target.event)),
})
