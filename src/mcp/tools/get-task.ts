import type { OperationOutput } from '../api.ts'
import { ToolError } from '../errors.ts'
import { truncateValue, clipText, omitEmpty, MAX_RESULT_TOKENS, pickAttributes, estimateTokens } from '../results.ts'
import { buildInputSchema, buildOutputSchema } from '../schemas.ts'
import { createAnnotations, type Tool, type ToolContext } from '../tool.ts'
import { escapeInvisibleAll } from '../untrusted.ts'

/** Character limits, in steps for results that exceed the token budget. */
const TEXT_LIMITS = [1, 0.5, 0.2, 0.05].map((part) => ({
  description: 6000 * part,
  comment: 600 * part,
  other: part === 1 ? undefined : 400 * part,
}))
type TextLimits = (typeof TEXT_LIMITS)[number]
const COMMENTS_PER_PAGE = 10
const DEFAULT_LEASE_MINUTES = 15

type Comment = Record<string, unknown> & { replies?: Comment[] }

const presentComment = ({ replies = [], ...rest }: Comment, maxLength: number): Record<string, unknown> => ({
  ...pickAttributes(rest, ['comment_id', 'created_by', 'created_at']),
  content: truncateValue(rest.content, maxLength),
  ...(replies.length > 0 && { replies: replies.slice(0, 10).map((one) => presentComment(one, maxLength)) }),
  ...(replies.length > 10 && { replies_left_out: replies.length - 10 }),
})

/** Omitted attributes: redundant, or for older clients only. */
const OMITTED_ATTRIBUTES = ['org_id', 'description', 'has_access', 'restricted_to_user_ids']

interface Args {
  task_id?: string
  take?: string
  lease_minutes?: number
  description_from?: number
  comments_cursor?: string
}

interface TaskResponses {
  task: OperationOutput
  comments: OperationOutput
  files: OperationOutput
  project: string | undefined
}

/** Reads a task with comments and files, and shortens texts until the result fits the token budget. */
export async function readTaskDetails(
  ctx: ToolContext,
  args: Args & { task_id: string },
): Promise<Record<string, unknown>> {
  const responses = await readResponses(ctx, args)
  let presented: Record<string, unknown> = {}
  for (const limits of TEXT_LIMITS) {
    presented = presentTaskDetails(responses, limits, args.description_from ?? 0)
    if (2 * estimateTokens(escapeInvisibleAll(presented)) < MAX_RESULT_TOKENS - 200) break
  }
  return presented
}

async function readResponses(
  { api, names }: ToolContext,
  { task_id, comments_cursor }: Args & { task_id: string },
): Promise<TaskResponses> {
  const commentsQuery = { task_id, sort_by: 'created_at', sort_order: 'desc', limit: COMMENTS_PER_PAGE }
  const read = async () => {
    const task = await api.call('tasks.read', { params: { task_id } })
    const { project_id } = task.body as { project_id: string | null }
    return { task, project: (await names.findProjectNames([project_id])).get(project_id ?? '') }
  }
  const [{ task, project }, comments, files] = await Promise.all([
    read(),
    api.call('task-comments.list', { query: { ...commentsQuery, cursor: comments_cursor } }),
    api.call('task-attachments.list', { query: { task_id, limit: 50 } }),
  ])
  return { task, comments, files, project }
}

function presentTaskDetails({ task, comments, files, project }: TaskResponses, limits: TextLimits, from: number) {
  const { description, ...rest } = task.body as Record<string, unknown>
  const { text, next } = clipText((description as string | null) ?? '', limits.description, from)
  const attributes = omitEmpty(
    Object.fromEntries(Object.entries(rest).filter(([name]) => !OMITTED_ATTRIBUTES.includes(name))),
  )
  const presented =
    limits.other === undefined ? attributes : (truncateValue(attributes, limits.other) as typeof attributes)
  const cut = JSON.stringify(presented) !== JSON.stringify(attributes)
  return {
    ...presented,
    ...omitEmpty({
      project,
      type_data: truncateValue(rest.type_data),
      metadata: truncateValue(rest.metadata),
    }),
    has_edit_access: rest.has_edit_access,
    version: task.version,
    description: text,
    description_next: next,
    comments: (comments.body.data as Comment[]).map((one) => presentComment(one, limits.comment)),
    comments_next: comments.body.next_cursor,
    files: (files.body.data as Record<string, unknown>[]).map((file) =>
      truncateValue(pickAttributes(file, ['attachment_id', 'name', 'title', 'uploaded_by']), limits.other),
    ),
    truncated: cut || next !== null || comments.body.next_cursor !== null || files.body.next_cursor !== null,
  }
}

/** Claims and starts a task: the next one of the caller, or one by id. Returns its id. */
async function takeTask({ api }: ToolContext, take: string, minutes = DEFAULT_LEASE_MINUTES): Promise<string> {
  const body = { seconds: minutes * 60, set: { status: 'in_progress' } }
  const { username } = api.caller.user
  const query = { 'filter[assignee]': username, 'filter[status]': ['not_started', 'in_progress'] }
  const claimed =
    take === 'next'
      ? await api.call('claims.next', { body: { ...body, org_id: api.orgId, query } })
      : await api.call('claims.create', { params: { task_id: take }, body })
  const { task_id } = (claimed.body ?? {}) as { task_id?: string }
  if (task_id === undefined) throw new ToolError('No task assigned to you can be taken.')
  return task_id
}

async function getTask(ctx: ToolContext, { take, lease_minutes, ...args }: Args) {
  const task_id = take === undefined ? args.task_id : await takeTask(ctx, take, lease_minutes)
  if (task_id === undefined) throw new ToolError('Send task_id or take.')
  return { data: await readTaskDetails(ctx, { ...args, task_id }) }
}

export const getTaskTool: Tool = {
  name: 'get_task',
  title: 'Get a task',
  description: 'Returns a task with its description, newest comments and files.',
  toolset: 'default',
  annotations: { ...createAnnotations, idempotentHint: true },
  requiredOperations: ['tasks.read', 'task-comments.list', 'task-attachments.list'],
  optionalOperations: ['projects.list', 'claims.next', 'claims.create'],
  input: buildInputSchema(
    {
      task_id: { type: 'string', description: 'Id or key.' },
      take: { type: 'string', description: 'next or an id, to claim and start it.' },
      lease_minutes: { type: 'integer', minimum: 1, maximum: 1440 },
      description_from: {
        type: 'integer',
        minimum: 0,
        description: 'description_next of the previous part.',
      },
      comments_cursor: { type: 'string', description: 'comments_next, for older comments.' },
    },
    [],
  ),
  output: buildOutputSchema({
    version: { type: 'string' },
    truncated: { type: 'boolean' },
    description_next: { type: ['integer', 'null'] },
    comments_next: { type: ['string', 'null'] },
  }),
  run: getTask,
}
