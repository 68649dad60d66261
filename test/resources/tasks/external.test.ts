import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { addMember, createOrganization, createProject, createTokenClient } from '../../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'), 'member')

const buildPath = (id: string, source = 'github') => `/v1/tasks/external/${source}/${encodeURIComponent(id)}`
const put = (
  id: string,
  values: object,
  { source, by = ada, headers = {} }: { source?: string; by?: typeof ada; headers?: Record<string, string> } = {},
) => by.put(buildPath(id, source), { body: { org_id, title: 'Task', ...values }, headers })
const find = async (...ids: string[]) =>
  expectStatus(await ada.get('/v1/tasks', { query: { org_id, 'filter[external]': ids.join() } }), 200).data.map(
    (task: { title: string }) => task.title,
  )

test('creates a task once and then updates it, with several ids and If-Match', async () => {
  const first = await put('o/r#1', { title: 'One', priority: 'high' })
  const { task_id } = expectStatus(first, 201)
  expect(first.headers.location).toBe(`/v1/tasks/${task_id}`)
  const second = await put('o/r#1', { title: 'Uno' })
  expect(expectStatus(second, 200)).toMatchObject({ task_id, title: 'Uno', priority: 'high' })
  expect((await put('o/r#1', { title: 'Eins' }, { headers: { 'if-match': first.headers.etag! } })).status).toBe(412)
  expect((await put('new', {}, { headers: { 'if-match': first.headers.etag! } })).status).toBe(412)
  expect(await find('github:o/r#1', 'github:none', 'o/r#1')).toEqual(['Uno'])
  const other = expectStatus(await put('o/r#1', { title: 'Other' }, { source: 'gitlab' }), 201)
  expect(other.task_id).not.toBe(task_id)
})

test('shows the external ids of a task in single reads to its readers, and not in lists', async () => {
  const { project_id } = await createProject(ada, org_id, { name: 'Closed', visibility: 'private' })
  const created = expectStatus(await put('shown', { project_id }, { source: 'jira' }), 201)
  const refs = [{ source: 'jira', external_id: 'shown' }]
  const { task_id, key } = created
  const reader = await createTokenClient(ada, org_id)
  for (const user of [ada, reader]) {
    expect(expectStatus(await user.get(`/v1/tasks/${task_id}`), 200).external_refs).toEqual(refs)
    expect(expectStatus(await user.get(`/v1/tasks/by-key/${key}`, { query: { org_id } }), 200).external_refs).toEqual(
      refs,
    )
  }
  expect(created.external_refs).toEqual(refs)
  expect(expectStatus(await put('shown', { title: 'New' }, { source: 'jira' }), 200).external_refs).toEqual(refs)
  const hidden = await ben.get(`/v1/tasks/${task_id}`)
  expect([hidden.status, hidden.text.includes('jira')]).toEqual([404, false])
  const { data } = expectStatus(
    await ada.get('/v1/tasks', { query: { org_id, 'filter[external]': 'jira:shown' } }),
    200,
  )
  expect(data.map((row: object) => 'external_refs' in row)).toEqual([false])
  const { headers } = await ada.get(`/v1/tasks/${task_id}`)
  expectStatus(await ada.delete(buildPath('shown', 'jira'), { query: { org_id } }), 200)
  const later = await ada.get(`/v1/tasks/${task_id}`, { headers: { 'if-none-match': headers.etag! } })
  expect(expectStatus(later, 200).external_refs).toEqual([])
})

test('creates one task for concurrent requests', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => put('race', { title: `Title ${i}` })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  expect(await find('github:race')).toHaveLength(1)
})

test('returns 409 for a deleted task until it is restored, and 409 and 404 for a hidden one', async () => {
  const { task_id } = expectStatus(await put('gone', {}), 201)
  expectStatus(await ada.delete(`/v1/tasks/${task_id}`), 200)
  expect((await put('gone', {})).status).toBe(409)
  expectStatus(await ada.post(`/v1/tasks/${task_id}/restore`), 200)
  expect((await put('gone', {})).status).toBe(200)
  const { project_id } = await createProject(ada, org_id, { name: 'Secret', visibility: 'private' })
  expectStatus(await put('hidden', { project_id }), 201)
  expect((await put('hidden', {}, { by: ben })).status).toBe(409)
  expect((await ben.delete(buildPath('hidden'), { query: { org_id } })).status).toBe(404)
  const query = { org_id, 'filter[external]': 'github:hidden' }
  expect(expectStatus(await ben.get('/v1/tasks', { query }), 200).data).toEqual([])
})

test('restores a deleted task with `restore`, and still refuses a hidden one', async () => {
  const { task_id } = expectStatus(await put('back', { title: 'Moor', priority: 'high' }), 201)
  const restore = (id: string, by = ada) =>
    by.put(buildPath(id), { body: { org_id, title: 'Moored' }, query: { restore: 'true' } })
  expectStatus(await ada.delete(`/v1/tasks/${task_id}`), 200)
  expect(expectStatus(await restore('back'), 200)).toMatchObject({ task_id, title: 'Moored', priority: 'high' })
  expect(expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200).title).toBe('Moored')
  const { project_id } = await createProject(ada, org_id, { name: 'Vault', visibility: 'private' })
  const secret = expectStatus(await put('vault', { project_id }), 201)
  expect((await restore('vault', ben)).status).toBe(409)
  expectStatus(await ada.delete(`/v1/tasks/${secret.task_id}`), 200)
  expect((await restore('vault', ben)).status).toBe(409)
})

test('deletes the id alone, after which it can be used again', async () => {
  const { task_id } = expectStatus(await put('moved', {}), 201)
  expectStatus(await ada.delete(buildPath('moved'), { query: { org_id } }), 200)
  expectStatus(await ada.get(`/v1/tasks/${task_id}`), 200)
  expect(expectStatus(await put('moved', {}), 201).task_id).not.toBe(task_id)
})
