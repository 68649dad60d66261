import { ToolError } from '../errors.ts'
import { buildInputSchema, keyInput, buildOutputSchema } from '../schemas.ts'
import { createAnnotations, type Tool } from '../tool.ts'

interface Args {
  task_id?: string
  reply_to?: string
  content: string
  mentions?: string[]
  idempotency_key?: string
}

export const commentTool: Tool = {
  name: 'comment',
  title: 'Comment on a task',
  description: 'Comments on a task, or replies to a comment. Notifies the users who watch the task.',
  toolset: 'default',
  annotations: createAnnotations,
  requiredOperations: ['task-comments.create'],
  optionalOperations: ['task-comments.reply', 'organization-members.list'],
  input: buildInputSchema(
    {
      task_id: { type: 'string' },
      reply_to: { type: 'string', description: 'comment_id, instead of task_id.' },
      content: { type: 'string' },
      mentions: {
        type: 'array',
        items: { type: 'string' },
        description: 'Usernames besides each @username in the text.',
      },
      idempotency_key: keyInput,
    },
    ['content'],
  ),
  output: buildOutputSchema({ comment_id: { type: 'string' } }),
  async run({ api, names }, { task_id, reply_to, content, mentions = [], idempotency_key: key }: Args) {
    if ((task_id === undefined) === (reply_to === undefined))
      throw new ToolError('Send either `task_id` or `reply_to`.')
    const mentioned: { username: string }[] = []
    for (const name of mentions) mentioned.push({ username: await names.resolveMember(name) })
    const { body, version } =
      reply_to === undefined
        ? await api.call('task-comments.create', { body: { task_id, content, mentions: mentioned }, key })
        : await api.call('task-comments.reply', {
            body: { parent_comment_id: reply_to, content, mentions: mentioned },
            key,
          })
    const { comment_id, task_id: on } = body as { comment_id: string; task_id: string }
    return { data: { comment_id, task_id: on, version } }
  },
}
