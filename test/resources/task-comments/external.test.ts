import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { addMember, createOrganization, createProject, createTask } from '../../support/factories.ts'

const app = await startApp()
const [ada, ben] = [await app.signIn('ada'), await app.signIn('ben')]
const { org_id } = await createOrganization(ada)
await addMember(ada, org_id, ben, 'member')
const { project_id } = await createProject(ada, org_id, { visibility: 'public' })
const { task_id } = await createTask(ada, org_id, { project_id, title: 'Mirrored' })

const toPath = (id: string) => `/v1/task-comments/external/github/${encodeURIComponent(id)}`
const put = (id: string, content: string, by: Client = ada, more: object = {}) =>
  by.put(toPath(id), { body: { task_id, content, ...more } })
const listTexts = async () =>
  expectStatus(await ada.get('/v1/task-comments', { query: { task_id } }), 200).data.map(
    (one: { content: string }) => one.content,
  )

test('creates a comment once, updates it by its author only, and changes nothing for the same text', async () => {
  const first = await put('octo/app#1', 'First')
  const created = expectStatus(first, 201)
  expect(first.headers.location).toBe(`/v1/task-comments/${created.comment_id}`)
  const updated = expectStatus(await put('octo/app#1', 'Second'), 200)
  expect([updated.comment_id, updated.content]).toEqual([created.comment_id, 'Second'])
  expect(expectStatus(await put('octo/app#1', 'Second'), 200).version).toBe(updated.version)
  expectStatus(await put('octo/app#1', 'Third', ben), 403)
  expect(await listTexts()).toEqual(['Second'])
})

test('creates one comment for concurrent requests', async () => {
  const replies = await Promise.all(Array.from({ length: 5 }, () => put('concurrent', 'Together')))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
  expect((await listTexts()).filter((text: string) => text === 'Together')).toHaveLength(1)
})

test('returns 409 for a deleted comment and for one of a hidden task, and refuses another task', async () => {
  const { comment_id } = expectStatus(await put('gone', 'Going'), 201)
  const other = await createTask(ada, org_id, { project_id, title: 'Other' })
  const moved = await put('gone', 'Moved', ada, { task_id: other.task_id })
  expect([moved.status, moved.body.errors[0].loc]).toEqual([422, ['body', 'task_id']])
  expectStatus(await ada.delete(`/v1/task-comments/${comment_id}`), 200)
  expectStatus(await put('gone', 'Again'), 409)
  const hidden = await createTask(ada, org_id, { project_id, title: 'Hidden', restricted_to: ['ada'] })
  expectStatus(await put('hidden', 'Secret', ada, { task_id: hidden.task_id }), 201)
  expectStatus(await put('hidden', 'Seen?', ben), 409)
  expectStatus(await put('other', 'Seen?', ben, { task_id: hidden.task_id }), 404)
})

test('deletes the id alone, after which it can be used again', async () => {
  const { comment_id } = expectStatus(await put('released', 'Stays'), 201)
  expectStatus(await ben.delete(toPath('released'), { query: { org_id } }), 403)
  expectStatus(await ada.delete(toPath('released'), { query: { org_id } }), 200)
  expectStatus(await ada.delete(toPath('released'), { query: { org_id } }), 404)
  expect(await listTexts()).toContain('Stays')
  expect(expectStatus(await put('released', 'New'), 201).comment_id).not.toBe(comment_id)
})
