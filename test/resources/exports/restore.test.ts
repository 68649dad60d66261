import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { createArchiveWriter, openArchive } from '@svc/import/archive'
import { createWriteStream } from 'node:fs'
import { afterAll, expect, inject, test } from 'vitest'
import { CommandError } from '../../../src/core/command.ts'
import { restoreOrganizationCommand } from '../../../src/resources/platform/restores/restore-command.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  createArchiveFolder,
  createFullOrganization,
  exportOrganization,
  fileContent,
  readTeamView,
  restoreOrganization,
} from '../../support/archives.ts'
import { expectStatus, type Client } from '../../support/client.ts'

const { getNewFile: newFile, remove } = createArchiveFolder()
afterAll(remove)

const app = await startApp()
const created = await createFullOrganization(app)
const { org_id } = created
const file = newFile()
const manifest = await exportOrganization(app, org_id, file)

const otherEngine = app.engine === 'embedded' && inject('svc').postgresUrl ? 'postgres' : 'embedded'
/** Links are to the address of the first server, which all have. */
const env = { BASE_URL: app.url }
const other = await startApp({ engine: otherEngine, env })
const restored = await restoreOrganization(other, file)

const omitTime = (created: typeof manifest) => ({ ...created, created_at: '' })
const countOrganizations = async (where: TestApp) =>
  (await where.sql<{ count: number }>('SELECT count(*)::int AS count FROM organizations'))[0]!.count

test('has rows of every kind that an organization can have', () => {
  const empty = manifest.parts.filter(({ kind, rows }) => kind && rows === 0).map(({ kind }) => kind)
  expect(empty).toEqual([])
})

test('restores an organization into an empty installation, whose export has the same bytes, and back', async () => {
  const again = newFile()
  const second = await exportOrganization(other, org_id, again)
  expect(omitTime(second)).toEqual(omitTime(manifest))
  const back = await startApp({ env })
  await restoreOrganization(back, again)
  const returned = newFile()
  expect(omitTime(await exportOrganization(back, org_id, returned))).toEqual(omitTime(manifest))
})

test('restores what users see: tasks with keys, links and fields, comments, files, roles and sections', async () => {
  const ada = await other.signIn('ada')
  const parent = expectStatus(await ada.get(`/v1/tasks/${created.parent.task_id}`), 200)
  expect(parent).toMatchObject({
    title: 'Dredge the basin',
    status: 'in_progress',
    assignee: 'ada',
    created_by: 'ben',
    sub_tasks: [created.last.task_id, created.moved.task_id],
    dependencies: [created.hidden.task_id],
    custom: { [created.field.key]: 'ben' },
    number: created.parent.number,
  })
  const before = expectStatus(await created.ada.get(`/v1/tasks/${created.parent.task_id}`), 200)
  expect({ ...parent, version: 0 }).toEqual({ ...before, version: 0 })
  const bug = expectStatus(await ada.get(`/v1/tasks/${created.hidden.task_id}`), 200)
  expect(bug).toMatchObject({ bug_id: 'B-7', tracker_id: '77', is_subtask: true })
  const counters = 'SELECT task_id, comments FROM tasks WHERE org_id = $1 AND deleted_at IS NULL ORDER BY task_id'
  expect(await other.sql(counters, [org_id])).toEqual(await app.sql(counters, [org_id]))
  const { view, section, titles } = await readTeamView(ada, org_id, created.team_id)
  expect([view.query['filter[section]'], section.name]).toEqual([section.section_id, 'This week'])
  expect(titles).toEqual(['Paint', 'Dredge the basin'])
  const query = { org_id, 'filter[search]': 'rope' }
  expect(expectStatus(await ada.get('/v1/tasks', { query }), 200).data).toMatchObject([
    { task_id: created.moved.task_id },
  ])
  const byExternalId = { org_id, 'filter[external]': 'tracker:octo/1' }
  expect(expectStatus(await ada.get('/v1/tasks', { query: byExternalId }), 200).data).toMatchObject([
    { title: 'Mirrored' },
  ])
  const attachments = expectStatus(
    await ada.get('/v1/task-attachments', { query: { task_id: created.parent.task_id } }),
    200,
  ).data
  expect((await ada.get(new URL(attachments[0].url).pathname)).text).toBe(fileContent)
  const ben = await other.signIn('ben')
  expectStatus(await ben.get(`/v1/tasks/${created.hidden.task_id}`), 404)
  expectStatus(await ben.get(`/v1/organizations/${org_id}`), 200)
  const next = expectStatus(
    await ada.post('/v1/tasks', { body: { org_id, project_id: created.project_id, title: 'Next' } }),
    200,
  )
  const formerly = expectStatus(
    await created.ada.post('/v1/tasks', { body: { org_id, project_id: created.project_id, title: 'Next' } }),
    200,
  )
  expect(next.number).toBe(formerly.number)
})

test('restores the logo and apps, which are private and whose secrets nobody knows', async () => {
  const ada = await other.signIn('ada')
  expect(expectStatus(await ada.get(`/v1/organizations/${org_id}`), 200).logo).toBe('https://example.com/quay.svg')
  const list = async (by: Client) => expectStatus(await by.get('/v1/oauth/clients', { query: { org_id } }), 200).data[0]
  const [app, former] = [await list(ada), await list(created.ada)]
  expect(app).toMatchObject({
    client_id: former.client_id,
    name: 'Tide board',
    status: 'active',
    review_state: 'private',
  })
  const readHash = async (where: TestApp) =>
    (
      await where.sql<{ hash: string }>(
        `SELECT encode(secret_hash, 'hex') AS hash FROM oauth_clients WHERE client_id = $1`,
        [app.client_id],
      )
    )[0]!.hash
  expect(await readHash(other)).toMatch(/^[0-9a-f]{64}$/)
  expect(restored.output).toContain('1 apps are private')
})

test('restores webhooks paused with another secret, and the history without events', async () => {
  const ada = await other.signIn('ada')
  expect(restored.output).toContain('1 webhooks are paused')
  const [hook] = expectStatus(await ada.get('/v1/webhooks', { query: { org_id } }), 200).data
  expect(hook).toMatchObject({ name: 'Build', status: 'paused' })
  const query = { task_id: created.parent.task_id }
  const [history, formerly] = [
    await ada.get('/v1/task-history', { query }),
    await created.ada.get('/v1/task-history', { query }),
  ]
  expect(expectStatus(history, 200)).toEqual(expectStatus(formerly, 200))
  // Streams, webhooks and notifications read these.
  const logged = await other.sql<{ type: string }>('SELECT type FROM events WHERE lineage > 0')
  expect(logged.map(({ type }) => type)).not.toContain('webhook.created')
})

test('renames what exists already, with links and references by the former ids', async () => {
  const { output, orgId } = await restoreOrganization(app, file)
  expect(orgId).not.toBe(org_id)
  expect(output).toMatch(/\d+ rows have new ids/)
  const { ada } = created
  const source = `svc:${new URL(app.url).host}`
  const query = { org_id: orgId, 'filter[external]': `${source}:${created.last.task_id}` }
  const [copy] = expectStatus(await ada.get('/v1/tasks', { query }), 200).data
  expect(copy).toMatchObject({ title: 'Paint' })
  expect(copy.task_id).not.toBe(created.last.task_id)
  const { description } = expectStatus(await ada.get(`/v1/tasks/${copy.task_id}`), 200)
  const target = /tasks\/(T\w+)/.exec(description)![1]
  expect(expectStatus(await ada.get(`/v1/tasks/${target}`), 200)).toMatchObject({
    org_id: orgId,
    title: 'Dredge the basin',
  })
  expectStatus(await ada.get(`/v1/tasks/${created.last.task_id}`), 200)
})

test('makes people without a known identity placeholders, who get their rights by their verified address', async () => {
  const bare = newFile()
  const archive = await openArchive(file)
  const writer = createArchiveWriter(createWriteStream(bare))
  await writer.writeRows('organization', [{ id: crypto.randomUUID(), name: 'Moved' }])
  const person = { id: crypto.randomUUID(), username: 'cleo', email: 'cleo@dev.invalid', role: 'owner' as const }
  await writer.writeRows('people', [{ ...person, kind: 'user', is_active: true }])
  await writer.finish({ source: 'svc:elsewhere', created_at: archive.manifest.created_at })
  archive.close()
  const { output, orgId } = await restoreOrganization(other, bare)
  expect(output).toContain('1 people have no identity that this server knows')
  const cleo = await other.signIn('cleo')
  expect(expectStatus(await cleo.get(`/v1/organizations/${orgId}`), 200)).toMatchObject({ name: 'Moved' })
})

test('renames a user whose username is taken in filters, fields of users and the history, but not in texts', async () => {
  const path = newFile()
  const writer = createArchiveWriter(createWriteStream(path))
  const [orgId, cleo, ben] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await writer.writeRows('organization', [{ id: orgId, name: 'Renamed' }])
  await writer.writeRows('people', [
    { id: cleo, username: 'cleo', email: 'cleo@dev.invalid', role: 'owner', kind: 'user', is_active: true },
    { id: ben, username: 'ben', email: 'another-ben@dev.invalid', role: 'member', kind: 'user', is_active: true },
  ])
  await writer.writeRows('fields', [
    { id: 'F00000000000000A1', key: 'checked', name: 'Checked', type: 'person' },
    { id: 'F00000000000000A2', key: 'note', name: 'Note', type: 'text' },
  ])
  const task = 'T00000000000000A1'
  const custom = { checked: 'ben', note: 'ben' }
  await writer.writeRows('tasks', [{ id: task, title: 'ben', assignee: ben, tags: ['ben'], custom, created_by: cleo }])
  const query = { 'filter[assignee]': 'ben,cleo', 'filter[tags]': 'ben', 'filter[custom.checked]': 'ben' }
  await writer.writeRows('views', [
    {
      id: 'V00000000000000A1',
      scope_type: 'user',
      scope: cleo,
      name: 'Ben',
      query: { ...query, 'filter[custom.note]': 'ben' },
    },
  ])
  const before = { assignee: 'ben', tags: ['ben'], title: 'ben', custom }
  const event = { id: 'EV00000000000000A1', type: 'task.updated', resource_type: 'task', resource: task }
  await writer.writeRows('history', [{ ...event, actor: cleo, created_at: '2026-01-02T00:00:00Z', before, after: {} }])
  await writer.finish({ source: 'svc:elsewhere', created_at: '2026-01-03T00:00:00Z' })
  await restoreOrganization(other, path)
  const client = await other.signIn('cleo')
  const renamedCustom = { checked: 'ben-2', note: 'ben' }
  const renamed = { assignee: 'ben-2', tags: ['ben'], title: 'ben', custom: renamedCustom }
  expect(expectStatus(await client.get(`/v1/tasks/${task}`), 200)).toMatchObject(renamed)
  const views = expectStatus(await client.get('/v1/views', { query: { org_id: orgId } }), 200).data
  expect(views.map((view: { query: object }) => view.query)).toContainEqual({
    'filter[assignee]': 'ben-2,cleo',
    'filter[tags]': 'ben',
    'filter[custom.checked]': 'ben-2',
    'filter[custom.note]': 'ben',
  })
  expect(await other.sql('SELECT before FROM events WHERE org_id = $1 AND event_id = $2', [orgId, event.id])).toEqual([
    { before: renamed },
  ])
})

test('leaves out links, redirect URIs and scopes of apps that the API would refuse, and says so', async () => {
  const path = newFile()
  const writer = createArchiveWriter(createWriteStream(path))
  await writer.writeRows('organization', [{ id: crypto.randomUUID(), name: 'Apps' }])
  const person = { id: crypto.randomUUID(), username: 'cleo', email: 'cleo@dev.invalid', role: 'owner' as const }
  await writer.writeRows('people', [{ ...person, kind: 'user', is_active: true }])
  const script = 'javascript:alert(1)'
  const app = {
    id: 'svcc_0123456789ABCDEF',
    name: 'Board',
    type: 'public' as const,
    redirect_uris: ['https://board.example.com/callback', script, 'https://board.example.com/#x'],
    scopes: ['tasks:read', 'everything'],
    logo_url: 'https://board.example.com/logo.svg',
    homepage_url: script,
    privacy_url: `data:text/html,<script>`,
  }
  await writer.writeRows('apps', [app])
  await writer.finish({ source: 'svc:elsewhere', created_at: '2026-01-01T00:00:00Z' })
  const { output, orgId } = await restoreOrganization(other, path)
  expect(output).toMatch(
    /The app \S+ lacks values that are not valid: homepage_url, privacy_url, redirect_uris, scopes\./,
  )
  const { data } = expectStatus(await (await other.signIn('cleo')).get(`/v1/oauth/clients?org_id=${orgId}`), 200)
  expect(data).toMatchObject([
    {
      redirect_uris: ['https://board.example.com/callback'],
      allowed_scopes: ['tasks:read'],
      logo_url: 'https://board.example.com/logo.svg',
      homepage_url: null,
      privacy_url: null,
    },
  ])
})

const broken: [name: string, change: (path: string) => void | Promise<void>, words: RegExp][] = [
  [
    'a truncated file',
    (path) => truncateSync(path, 2000),
    /^nothing was restored: archive: the zip file is damaged or incomplete/,
  ],
  ['a changed byte', (path) => flipByte(path), /^nothing was restored: /],
  [
    'no archive',
    (path) => writeFileSync(path, 'x'.repeat(100)),
    /^nothing was restored: archive: the zip file is damaged/,
  ],
  [
    'an unknown kind',
    (path) => writeWith(path, { kind: 'ships' }),
    /manifest\.json: ships\.jsonl is neither KIND\.jsonl of a known kind/,
  ],
  [
    'a newer version',
    (path) => writeWith(path, { format_version: 99 }),
    /format version 99 is newer than this program, which knows 2\. Update the program/,
  ],
]

function flipByte(path: string): void {
  const bytes = readFileSync(path)
  // Within the compressed data of the first part.
  bytes[200]! ^= 0xff
  writeFileSync(path, bytes)
}

async function writeWith(path: string, change: { kind?: string; format_version?: number }): Promise<void> {
  const yazl = (await import('yazl')).default
  const zip = new yazl.ZipFile()
  const part = `${change.kind ?? 'tasks'}.jsonl`
  zip.addBuffer(Buffer.from(''), part)
  const parts = [{ path: part, kind: change.kind ?? 'tasks', rows: 0, size: 0, sha256: 'x' }]
  const head = { format: 'svc-data', format_version: 1, source: 'svc', created_at: '2026-01-01T00:00:00Z', ...change }
  const { kind: _, ...rest } = head
  zip.addBuffer(Buffer.from(JSON.stringify({ ...rest, parts })), 'manifest.json')
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  writeFileSync(path, Buffer.concat(chunks))
}

test.each(broken)('restores nothing of %s, and says why', async (_name, change, words) => {
  const path = newFile()
  cpSync(file, path)
  await change(path)
  const before = await countOrganizations(other)
  await expect(restoreOrganizationCommand.run(other.services, { file: path })).rejects.toThrow(words)
  expect(await countOrganizations(other)).toBe(before)
})

test('restores nothing of the export of a project, or of a file that does not exist', async () => {
  const path = newFile()
  const writer = createArchiveWriter(createWriteStream(path))
  await writer.writeRows('tasks', [{ id: '1', title: 'Order rope' }])
  await writer.finish({ source: 'csv', created_at: '2026-01-01T00:00:00Z' })
  const run = (name: string) => restoreOrganizationCommand.run(other.services, { file: name })
  await expect(run(path)).rejects.toThrow('it is not the export of a whole organization. Import the file instead')
  await expect(run('/nowhere.zip')).rejects.toThrow(/^nothing was restored: ENOENT/)
  expect(() => restoreOrganizationCommand.read([])).toThrow(CommandError)
})
