import { sql } from '../../db/sql.ts'
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
  judgedColumns,
  placesOf,
  seenFrom,
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
  /** The other tasks that the entry names, and the places. */
  tasks: (TaskJudged & { deleted: boolean })[] | null
  places: PlaceJudged[] | null
}

const sorts: ListSpec = {
  sorts: { created_at: [{ sql: 'e.created_at', type: 'timestamptz' }] },
  natural: [{ sql: 'e.created_at', type: 'timestamptz', desc: true }],
  id: { sql: 'e.event_id', type: 'text' },
}

/** Attributes whose values are ids of other tasks: their entries are for those alone who can read these. */
const linking = ['subtask_id', 'dependency_id']
const linkTypes = ['subtask', 'dependency'].flatMap((one) => [`task.${one}_added`, `task.${one}_removed`])
/** Attributes whose values are ids of places: shown to those alone who may know them. */
const placing = ['project_id', 'goal_id', 'section_id', 'team_id', 'sprint_id', 'milestone_id']
const named = (names: string[]) =>
  names.flatMap((name) => [`e.before->>'${name}'`, `e.after->>'${name}'`]).join(', ')

// An entry, and what decides whether its reader `me` may know the ids in it.
const entryColumns =
  sql.raw(`e.event_id, e.type, e.resource_id, e.actor_username, e.before, e.after, e.created_at,
  (SELECT jsonb_agg(to_jsonb(l)) FROM (SELECT ${judgedColumns}, t.deleted_at IS NOT NULL AS deleted
    FROM ${seenFrom('me.user_id')}
    WHERE t.org_id = e.org_id AND t.task_id IN (${named(linking)})) l) AS tasks,
  (SELECT jsonb_agg(to_jsonb(l)) FROM (${placesOf('me.user_id')}
    WHERE h.org_id = e.org_id AND h.id = ANY(ARRAY[${named(placing)}]
      || ARRAY(SELECT jsonb_array_elements_text(e.before->'other_section_ids')))) l) AS places`)

/** Descriptions are told whole, before and after. */
const entryBytes = sql`coalesce(octet_length(e.before::text), 0) + coalesce(octet_length(e.after::text), 0)`

const entries = (ctx: Context) => sql`events e, (select ${ctx.user.user_id}::uuid as user_id) me`

/** An entry as the caller sees it: ids of what it can't read, or what is there no longer, are left out. */
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
    hash_id: null,
    updated_at: null,
  }
}

/** Resolves what the caller reaches in the organization of a task, together with the task. */
const reachOfTask = reachWith<{ task: (TaskJudged & { title: string }) | null }>({
  organization: `(SELECT t.org_id FROM tasks t WHERE t.org_id = ANY($2::uuid[]) AND t.task_id = $3
    AND t.deleted_at IS NULL LIMIT 1)`,
  columns: `(SELECT to_jsonb(l) FROM (SELECT ${judgedColumns}, t.title FROM ${seenFrom('$1')}
    WHERE t.org_id = o.org_id AND t.task_id = $3) l) AS task`,
})

/** A task, seen or 404, and what the caller reaches beside it. */
async function taskWithReach(ctx: Context, taskId: string) {
  const reach = await reachOfTask(ctx, ctx.caller.orgIds, taskId)
  if (!reach?.task || !canReadTask(ctx, reach.task)) throw notFound()
  return { reach, task: reach.task }
}

/** The condition that entry `e` is none of a link to a task that the caller can't read, be that task gone or not. */
const linksReadable = (ctx: Context, reach: Reach) => sql`(e.type <> all(${linkTypes}::text[])
  or exists (select from tasks o where o.org_id = e.org_id and o.task_id = e.part_id and ${visibleTasks(ctx, reach, 'o')}))`

function selectHistory(
  ctx: Context,
  page: ListQuery,
  { reach, task }: { reach: Reach; task: TaskJudged },
): Promise<EventRow[]> {
  return selectPage<EventRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<EventRow>`
      select ${entryColumns}, ${entryBytes} as page_bytes, ${columns} from ${entries(ctx)}
      where e.org_id = ${task.org_id} and e.resource_id = ${task.task_id} and e.resource_type = 'task'
        and ${linksReadable(ctx, reach)} and ${where} ${order} ${limit}`,
    { weighed: true },
  )
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
    const [event] = await ctx.db
      .query(sql<EventRow>`select ${entryColumns} from ${entries(ctx)} where e.org_id = any(${ctx.caller.orgIds}::uuid[])
        and e.event_id = ${params.history_id} and e.resource_type = 'task'`)
    if (!event) throw notFound()
    const task = await readableTask({ ctx, params: { task_id: event.resource_id } })
    const isLink = linkTypes.includes(event.type)
    if (isLink && !event.tasks?.some((other) => canReadTask(ctx, other))) throw notFound()
    return { event, task }
  },
  handle: async ({ ctx, target }) => answer(present(ctx, target.task, target.event)),
})
