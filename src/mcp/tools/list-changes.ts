import { buildListOutcome, type RowPage } from '../pages.ts'
import { ToolError } from '../errors.ts'
import { truncateValue, omitEmpty } from '../results.ts'
import { cursorInput, buildInputSchema, buildListOutputSchema } from '../schemas.ts'
import { readAnnotations, type Tool, type ToolContext } from '../tool.ts'
import { buildSearchQuery } from './search-tasks.ts'
import { parseSince } from './since.ts'
import { readTaskPage } from './task-rows.ts'

interface Args {
  since: string
  project?: string
  task_id?: string
  mine?: boolean
  limit?: number
  cursor?: string
}

interface Event {
  type: string
  created_at: string
  project_id: string | null
  actor: { username: string | null; kind: string }
  data: { resource_type: string; resource_id: string; before: object | null; after: object | null }
}

const present = ({ type, created_at, project_id, actor, data }: Event) =>
  omitEmpty({
    at: created_at,
    type,
    by: actor.username ?? actor.kind,
    [`${data.resource_type}_id`]: data.resource_id,
    project_id,
    before: truncateValue(data.before),
    after: truncateValue(data.after),
  })

export const readStreamHead = async ({ api }: Pick<ToolContext, 'api'>): Promise<string> =>
  (await api.call('events.stream', { query: { org_id: api.orgId, limit: 1 } })).body.next_cursor

const MAX_PAGES = 5

/**
 * Lists the events after a cursor. Reads until an empty page, since pages with hidden events are shorter, and reads one
 * event more so that `truncated` is exact.
 */
async function listEvents({ api, names }: ToolContext, args: Args, since: string) {
  const project_id = args.project === undefined ? undefined : await names.resolveProject(args.project)
  const query = { org_id: api.orgId, project_id, task_id: args.task_id, mine: args.mine || undefined }
  const read = async (cursor: string, limit: number) => {
    const { body } = await api.call('events.stream', { query: { ...query, cursor, limit } })
    return body as { data: Event[]; next_cursor: string }
  }
  let since_next = since
  const outcome = await buildListOutcome('changes', args.limit ?? 100, async (limit): Promise<RowPage> => {
    const events: Event[] = []
    let cursor = args.cursor ?? since
    for (let pages = 0; pages < MAX_PAGES && events.length < limit; pages++) {
      const { data, next_cursor } = await read(cursor, limit - events.length)
      events.push(...data)
      cursor = since_next = next_cursor
      if (data.length === 0) return { rows: events.map(present), next_cursor: null }
    }
    const isLast = (await read(cursor, 1)).data.length === 0
    return { rows: events.map(present), next_cursor: isLast ? null : cursor }
  })
  return { ...outcome, data: { kind: 'events', since_next, ...outcome.data } }
}

/** Maximum number of tasks in a result, since each costs a request for its history. */
const MAX_TASKS = 25
const MAX_HISTORY_ENTRIES = 5

interface Entry {
  action: string
  created_by: string
  created_at: string
  metadata: unknown[]
}

async function listTaskChanges({ api }: ToolContext, task_id: string, since: string) {
  const { body } = await api.call('task-history.list', { query: { task_id, limit: MAX_HISTORY_ENTRIES } })
  return (body.data as Entry[])
    .filter(({ created_at }) => created_at >= since)
    .map(({ action, created_by, created_at, metadata }) =>
      omitEmpty({ at: created_at, by: created_by, action, changed: truncateValue(metadata, 80) }),
    )
}

/** Lists tasks that changed since an instant, last changed first, with time, user and changes. */
async function listChangedTasks(ctx: ToolContext, args: Args, wanted: string) {
  const { project, mine, limit = MAX_TASKS } = args
  // `7d` is another instant at each call, and a cursor continues a list of the same filters only.
  const [, since = wanted, cursor = args.cursor] = /^([^~]*)~(.*)$/.exec(args.cursor ?? '') ?? []
  if (args.task_id !== undefined)
    throw new ToolError('`task_id` requires a `since_next` in `since`. Without one, use get_task.')
  const filters = {
    updated_after: since,
    sort_by: 'updated_at',
    sort_order: 'desc',
    ...(project !== undefined && { project: [project] }),
    ...(mine && { assignee: ['me'] }),
  }
  const [since_next, query] = [await readStreamHead(ctx), await buildSearchQuery(ctx, filters)]
  const changesByTask = new Map<string, Promise<unknown[]>>()
  const changes = (id: string) => {
    if (!changesByTask.has(id)) changesByTask.set(id, listTaskChanges(ctx, id, since))
    return changesByTask.get(id)!
  }
  const read = async (limit: number) => {
    const { rows, next_cursor } = await readTaskPage(ctx, { ...query, limit, cursor }, ['updated_by'])
    const add = async (row: Record<string, unknown>) => ({
      ...row,
      changes: await changes(row.task_id as string),
    })
    return { rows: await Promise.all(rows.map(add)), next_cursor: next_cursor && `${since}~${next_cursor}` }
  }
  return buildListOutcome('changes', Math.min(limit, MAX_TASKS), read, { kind: 'tasks', since, since_next })
}

export const listChangesTool: Tool = {
  name: 'list_changes',
  title: 'List changes',
  description:
    'With a date or time, lists up to 25 tasks that changed since, last changed first, with time, user and changes. ' +
    'With a `since_next`, lists every event after it, for 7 days.',
  toolset: 'default',
  annotations: readAnnotations,
  requiredOperations: ['tasks.list'],
  optionalOperations: ['events.stream', 'projects.list', 'task-history.list', 'me.read'],
  input: buildInputSchema(
    {
      since: {
        type: 'string',
        description: 'A date, a date-time, today, yesterday, 24h, 7d, 2w, or since_next of a result.',
      },
      project: { type: 'string', description: 'Name or id.' },
      task_id: { type: 'string', description: 'Only with a since_next.' },
      mine: { type: 'boolean' },
      limit: { type: 'integer', minimum: 1, maximum: 200 },
      cursor: cursorInput,
    },
    ['since'],
  ),
  output: buildListOutputSchema('changes'),
  async run(ctx, args: Args) {
    const since = await parseSince(ctx, args.since)
    return 'cursor' in since ? listEvents(ctx, args, since.cursor) : listChangedTasks(ctx, args, since.instant)
  },
}
