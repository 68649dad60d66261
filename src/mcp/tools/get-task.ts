import { brief, clip, lean, picked } from '../results.ts'
import { inputOf, outputOf } from '../schemas.ts'
import { reading, type Tool, type Work } from '../tool.ts'

/** Characters of a description, and of a comment, that one answer tells. */
const mostOfDescription = 6000
const mostOfComment = 600
const commentsOfPage = 10

type Comment = Record<string, unknown> & { replies?: Comment[] }

/** A comment with its replies; what is longer is cut, and says so. */
const comment = ({ replies = [], ...rest }: Comment): Record<string, unknown> => ({
  ...picked(rest, ['comment_id', 'created_by', 'created_at']),
  content: brief(rest.content, mostOfComment),
  ...(replies.length > 0 && { replies: replies.slice(0, 10).map(comment) }),
  ...(replies.length > 10 && { replies_left_out: replies.length - 10 }),
})

/** What lists of places and people are named by the ids beside them, and what only older clients read. */
const leftOut = ['org_id', 'description', 'has_access', 'restricted_to_user_ids']

interface Args {
  task_id: string
  description_from?: number
  comments_cursor?: string
}

/** A task whole, as a tool and a resource tell it. */
export async function readTask({ api, names }: Work, args: Args): Promise<Record<string, unknown>> {
  const { task_id, description_from = 0, comments_cursor } = args
  const listed = { task_id, sort_by: 'created_at', sort_order: 'desc' }
  const [task, comments, files, projects] = await Promise.all([
    api.call('tasks.read', { params: { task_id } }),
    api.call('task-comments.list', {
      query: { ...listed, limit: commentsOfPage, cursor: comments_cursor },
    }),
    api.call('task-attachments.list', { query: { task_id, limit: 50 } }),
    names.projectNames(),
  ])
  const { description, ...rest } = task.body as Record<string, unknown>
  const { text, next } = clip((description as string | null) ?? '', mostOfDescription, description_from)
  return {
    ...lean(Object.fromEntries(Object.entries(rest).filter(([name]) => !leftOut.includes(name)))),
    ...lean({ project: projects.get(rest.project_id as string) }),
    type_data: brief(rest.type_data),
    metadata: brief(rest.metadata),
    has_edit_access: rest.has_edit_access,
    version: task.version,
    description: text,
    description_next: next,
    comments: (comments.body.data as Comment[]).map(comment),
    comments_next: comments.body.next_cursor,
    files: (files.body.data as Record<string, unknown>[]).map((file) =>
      picked(file, ['attachment_id', 'name', 'title', 'uploaded_by']),
    ),
    truncated: next !== null || comments.body.next_cursor !== null || files.body.next_cursor !== null,
  }
}

export const getTask: Tool = {
  name: 'get_task',
  title: 'Read a task',
  description: 'A task with its description, newest comments and files.',
  toolset: 'default',
  annotations: reading,
  needs: ['tasks.read', 'task-comments.list', 'task-attachments.list'],
  may: ['projects.list'],
  input: inputOf(
    {
      task_id: { type: 'string' },
      description_from: { type: 'integer', minimum: 0, description: 'description_next, for the rest of it.' },
      comments_cursor: { type: 'string', description: 'comments_next, for older ones.' },
    },
    ['task_id'],
  ),
  output: outputOf({
    version: { type: 'string' },
    truncated: { type: 'boolean' },
    description_next: { type: ['integer', 'null'] },
    comments_next: { type: ['string', 'null'] },
  }),
  run: async (work, args: Args) => ({ data: await readTask(work, args) }),
}
