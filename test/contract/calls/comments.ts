import type { Calls, Prepared } from '../call.ts'
import { create, fresh, type World } from '../fixtures.ts'
import { loadEtag, newTask } from './create.ts'

const on = async (world: World) => ({ task_id: (await newTask(world)).task_id, content: fresh('Said') })

async function createComment(world: World): Promise<Prepared> {
  const { comment_id } = await create(world.owner, '/v1/task-comments', await on(world))
  return { params: { comment_id } }
}
const prepareUpdate = async (world: World): Promise<Prepared> => ({
  ...(await createComment(world)),
  body: { content: fresh('Said otherwise') },
})
const subject = 'task-comments.read'

export const calls: Calls = {
  'task-comments.list': {
    prepare: async (world) => ({ query: { task_id: (await newTask(world)).task_id } }),
    another: async (world, { query }) => {
      const body = { task_id: query!.task_id, content: fresh('Said') }
      const { comment_id } = await create(world.owner, '/v1/task-comments', body)
      const reply = { parent_comment_id: comment_id, content: fresh('Answered') }
      await create(world.editor, '/v1/task-comments/reply', reply)
    },
  },
  'task-comments.create': {
    prepare: async (world) => {
      const body = await on(world)
      return { body, etag: await loadEtag(world, `/v1/tasks/${body.task_id}`) }
    },
    subject: 'tasks.read',
  },
  'task-comments.reply': {
    prepare: async (world) => {
      const { comment_id } = (await createComment(world)).params!
      const etag = await loadEtag(world, `/v1/task-comments/${comment_id}`)
      return { body: { parent_comment_id: comment_id, content: fresh('Answered') }, etag }
    },
    subject,
  },
  'task-comments.read': { prepare: createComment },
  'task-comments.update': { prepare: prepareUpdate, subject },
  'task-comments.update_patch': { prepare: prepareUpdate, subject },
  'task-comments.delete': { prepare: createComment, subject },
}
