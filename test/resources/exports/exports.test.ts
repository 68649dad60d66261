import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kindNames, type Kind } from '@svc/import'
import { openArchive, verifyArchive } from '@svc/import/archive'
import { afterAll, expect, test } from 'vitest'
import type { Scope } from '../../../src/core/scopes.ts'
import { sendSingleEmails } from '../../../src/notifications/email/single.ts'
import { deleteOldExports, runExports } from '../../../src/resources/platform/exports/jobs.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import {
  addMember,
  addProjectMember,
  createOrganization,
  createProject,
  createTask,
  createTokenClient,
} from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { buildEmailDependencies, processPendingEvents as processNotifications } from '../notifications/run-pipeline.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-test-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const server = await startMailServer()
afterAll(() => server.stop())
const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada, { name: 'Harbour' })
const ben = await addMember(ada, org_id, await app.signIn('ben'), 'member')
const { project_id } = await createProject(ben, org_id, { name: 'Quay', visibility: 'private' })
await addProjectMember(ben, project_id, ada, 'viewer')
const parent = await createTask(ben, org_id, { project_id, title: 'Dredge the basin', assignee: 'ada' })
const child = await createTask(ben, org_id, { project_id, title: 'Order rope' })
expectStatus(await ben.patch(`/v1/tasks/${parent.task_id}`, { body: { sub_tasks: [child.task_id] } }), 200)
const loose = await createTask(ada, org_id, { title: 'Elsewhere' })
const content = 'Tide tables\n'.repeat(1000)
expectStatus(
  await ben.post('/v1/task-attachments', { body: { task_id: parent.task_id, file: new Upload(content) } }),
  201,
)
const comment = { task_id: child.task_id, content: 'Which rope?' }
expectStatus(await ben.post('/v1/task-comments', { body: comment }), 200, 201)
const hook = { org_id, name: 'Build', url: 'https://example.com/hook', events: ['task.created'] }
const { secret } = expectStatus(await ada.post('/v1/webhooks', { body: hook }), 200, 201)

interface Notice {
  kind: string
  resource_type: string
  resource_id: string
  title: string
}

let archives = 0

/** Starts an export, runs it, and returns its verified rows by kind, with the bytes. */
async function runExport(client: Client, path: string, body?: object) {
  const { export_id } = expectStatus(await client.post(path, { body }), 201)
  await runExports(app.services)
  const created = expectStatus(await client.get(`/v1/exports/${export_id}`), 200)
  expect(created).toMatchObject({ phase: 'finished', error: null })
  const headers = { authorization: client.authorization! }
  const response = await fetch(new URL(new URL(created.url).pathname, app.url), { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, bytes.length]).toEqual([200, created.size])
  const file = join(folder, `${++archives}.zip`)
  writeFileSync(file, bytes)
  const archive = await openArchive(file)
  await verifyArchive(archive)
  const rows: Partial<Record<Kind, Record<string, unknown>[]>> = {}
  for (const kind of kindNames) {
    rows[kind] = []
    for await (const { row } of archive.rows(kind)) rows[kind].push(row)
  }
  archive.close()
  return { export_id, bytes, rows, manifest: archive.manifest }
}

const listTitles = (rows: Record<string, unknown>[] | undefined) => rows!.map(({ title }) => title).sort()

test('an owner exports the organization with private projects and files, and without secrets', async () => {
  const { rows, bytes, manifest } = await runExport(ada, `/v1/organizations/${org_id}/exports`)
  expect(listTitles(rows.tasks)).toEqual(['Dredge the basin', 'Elsewhere', 'Order rope'])
  expect(rows.tasks).toContainEqual(expect.objectContaining({ id: child.task_id, parent: parent.task_id, position: 1 }))
  expect(rows.tasks).toContainEqual(expect.objectContaining({ id: parent.task_id, assignee: ada.userId }))
  expect(rows.comments).toMatchObject([{ task: child.task_id, content: 'Which rope?', author: ben.userId }])
  const sha256 = createHash('sha256').update(content).digest('hex')
  expect(rows.attachments).toMatchObject([{ task: parent.task_id, sha256, size: content.length }])
  expect(rows.people).toContainEqual(expect.objectContaining({ id: ada.userId, role: 'owner' }))
  expect(rows.webhooks).toMatchObject([{ name: 'Build', url: hook.url }])
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(manifest.parts.at(-1)!.path).toBe(rows.attachments![0]!.file)
  expect(bytes.lastIndexOf('manifest.json')).toBeGreaterThan(bytes.lastIndexOf('tasks.jsonl'))
})

test('the same data are the same rows in the same bytes, except for the time of the manifest', async () => {
  const path = `/v1/projects/${project_id}/exports`
  const [first, second] = [await runExport(ben, path), await runExport(ben, path)]
  expect(second.manifest.parts).toEqual(first.manifest.parts)
})

test('an owner of a project exports it with names instead of addresses, and nothing of other projects', async () => {
  const { rows } = await runExport(ben, `/v1/projects/${project_id}/exports`)
  expect(listTitles(rows.tasks)).toEqual(['Dredge the basin', 'Order rope'])
  expect(Object.keys(rows.people![0]!).sort()).toEqual(
    expect.not.arrayContaining(['email', 'issuer', 'subject', 'role']),
  )
  expect([rows.teams, rows.webhooks, rows.history, rows.organization]).toEqual([[], [], [], []])
  expect(JSON.stringify(rows)).not.toContain(loose.task_id)
})

test('a member exports what is theirs and they can read, and nothing of other users', async () => {
  const zoe = await addMember(ada, org_id, await app.signIn('zoe'), 'member')
  await app.sql(`UPDATE users SET name = initcap(username) || ' Quay' WHERE username IN ('ada', 'zoe')`)
  const own = await createTask(zoe, org_id, { title: 'Own', tags: ['mine'] })
  const closed = await createProject(ada, org_id, { name: 'Closed', visibility: 'private' })
  const inClosed = { project_id: closed.project_id }
  await addProjectMember(ada, closed.project_id, zoe, 'editor')
  const lost = await createTask(ada, org_id, { ...inClosed, title: 'Lost', assignee: 'zoe' })
  const open = await createProject(ada, org_id, { name: 'Open', visibility: 'public' })
  const inOpen = { project_id: open.project_id }
  const given = await createTask(ada, org_id, { ...inOpen, title: 'Given', assignee: 'zoe' })
  const other = await createTask(ada, org_id, { ...inOpen, title: 'Discussed' })
  await createTask(ada, org_id, { ...inOpen, title: 'Of others' })
  for (const { task_id } of [other, lost])
    for (const client of [zoe, ada])
      expectStatus(
        await client.post('/v1/task-comments', { body: { task_id, content: `By ${client.username} on ${task_id}` } }),
        201,
      )
  for (const client of [zoe, ada]) {
    const scope = { org_id, scope_type: 'user', scope_id: client.username }
    expectStatus(
      await client.post('/v1/sections', { body: { ...scope, name: `Today of ${client.username}` } }),
      200,
      201,
    )
    const query = { 'filter[status]': 'not_started' }
    expectStatus(
      await client.post('/v1/views', { body: { ...scope, name: `View of ${client.username}`, query } }),
      200,
      201,
    )
  }
  const field = { org_id, name: 'Tide', type: 'text' }
  const { key } = expectStatus(await ada.post('/v1/fields', { body: field }), 200, 201)
  expectStatus(await ada.post('/v1/fields', { body: { ...field, name: 'Never used' } }), 200, 201)
  for (const { task_id } of [own, lost])
    expectStatus(await zoe.patch(`/v1/tasks/${task_id}`, { body: { custom: { [key]: `Tide of ${task_id}` } } }), 200)
  const links = { sub_tasks: [given.task_id], dependencies: [other.task_id, lost.task_id] }
  expectStatus(await zoe.patch(`/v1/tasks/${own.task_id}`, { body: links }), 200)
  const attached = await createTask(ada, org_id, { ...inOpen, title: 'Attached' })
  for (const [client, task] of [
    [zoe, attached],
    [ada, own],
    [zoe, lost],
  ] as const) {
    const file = new Upload(`By ${client.username} for ${task.title}`, `${client.username}.txt`)
    expectStatus(await client.post('/v1/task-attachments', { body: { task_id: task.task_id, file } }), 201)
  }
  const inside = await runExport(zoe, '/v1/me/exports', { org_id })
  expect(listTitles(inside.rows.tasks)).toEqual(['Attached', 'Discussed', 'Given', 'Lost', 'Own'])
  expect(inside.rows.dependencies!).toHaveLength(2)
  expect(inside.rows.attachments!).toHaveLength(2)
  expectStatus(await ada.delete(`/v1/project-members/${zoe.userId}/${closed.project_id}`), 200)
  const { rows, manifest } = await runExport(zoe, '/v1/me/exports', { org_id })
  expect(listTitles(rows.tasks)).toEqual(['Attached', 'Discussed', 'Given', 'Own'])
  expect(rows.tasks).toContainEqual(
    expect.objectContaining({ id: given.task_id, key: given.key, assignee: zoe.userId, parent: own.task_id }),
  )
  expect(rows.tasks).toContainEqual(
    expect.objectContaining({ id: own.task_id, tags: ['mine'], custom: { [key]: `Tide of ${own.task_id}` } }),
  )
  expect(rows.fields!.map(({ name }) => name)).toEqual(['Tide'])
  expect(rows.dependencies).toMatchObject([{ task: own.task_id, depends_on: other.task_id }])
  expect(rows.attachments).toMatchObject([{ task: attached.task_id, name: 'zoe.txt', uploaded_by: zoe.userId }])
  expect(manifest.parts.filter((part: { path: string }) => part.path.startsWith('files/'))).toHaveLength(1)
  expect(rows.comments!.map(({ content }) => content)).toEqual([`By zoe on ${other.task_id}`])
  expect(rows.projects!.map(({ name }) => name)).toEqual(['Open'])
  expect(rows.sections!.map(({ name }) => name)).toContain('Today of zoe')
  expect(rows.views!.map(({ name }) => name)).toEqual(['View of zoe'])
  const people = rows.people!.map(({ username, name }) => [username, name])
  expect(people.sort()).toEqual([
    ['ada', undefined],
    ['zoe', 'Zoe Quay'],
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Closed|Lost|Of others|of ada|By ada|example\.com/)
  expect(manifest).toMatchObject({
    complete: false,
    details: { scope: 'user', notification_preferences: { time_zone: 'UTC' } },
  })
  expectStatus(await ada.get(`/v1/exports/${inside.export_id}`), 404)
})

test('members cannot export the organization, and no other user can read or download an export', async () => {
  expectStatus(await ben.post(`/v1/organizations/${org_id}/exports`), 403)
  const { export_id } = await runExport(ada, `/v1/organizations/${org_id}/exports`)
  for (const path of [`/v1/exports/${export_id}`, `/v1/exports/${export_id}/file`])
    expectStatus(await ben.get(path), 404)
})

test.each([
  ['organization', ['tasks:read', 'projects:write', 'org:write', 'teams:write'], 'admin'],
  ['project', ['tasks:write'], 'projects:read'],
  ['project', ['projects:write'], 'tasks:read'],
  ['user', ['projects:write', 'org:write'], 'tasks:read'],
])(
  'a token reads the export of a(n) %s with all scopes of its contents, not with %j',
  async (kind, scopes, missing) => {
    const path = kind === 'organization' ? `/v1/organizations/${org_id}/exports` : '/v1/me/exports'
    const started =
      kind === 'project'
        ? await ben.post(`/v1/projects/${project_id}/exports`)
        : await ada.post(path, { body: { org_id } })
    const { export_id } = expectStatus(started, 201)
    await runExports(app.services)
    const owner = kind === 'project' ? ben : ada
    const readWith = async (scope: string[]) => {
      const client = await createTokenClient(owner, org_id, { scopes: scope as Scope[] })
      const replies = [await client.get(`/v1/exports/${export_id}`), await client.get(`/v1/exports/${export_id}/file`)]
      return replies.map(({ status, body }) => (status === 403 ? body.detail : status))
    }
    const refusal = `The token lacks the scope ${missing}.`
    expect(await readWith(scopes)).toEqual([refusal, refusal])
    expect(await readWith([...scopes, missing])).toEqual([200, 200])
  },
)

test('the user who started an export is notified of its end in the inbox and by email, and no other user', async () => {
  const listInbox = async (client: Client) => {
    const { data } = expectStatus(await client.get('/v1/notifications', { query: { org_id } }), 200)
    return (data as Notice[]).filter(({ resource_type }) => resource_type === 'export')
  }
  const { export_id } = await runExport(ben, `/v1/projects/${project_id}/exports`)
  const failing = expectStatus(await ada.post(`/v1/organizations/${org_id}/exports`), 201)
  await app.sql(`UPDATE exports SET attempts = 2 WHERE export_id = $1`, [failing.export_id])
  const storage = { ...app.services.storage, receive: () => Promise.reject(new Error('disk full')) }
  await runExports({ ...app.services, storage, log: () => undefined })
  const mail = buildEmailDependencies(app, server.url)
  await processNotifications(app, mail)
  const [ready] = await listInbox(ben)
  expect(ready).toMatchObject({ kind: 'export_finished', resource_id: export_id, title: 'Quay' })
  expect((await listInbox(ben)).map(({ resource_id }) => resource_id)).not.toContain(failing.export_id)
  const inbox = await listInbox(ada)
  expect(inbox[0]).toMatchObject({ kind: 'export_failed', resource_id: failing.export_id, title: 'Harbour' })
  expect(inbox.map(({ resource_id }) => resource_id)).not.toContain(export_id)
  app.clock.advance(61_000)
  await sendSingleEmails(mail)
  const texts = server.received.map(({ text }) => text)
  expect(texts).toContainEqual(expect.stringContaining('The export of “Quay” is ready.'))
  expect(texts).toContainEqual(expect.stringContaining('The export of “Harbour” failed.'))
})

test('an export that ends is deleted with its file after seven days', async () => {
  const { export_id } = await runExport(ben, `/v1/projects/${project_id}/exports`)
  const later = { ...app.services, clock: () => app.services.clock() + 7 * 24 * 60 * 60_000 + 60_000 }
  await deleteOldExports(later)
  expectStatus(await ben.get(`/v1/exports/${export_id}`), 404)
})
