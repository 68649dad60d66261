import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  insertMembership,
  createOrganization,
  createProject,
  addProjectMember,
  createTask,
} from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'
import { findStorageFolder, listStoredFiles, deleteUnreferenced } from '../../support/stored-files.ts'

const app = await startApp()
const [ada, ben, cleo, dan] = await Promise.all(['ada', 'ben', 'cleo', 'dan'].map((name) => app.signIn(name)))
const { org_id } = await createOrganization(ada!)
for (const person of [ben!, cleo!, dan!]) await insertMembership(person, org_id, 'member')
const { project_id } = await createProject(ada!, org_id)
await addProjectMember(ada!, project_id, dan!, 'editor')
const { task_id } = await createTask(ada!, org_id, { project_id })

async function uploadAttachment(client: Client, of = task_id): Promise<{ attachment_id: string; at: string }> {
  const body = { task_id: of, title: 'First', file: new Upload('x', 'first.txt') }
  const { attachment_id } = expectStatus(await client.post('/v1/task-attachments', { body }), 201)
  return { attachment_id, at: `/v1/task-attachments/${attachment_id}` }
}

const listAttachmentEvents = (id: string) =>
  app.sql<{ type: string; before: object | null; after: object | null }>(
    'SELECT type, before, after FROM events WHERE part_id = $1 ORDER BY created_at, event_id',
    [id],
  )

test('uploader, project editors and org admins can update and delete it, others cannot', async () => {
  const { at } = await uploadAttachment(ben!)
  const body = { title: 'Other' }
  expectStatus(await cleo!.patch(at, { body }), 403)
  expectStatus(await cleo!.delete(at), 403)
  for (const [i, client] of [ben!, dan!, ada!].entries())
    expect(expectStatus(await client.patch(at, { body: { title: `Title ${i}` } }), 200).title).toBe(`Title ${i}`)
  expectStatus(await dan!.delete(at), 204)
  const unfiled = (await createTask(ben!, org_id)).task_id
  const own = await uploadAttachment(ben!, unfiled)
  expectStatus(await dan!.patch(own.at, { body }), 404)
  expectStatus(await ada!.patch(own.at, { body }), 200)
})

test('updates title, name and is_inline; checks only the type of server-owned fields', async () => {
  const { at, attachment_id } = await uploadAttachment(ada!)
  const before = expectStatus(await ada!.get(at), 200)
  const owned = {
    url: 'https://evil.example',
    uploaded_by: 'ben',
    uploaded_at: '2020-01-01T00:00:00Z',
    task_id,
  }
  const gone = { deleted_at: '2020-01-01T00:00:00Z', deleted_by: 'ben' }
  const unchanged = await ada!.patch(at, { body: { ...owned, ...gone, title: 'First', name: null } })
  expect([unchanged.body, unchanged.headers.etag]).toEqual([before, (await ada!.get(at)).headers.etag])
  const body = { title: null, name: 'second.txt', is_inline: true }
  const after = expectStatus(await ada!.put(at, { body }), 200)
  expect(after).toEqual({ ...before, ...body, version: 2 })
  expect(expectStatus(await ada!.get(at), 200)).toEqual(after)
  const events = await listAttachmentEvents(attachment_id)
  expect(events.slice(1)).toEqual([
    {
      type: 'task.attachment_updated',
      before: { attachment_id, title: null, name: null, is_inline: false },
      after: { attachment_id, title: null, name: null, is_inline: true },
    },
  ])
  for (const invalid of [
    { title: '' },
    { title: '   ' },
    { title: 5 },
    { title: 'x'.repeat(201) },
    { name: ' ' },
    { is_inline: 'yes' },
    { uploaded_by: 1 },
    { deleted_at: 'now' },
  ])
    expect([invalid, (await ada!.patch(at, { body: invalid })).status]).toEqual([invalid, 422])
})

test('returns 422 for a body with another task, existing or not', async () => {
  const { at } = await uploadAttachment(ada!)
  const other = (await createTask(ada!, org_id, { project_id })).task_id
  for (const named of [other, 'T0000000000000000'])
    expect((await ada!.patch(at, { body: { task_id: named } })).body.errors[0].loc).toEqual(['body', 'task_id'])
  expect(expectStatus(await ada!.get(at), 200).task_id).toBe(task_id)
})

test('is gone immediately when deleted, its file soon after, with an event', async () => {
  const { at, attachment_id } = await uploadAttachment(ada!)
  const { kept: storedFiles } = await listStoredFiles(app)
  expectStatus(await ada!.delete(at), 204)
  for (const client of [ada!, ben!]) for (const gone of [at, `${at}/content`]) expectStatus(await client.get(gone), 404)
  expectStatus(await ada!.delete(at), 404)
  expectStatus(await ada!.patch(at, { body: { title: 'x' } }), 404)
  const rest = (await listStoredFiles(app)).kept
  const [name] = storedFiles!.filter((one) => !rest!.includes(one))
  const stored = path.join(findStorageFolder(app), name!)
  expect(existsSync(stored)).toBe(true)
  expect(await deleteUnreferenced(app)).toBeGreaterThan(0)
  expect(existsSync(stored)).toBe(false)
  expect((await listStoredFiles(app)).leaving).toEqual([])
  expect((await listAttachmentEvents(attachment_id)).at(-1)).toMatchObject({
    type: 'task.attachment_removed',
    after: null,
  })
  const rows = await app.sql('SELECT deleted_by FROM task_attachments WHERE attachment_id = $1', [attachment_id])
  expect(rows).toEqual([{ deleted_by: 'ada' }])
})

test('returns 404 for attachments of a task that is deleted or hidden from the uploader', async () => {
  const doomed = (await createTask(ada!, org_id, { project_id })).task_id
  const { at } = await uploadAttachment(ben!, doomed)
  expectStatus(await ada!.patch(`/v1/tasks/${doomed}`, { body: { restricted_to: ['cleo'] } }), 200)
  expectStatus(await ben!.get(at), 404)
  expectStatus(await ben!.delete(at), 404)
  expectStatus(await cleo!.get(`${at}/content`), 200)
  expectStatus(await ada!.delete(`/v1/tasks/${doomed}`), 200)
  expectStatus(await ada!.get(at), 404)
})

test('is deleted once by concurrent requests', async () => {
  const { at, attachment_id } = await uploadAttachment(ada!)
  const replies = await Promise.all(Array.from({ length: 5 }, () => ada!.delete(at)))
  expect(replies.map((reply) => reply.status).sort()).toEqual([204, 404, 404, 404, 404])
  expect(await listAttachmentEvents(attachment_id)).toHaveLength(2)
})

test('sorts by time and by name, ignoring case', async () => {
  const of = (await createTask(ada!, org_id, { project_id })).task_id
  for (const name of ['b.txt', 'A.txt', 'c.txt'])
    expectStatus(await ada!.post('/v1/task-attachments', { body: { task_id: of, file: new Upload('x', name) } }), 201)
  const listNames = async (query: object) =>
    expectStatus(await ada!.get('/v1/task-attachments', { query: { task_id: of, ...query } }), 200).data.map(
      (row: { name: string }) => row.name,
    )
  expect(await listNames({})).toEqual(['b.txt', 'A.txt', 'c.txt'])
  expect(await listNames({ sort_by: 'name' })).toEqual(['A.txt', 'b.txt', 'c.txt'])
  expect(await listNames({ sort_order: 'desc' })).toEqual(['c.txt', 'A.txt', 'b.txt'])
  expectStatus(await ada!.get('/v1/task-attachments'), 422)
  expectStatus(await ada!.get('/v1/task-attachments', { query: { task_id: '' } }), 422)
  expectStatus(await ada!.get('/v1/task-attachments', { query: { task_id: 'T0' } }), 404)
})
