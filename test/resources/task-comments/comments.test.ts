import { expect, test } from 'vitest'
import { sql } from '../../../src/db/sql.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'

const app = await startApp()
const names = ['chief', 'lead', 'editor', 'member', 'guest', 'outsider']
const people = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await app.signIn(`say-${name}`)])))
const as = (name: string): Client => people[name]!
const { org_id } = await createOrganization(as('chief'))
for (const name of ['lead', 'editor', 'member']) await insertMembership(as(name), org_id, 'member')
await insertMembership(as('guest'), org_id, 'guest')
await createOrganization(as('outsider'))
const hidden = await createProject(as('lead'), org_id, { visibility: 'private' })
await addProjectMember(as('lead'), hidden.project_id, as('editor'), 'editor')
await addProjectMember(as('lead'), hidden.project_id, as('guest'), 'viewer')

const createProjectTask = (values: object = {}) =>
  createTask(as('lead'), org_id, { project_id: hidden.project_id, ...values })
const postComment = (by: string, task_id: string, values: object = {}) =>
  as(by).post('/v1/task-comments', { body: { task_id, content: 'Noted.', ...values } })
const postReply = (by: string, parent_comment_id: string, content = 'Agreed.') =>
  as(by).post('/v1/task-comments/reply', { body: { parent_comment_id, content } })
const read = (id: string, by = 'lead') => as(by).get(`/v1/task-comments/${id}`)
const listThreads = async (task_id: string, query: object = {}, by = 'lead') =>
  expectStatus(await as(by).get('/v1/task-comments', { query: { task_id, ...query } }), 200).data

interface StoredComment {
  comment_id: string
  content: string | null
  created_by: string | null
  replies: StoredComment[]
}
const toThread = (comment: StoredComment): unknown => [comment.content, ...comment.replies.map(toThread)]

test('returns the text under both names, and content takes precedence', async () => {
  const { task_id, title } = await createProjectTask()
  const created = expectStatus(await postComment('guest', task_id, { comment: 'older', content: 'newer' }), 201)
  expect(created).toMatchObject({
    task_id,
    task_title: title,
    comment: 'newer',
    content: 'newer',
    created_by: 'say-guest',
    parent_comment_id: null,
    replies: [],
    mentions: [],
  })
  expect(expectStatus(await postComment('lead', task_id, { content: null, comment: 'older' }), 201).content).toBe(
    'older',
  )
  const nothing = await as('lead').post('/v1/task-comments', { body: { task_id } })
  expect(expectStatus(nothing, 422).errors[0].loc).toEqual(['body', 'content'])
  expectStatus(await postComment('lead', task_id, { content: ' \n' }), 422)
})

test('replies inherit task and organization from the parent, and reject others', async () => {
  const { task_id } = await createProjectTask()
  const { comment_id } = expectStatus(await postComment('lead', task_id), 201)
  const refused = await postComment('lead', task_id, { parent_comment_id: comment_id })
  expect(expectStatus(refused, 422).errors[0]).toMatchObject({
    loc: ['body', 'parent_comment_id'],
    msg: expect.stringContaining('/reply'),
  })
  expectStatus(await postComment('lead', task_id, { org_id: '01890a5d-ac96-774b-bcce-b302099a8057' }), 422)
})

test('returns 404 to users who cannot read the task', async () => {
  const { task_id } = await createProjectTask()
  const { comment_id } = expectStatus(await postComment('lead', task_id), 201)
  for (const by of ['member', 'outsider']) {
    expectStatus(await postComment(by, task_id), 404)
    expectStatus(await postReply(by, comment_id), 404)
    expectStatus(await read(comment_id, by), 404)
    expectStatus(await as(by).get('/v1/task-comments', { query: { task_id } }), 404)
  }
  expectStatus(await as('lead').patch(`/v1/tasks/${task_id}`, { body: { restricted_to: ['say-lead'] } }), 200)
  expectStatus(await read(comment_id, 'guest'), 404)
})

test('returns a whole thread, and accepts replies to replies', async () => {
  const { task_id } = await createProjectTask()
  const first = expectStatus(await postComment('lead', task_id, { content: 'one' }), 201)
  const reply = expectStatus(await postReply('editor', first.comment_id, 'two'), 201)
  expect(reply.parent_comment_id).toBe(first.comment_id)
  expectStatus(await postReply('lead', reply.comment_id, 'three'), 201)
  expectStatus(await postReply('guest', first.comment_id, 'four'), 201)
  const [thread] = await listThreads(task_id)
  expect(toThread(thread)).toEqual(['one', ['two', ['three']], ['four']])
  expect(toThread(expectStatus(await read(reply.comment_id), 200))).toEqual(['two', ['three']])
  const card = expectStatus(
    await as('lead').get('/v1/tasks', { query: { org_id, project_id: hidden.project_id } }),
    200,
  )
  expect(card.data.find((row: { task_id: string }) => row.task_id === task_id).comments).toBe(4)
})

test('concurrent replies do not exceed the limit of a thread', async () => {
  const { task_id } = await createProjectTask()
  const { comment_id } = expectStatus(await postComment('lead', task_id), 201)
  await app.sql(
    `INSERT INTO task_comments (org_id, comment_id, task_id, root_id, parent_id, depth, content, content_key, mentions,
       author_id, created_by, created_at, updated_at)
     SELECT org_id, comment_id || n, task_id, comment_id, comment_id, 1, 'x', 'x', '{}', author_id, created_by, created_at,
       updated_at FROM task_comments, generate_series(1, 498) n WHERE comment_id = $1`,
    [comment_id],
  )
  const by = ['lead', 'editor', 'guest', 'lead', 'editor', 'guest']
  const replies = await Promise.all(by.map((name) => postReply(name, comment_id)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409])
})

test('a reply that waited for a restriction of the task returns 404', async () => {
  if (app.engine === 'embedded') return
  const { task_id } = await createProjectTask()
  const { comment_id } = expectStatus(await postComment('lead', task_id), 201)
  let reply: ReturnType<typeof postReply> | undefined
  await app.services.database.transaction(async (trx) => {
    await trx.query(sql`update tasks set restricted_to = '{say-lead}', restricted = true, restricted_to_user_ids =
      array[${as('lead').userId}]::uuid[] where org_id = ${org_id} and task_id = ${task_id}`)
    reply = postReply('guest', comment_id)
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
  expectStatus(await reply!, 404)
})

test('If-Match of a comment refers to the task, of a reply to the comment', async () => {
  const { task_id } = await createProjectTask()
  const post = (path: string, body: object, match: string) =>
    as('lead').post(`/v1/task-comments${path}`, {
      body: { content: 'Noted.', ...body },
      headers: { 'if-match': match },
    })
  const { comment_id } = expectStatus(await post('', { task_id }, '"1-"'), 201)
  const body = { parent_comment_id: comment_id }
  expectStatus(await post('/reply', body, '"1-"'), 201)
  expectStatus(await as('lead').patch(`/v1/tasks/${task_id}`, { body: { title: 'Changed' } }), 200)
  expectStatus(await as('lead').patch(`/v1/task-comments/${comment_id}`, { body: { content: 'Changed' } }), 200)
  expectStatus(await post('', { task_id }, '"1-"'), 412)
  expectStatus(await post('/reply', body, '"1-"'), 412)
  expectStatus(await post('/reply', body, '"2-"'), 201)
})

test('replies to a deleted comment stay readable, without its text and author', async () => {
  const { task_id } = await createProjectTask()
  const first = expectStatus(
    await postComment('lead', task_id, { content: 'secret', mentions: [{ username: 'say-editor' }] }),
    201,
  )
  const reply = expectStatus(await postReply('editor', first.comment_id, 'kept'), 201)
  expectStatus(await as('lead').delete(`/v1/task-comments/${first.comment_id}`), 200)
  const [thread] = await listThreads(task_id)
  expect(toThread(thread)).toEqual([null, ['kept']])
  expect(thread).toMatchObject({ created_by: null, comment: null, mentions: [] })
  expectStatus(await read(first.comment_id), 404)
  expectStatus(await postReply('lead', first.comment_id), 404)
  expectStatus(await postReply('lead', reply.comment_id, 'deeper'), 201)
  expectStatus(await as('editor').delete(`/v1/task-comments/${reply.comment_id}`), 200)
  expect((await listThreads(task_id)).map(toThread)).toEqual([[null, [null, ['deeper']]]])
  expect(await app.sql('SELECT 1 FROM task_comments WHERE content LIKE $1', ['%secret%'])).toEqual([])
})

test('a deleted comment without replies disappears, at every depth', async () => {
  const { task_id } = await createProjectTask()
  const first = expectStatus(await postComment('lead', task_id, { content: 'one' }), 201)
  const reply = expectStatus(await postReply('lead', first.comment_id, 'two'), 201)
  expectStatus(await as('lead').delete(`/v1/task-comments/${reply.comment_id}`), 200)
  expect((await listThreads(task_id)).map(toThread)).toEqual([['one']])
  expectStatus(await as('lead').delete(`/v1/task-comments/${first.comment_id}`), 200)
  expect(await listThreads(task_id)).toEqual([])
})

test('only the author can update a comment; author, project owners and org admins can delete it', async () => {
  const { task_id } = await createProjectTask()
  const { comment_id } = expectStatus(await postComment('editor', task_id), 201)
  const change = (by: string) => as(by).put(`/v1/task-comments/${comment_id}`, { body: { content: by } })
  for (const by of ['lead', 'chief', 'guest']) expectStatus(await change(by), 403)
  expect(expectStatus(await change('editor'), 200).content).toBe('editor')
  expectStatus(await as('guest').delete(`/v1/task-comments/${comment_id}`), 403)
  expectStatus(await as('lead').delete(`/v1/task-comments/${comment_id}`), 200)
  const other = expectStatus(await postComment('guest', task_id), 201)
  expectStatus(await as('editor').delete(`/v1/task-comments/${other.comment_id}`), 403)
  expectStatus(await as('chief').delete(`/v1/task-comments/${other.comment_id}`), 200)
})

test('mentions readers of the task by id, name or verified email address', async () => {
  const { task_id } = await createProjectTask()
  const editor = { user_id: as('editor').userId, username: 'say-editor', email: 'say-editor@dev.invalid' }
  for (const mention of [
    { user_id: editor.user_id.toUpperCase() },
    { username: 'SAY-Editor' },
    { email: editor.email },
    editor,
  ]) {
    const created = expectStatus(await postComment('lead', task_id, { mentions: [mention, mention] }), 201)
    expect(created.mentions).toEqual([editor])
    const [seen] = expectStatus(await read(created.comment_id, 'guest'), 200).mentions
    expect(seen).toEqual({ ...editor, email: null })
  }
})

test.each([
  ['a user who cannot read the task', { username: 'say-member' }],
  ['a user outside the organization', { username: 'say-outsider' }],
  ['an unknown user', { username: 'say-nobody' }],
  ['an invalid id', { user_id: 'x' }],
])('rejects a mention of %s with the same message', async (_, mention) => {
  const { task_id } = await createProjectTask()
  const reply = await postComment('lead', task_id, { mentions: [{ username: 'say-editor' }, mention] })
  expect(expectStatus(reply, 422).errors).toEqual([
    {
      loc: ['body', 'mentions', 1],
      msg: "No such user who can read the task, or you can't use it here.",
      type: 'unknown_reference',
    },
  ])
  expect(await listThreads(task_id)).toEqual([])
})

test('a restricted task accepts mentions of its named users, project owners and org admins only', async () => {
  const { task_id } = await createProjectTask({ restricted_to: ['say-guest'] })
  for (const [name, status] of [
    ['editor', 422],
    ['guest', 201],
    ['lead', 201],
    ['chief', 201],
  ] as const)
    expect([name, (await postComment('lead', task_id, { mentions: [{ username: `say-${name}` }] })).status]).toEqual([
      name,
      status,
    ])
})

test('searches threads literally, ignoring case', async () => {
  const { task_id } = await createProjectTask()
  const first = expectStatus(await postComment('lead', task_id, { content: 'Ébauche 100% done_' }), 201)
  const second = expectStatus(await postComment('lead', task_id, { content: 'other' }), 201)
  expectStatus(await postReply('editor', second.comment_id, 'a NEEDLE here'), 201)
  const findIds = async (search: string) =>
    (await listThreads(task_id, { search })).map((one: StoredComment) => one.comment_id)
  expect(await findIds('éBAUCHE 100%')).toEqual([first.comment_id])
  expect(await findIds('needle')).toEqual([second.comment_id])
  expect(await findIds('1_0')).toEqual([])
})

test('limits the depth and size of a thread', async () => {
  const { task_id } = await createProjectTask()
  let { comment_id } = expectStatus(await postComment('lead', task_id), 201)
  for (let depth = 1; depth <= 20; depth++)
    ({ comment_id } = expectStatus(await postReply('lead', comment_id, `at ${depth}`), 201))
  expectStatus(await postReply('lead', comment_id), 409)
})

test('events name task and comment, without the text', async () => {
  const { task_id, project_id } = await createProjectTask()
  const { comment_id } = expectStatus(await postComment('lead', task_id, { content: 'quiet words' }), 201)
  expectStatus(await as('lead').patch(`/v1/task-comments/${comment_id}`, { body: { content: 'quiet phrases' } }), 200)
  expectStatus(await as('lead').patch(`/v1/task-comments/${comment_id}`, { body: { content: 'quiet phrases' } }), 200)
  expectStatus(await as('lead').delete(`/v1/task-comments/${comment_id}`), 200)
  const emitted = await app.sql<{ type: string }>(
    `SELECT type, part_id, project_id, before, after FROM events
     WHERE resource_id = $1 AND type LIKE 'task.comment%' ORDER BY created_at, event_id`,
    [task_id],
  )
  expect(emitted.map((event) => event.type)).toEqual([
    'task.comment_added',
    'task.comment_updated',
    'task.comment_removed',
  ])
  for (const event of emitted) expect(event).toMatchObject({ part_id: comment_id, project_id })
  expect(JSON.stringify(emitted)).not.toContain('quiet')
})
