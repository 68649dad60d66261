import type { Answered } from '../api.ts'
import { brief, clip, lean, mostTokens, picked, tokensOf } from '../results.ts'
import { inputOf, outputOf } from '../schemas.ts'
import { reading, type Tool, type Work } from '../tool.ts'
import { visibleAll } from '../untrusted.ts'

/** Characters of a description, of a comment and of other texts that one answer tells, and what becomes of less room. */
const rooms = [1, 0.5, 0.2, 0.05].map((part) => ({
  description: 6000 * part,
  comment: 600 * part,
  other: part === 1 ? undefined : 400 * part,
}))
type Room = (typeof rooms)[number]
const commentsOfPage = 10

type Comment = Record<string, unknown> & { replies?: Comment[] }

/** A comment with its replies; what is longer is cut, and says so. */
const presentComment = ({ replies = [], ...rest }: Comment, most: number): Record<string, unknown> => ({
  ...picked(rest, ['comment_id', 'created_by', 'created_at']),
  content: brief(rest.content, most),
  ...(replies.length > 0 && { replies: replies.slice(0, 10).map((one) => presentComment(one, most)) }),
  ...(replies.length > 10 && { replies_left_out: replies.length - 10 }),
})

/** What others of its attributes say better, and what only older clients read. */
const leftOut = ['org_id', 'description', 'has_access', 'restricted_to_user_ids']

interface Args {
  task_id: string
  description_from?: number
  comments_cursor?: string
}

/** What the operations answered of a task. */
interface Found {
  task: Answered
  comments: Answered
  files: Answered
  project: string | undefined
}

/** A task whole, as a tool and a resource tell it: with shorter parts of its texts where they would not fit. */
export async function readTask(work: Work, args: Args): Promise<Record<string, unknown>> {
  const found = await findTask(work, args)
  let told: Record<string, unknown> = {}
  for (const room of rooms) {
    told = tellTask(found, room, args.description_from ?? 0)
    if (2 * tokensOf(visibleAll(told)) < mostTokens - 200) break
  }
  return told
}

async function findTask({ api, names }: Work, { task_id, comments_cursor }: Args): Promise<Found> {
  const listed = { task_id, sort_by: 'created_at', sort_order: 'desc', limit: commentsOfPage }
  const read = async () => {
    const task = await api.call('tasks.read', { params: { task_id } })
    const { project_id } = task.body as { project_id: string | null }
    return { task, project: (await names.projectNames([project_id])).get(project_id ?? '') }
  }
  const [{ task, project }, comments, files] = await Promise.all([
    read(),
    api.call('task-comments.list', { query: { ...listed, cursor: comments_cursor } }),
    api.call('task-attachments.list', { query: { task_id, limit: 50 } }),
  ])
  return { task, comments, files, project }
}

function tellTask({ task, comments, files, project }: Found, room: Room, from: number) {
  const { description, ...rest } = task.body as Record<string, unknown>
  const { text, next } = clip((description as string | null) ?? '', room.description, from)
  const own = lean(Object.fromEntries(Object.entries(rest).filter(([name]) => !leftOut.includes(name))))
  const told = room.other === undefined ? own : (brief(own, room.other) as typeof own)
  const cut = JSON.stringify(told) !== JSON.stringify(own)
  return {
    ...told,
    ...lean({ project, type_data: brief(rest.type_data), metadata: brief(rest.metadata) }),
    has_edit_access: rest.has_edit_access,
    version: task.version,
    description: text,
    description_next: next,
    comments: (comments.body.data as Comment[]).map((one) => presentComment(one, room.comment)),
    comments_next: comments.body.next_cursor,
    files: (files.body.data as Record<string, unknown>[]).map((file) =>
      brief(picked(file, ['attachment_id', 'name', 'title', 'uploaded_by']), room.other),
    ),
    truncated: cut || next !== null || comments.body.next_cursor !== null || files.body.next_cursor !== null,
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
