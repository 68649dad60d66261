import type { Calls, Prepared } from '../call.ts'
import { expectStatus } from '../../support/client.ts'
import { create, buildUniqueName, type Fixture } from '../fixtures.ts'
import { loadEtag, createTask } from './create.ts'

const buildComment = async (fixture: Fixture) => ({
  task_id: (await createTask(fixture)).task_id,
  content: buildUniqueName('Said'),
})

async function createComment(fixture: Fixture): Promise<Prepared> {
  const { comment_id } = await create(fixture.owner, '/v1/task-comments', await buildComment(fixture))
  return { params: { comment_id } }
}
const prepareUpdate = async (fixture: Fixture): Promise<Prepared> => ({
  ...(await createComment(fixture)),
  body: { content: buildUniqueName('Said otherwise') },
})
const subject = 'task-comments.read'

async function createExternalComment(fixture: Fixture) {
  const body = await buildComment(fixture)
  const params = { source: 'tracker', external_id: buildUniqueName('id') }
  const path = `/v1/task-comments/external/tracker/${encodeURIComponent(params.external_id)}`
  const { comment_id } = expectStatus(await fixture.owner.put(path, { body }), 201)
  return { params: { ...params, comment_id }, body }
}

export const calls: Calls = {
  'task-comments.list': {
    prepare: async (fixture) => ({ query: { task_id: (await createTask(fixture)).task_id } }),
    createAnotherRow: async (fixture, { query }) => {
      const body = { task_id: query!.task_id, content: buildUniqueName('Said') }
      const { comment_id } = await create(fixture.owner, '/v1/task-comments', body)
      const reply = { parent_comment_id: comment_id, content: buildUniqueName('Answered') }
      await create(fixture.editor, '/v1/task-comments/reply', reply)
    },
  },
  'task-comments.create': {
    prepare: async (fixture) => {
      const body = await buildComment(fixture)
      return { body, etag: await loadEtag(fixture, `/v1/tasks/${body.task_id}`) }
    },
    subject: 'tasks.read',
  },
  'task-comments.reply': {
    prepare: async (fixture) => {
      const { comment_id } = (await createComment(fixture)).params!
      const etag = await loadEtag(fixture, `/v1/task-comments/${comment_id}`)
      return { body: { parent_comment_id: comment_id, content: buildUniqueName('Answered') }, etag }
    },
    subject,
  },
  'task-comments.read': { prepare: createComment },
  'task-comments.update': { prepare: prepareUpdate, subject },
  'task-comments.update_patch': { prepare: prepareUpdate, subject },
  'external-comments.put': {
    prepare: async (fixture) => {
      const { params, body } = await createExternalComment(fixture)
      return { params, body: { ...body, content: buildUniqueName('Said otherwise') } }
    },
    subject,
  },
  'external-comments.delete': {
    prepare: async (fixture) => {
      const { params } = await createExternalComment(fixture)
      return { params, query: { org_id: fixture.org_id } }
    },
    subject,
    mayEmitNothing: true,
  },
  'task-comments.delete': { prepare: createComment, subject },
}
