import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { toIssue, readTask } from './requests.ts'

const app = await startApp({ engine: 'embedded' })
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id)

const description = 'd'.repeat(49_000)

async function createTasks(count: number, values: object): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await createTask(ada, org_id, { project_id, ...values })).task_id)
  return ids
}
const sendBulkUpdate = (task_ids: string[], changes: object) =>
  ada.post('/v1/tasks/bulk', { body: { task_ids, changes } })

const rewriting: [string, object][] = [
  ['new tags', { tags: ['x'] }],
  ['a new title', { title: 'x' }],
  ['a new title beside new metadata', { title: 'x', metadata: [{ a: 1 }] }],
  ['a shorter description', { description: 'x' }],
  ['no description', { description: null }],
  ['another description of the same length', { description: `e${description.slice(1)}` }],
]

test.each(rewriting)('rejects %s for tasks with more than 250 KB of text', async (_, changes) => {
  const ids = await createTasks(6, { title: 't', description, tags: [] })
  const reply = await sendBulkUpdate(ids, changes)
  expect(toIssue(reply)).toEqual([422, 'body.task_ids'])
  const [error] = reply.body.errors
  expect(error.type).toBe('too_large')
  expect(error.msg).toMatch(/^This change rewrites 294\d{3} bytes of titles, descriptions and tags\. /)
  expect(error.msg).toContain('The limit per request is 250000 bytes on the embedded database.')
  for (const id of ids) expect(await readTask(ada, id)).toMatchObject({ title: 't', description, version: 1 })
  expect(expectStatus(await sendBulkUpdate(ids.slice(0, 5), changes), 200).updated).toBe(5)
})

test('rejects a description that makes small tasks too large', async () => {
  const ids = await createTasks(6, { title: 't' })
  expect(toIssue(await sendBulkUpdate(ids, { description }))).toEqual([422, 'body.task_ids'])
  expect(expectStatus(await sendBulkUpdate(ids.slice(0, 5), { description }), 200).updated).toBe(5)
})

test('accepts changes of large tasks that keep their text', async () => {
  const ids = await createTasks(6, { title: 't', description, tags: ['x'] })
  const same = { title: 't', description, tags: ['x'] }
  expect(expectStatus(await sendBulkUpdate(ids, same), 200).updated).toBe(0)
  expect(expectStatus(await sendBulkUpdate(ids, { ...same, status: 'blocked' }), 200).updated).toBe(6)
})

test('accepts one task with the longest text', async () => {
  const [id] = await createTasks(1, { title: 't' })
  const longest = '𠀀'.repeat(100_000)
  expect(expectStatus(await sendBulkUpdate([id!], { description: longest }), 200).updated).toBe(1)
})
