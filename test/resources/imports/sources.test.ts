import { buffer } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { createArchiveWriter } from '@svc/import/archive'
import { expect, test } from 'vitest'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { addMember, createOrganization, createProject } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')

interface Options {
  org_id: string
  source?: string
  name?: string
  by?: Client
  project_id?: string
  dry_run?: boolean
}

async function importFile(content: string | Uint8Array, options: Options): Promise<ResponseBody> {
  const { source = 'csv', name = 'Tasks.csv', by = ada, ...others } = options
  const body = { import: { source, ...others }, file: new Upload(content, name) }
  const { import_id } = expectStatus(await by.post('/v1/imports', { body }), 201)
  await runImports(app.services)
  const done = expectStatus(await by.get(`/v1/imports/${import_id}`), 200)
  expect([done.phase, done.error]).toEqual(['finished', null])
  return done
}

const listTasks = async (org_id: string, query: Record<string, string> = {}): Promise<ResponseBody[]> =>
  expectStatus(await ada.get('/v1/tasks', { query: { org_id, limit: '200', ...query } }), 200).data
const listTitles = async (org_id: string, query: Record<string, string> = {}) =>
  (await listTasks(org_id, query)).map(({ title }) => title as string).toSorted()

const buildTable = (titles: readonly string[]) =>
  ['ID,Title', ...titles.map((title, i) => `${i + 1},${title}`)].join('\n')
const harbor = ['Order rope', 'Paint the hull', 'Sweep the deck', 'Tar the planks']
const kitchen = ['Buy flour', 'Wash the pans', 'Sharpen knives', 'Order rope']

test('creates the tasks of an unrelated table with the same ids and file name, and changes no others', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Two tools' })
  await importFile(buildTable(harbor), { org_id })
  const before = await listTasks(org_id)
  const done = await importFile(buildTable(kitchen), { org_id })
  expect(done.counts.tasks).toEqual({ created: 4 })
  expect(done.counts.projects).toEqual({ created: 1 })
  expect(await listTitles(org_id)).toEqual([...harbor, ...kitchen].toSorted())
  const after = await listTasks(org_id)
  for (const { task_id, version } of before) expect(after.find((one) => one.task_id === task_id).version).toBe(version)
  // Each of them continues its own tasks.
  expect((await importFile(buildTable(kitchen), { org_id })).counts.tasks).toEqual({ unchanged: 4 })
  expect((await importFile(buildTable(harbor), { org_id })).counts.tasks).toEqual({ unchanged: 4 })
  const changed = await importFile(buildTable(['Buy flour', 'Wash the pots', 'Sharpen knives', 'Order rope']), {
    org_id,
  })
  expect(changed.counts.tasks).toEqual({ unchanged: 3, updated: 1 })
  expect(await listTitles(org_id)).toContain('Wash the pots')
})

test('separates unrelated tables that an admin or an owner imports into one project, and copies of one table in two', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Projects' })
  await addMember(ada, org_id, ben, 'member')
  for (const by of [ada, ben]) {
    const { project_id } = await createProject(by, org_id, { name: `Into ${by === ada}` })
    await importFile(buildTable(harbor), { org_id, project_id, by })
    const done = await importFile(buildTable(kitchen), { org_id, project_id, by })
    expect(done.counts.tasks).toEqual({ created: 4 })
    for (const titles of [harbor, kitchen]) {
      const again = await importFile(buildTable(titles), { org_id, project_id, by, name: 'Newer.csv' })
      expect(again.counts.tasks).toEqual({ unchanged: 4 })
    }
    expect(await listTitles(org_id, { 'filter[project]': project_id })).toEqual([...harbor, ...kitchen].toSorted())
    const copy = await createProject(by, org_id, { name: `Copy of ${by === ada}` })
    const copied = await importFile(buildTable(harbor), { org_id, project_id: copy.project_id, by })
    expect(copied.counts.tasks).toEqual({ created: 4 })
  }
})

test('finds what an earlier import of a project owner stored without the host', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Owner hosts' })
  await addMember(ada, org_id, ben, 'member')
  const { project_id } = await createProject(ben, org_id, { name: 'Boards' })
  const options = { org_id, source: 'neutral', name: 'planka.zip', project_id, by: ben }
  const tasks = harbor.map((title, i) => ({ id: `${i}`, title }))
  await importFile(await buildArchive('planka', {}, tasks), options)
  const instance = 'boards.example.org'
  const again = await importFile(await buildArchive('planka', { instance }, tasks), options)
  expect(again.counts.tasks).toEqual({ unchanged: 4 })
  const others = kitchen.slice(0, 3).map((title, i) => ({ id: `${i}`, title }))
  const other = await importFile(await buildArchive('planka', { instance: 'boards.example.net' }, others), options)
  expect(other.counts.tasks).toEqual({ created: 3 })
})

test('does not take a date without a time for evidence that two tasks are the same', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Dates' })
  const build = (titles: readonly string[], time = '') =>
    ['ID,Title,Created', ...titles.map((title, i) => `${i + 1},${title},2026-01-02${time}`)].join('\n')
  await importFile(build(harbor), { org_id })
  const done = await importFile(build(kitchen.slice(0, 3)), { org_id })
  expect(done.counts.tasks).toEqual({ created: 3 })
  const timed = await createOrganization(ada, { name: 'Times' })
  await importFile(build(harbor, ' 10:15'), { org_id: timed.org_id })
  const renamed = await importFile(build(kitchen.slice(0, 3), ' 10:15'), { org_id: timed.org_id })
  expect(renamed.counts.tasks).toEqual({ updated: 3 })
})

test('separates tables without ids that share a few titles', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Without ids' })
  const build = (name: string) =>
    ['Title', 'Order rope', ...Array.from({ length: 9 }, (_, i) => `${name} ${i}`)].join('\n')
  await importFile(build('Moor'), { org_id })
  expect((await importFile(build('Bake'), { org_id })).counts.tasks).toEqual({ created: 10 })
  for (const name of ['Moor', 'Bake'])
    expect((await importFile(build(name), { org_id })).counts.tasks).toEqual({ unchanged: 10 })
})

test('compares no titles of tasks that the owner of a project may not read', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Hidden' })
  await addMember(ada, org_id, ben, 'member')
  const { project_id } = await createProject(ben, org_id, { name: 'Shared' })
  await importFile('ID,Title\n1,Order rope', { org_id, project_id, by: ben })
  const [task] = await listTasks(org_id)
  const body = { title: 'Sell the yard', restricted: true, restricted_to: ['ada'] }
  expectStatus(await ada.patch(`/v1/tasks/${task.task_id}`, { body }), 200)
  const guess = await importFile('ID,Title\n1,Sell the yard', { org_id, project_id, by: ben })
  expect(guess.counts.tasks).toEqual({ created: 1 })
})

test.skipIf(app.engine === 'embedded')('creates each task once if two workers import the same file', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Twice' })
  const titles = Array.from({ length: 400 }, (_, i) => `Order rope ${i}`)
  const start = async (): Promise<string> => {
    const body = { import: { org_id, source: 'csv' }, file: new Upload(buildTable(titles), 'Tasks.csv') }
    return expectStatus(await ada.post('/v1/imports', { body }), 201).import_id
  }
  const ids = [await start(), await start()]
  const readLease = async () =>
    (
      await app.sql<{ leased: boolean }>(
        'SELECT leased_until IS NOT NULL AS leased FROM imports WHERE import_id = $1',
        [ids[0]],
      )
    )[0]!.leased
  const first = runImports(app.services)
  while (!(await readLease()));
  await Promise.all([first, runImports(app.services)])
  const done = await Promise.all(ids.map(async (id) => expectStatus(await ada.get(`/v1/imports/${id}`), 200)))
  expect(done.map(({ phase }) => phase)).toEqual(['finished', 'finished'])
  expect(expectStatus(await ada.get('/v1/tasks/count', { query: { org_id } }), 200).count).toBe(400)
})

test('imports into the project that the request names, also if the same source has created another', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Targets' })
  const projects = [{ id: 'p', name: 'Boards' }]
  const scope = { scope_type: 'project', scope: 'p' }
  const options = { org_id, source: 'neutral', name: 'planka.zip' }
  const goals = [{ id: 'g', project: 'p', name: 'Launch' }]
  const build = (tasks: object[], sections: object[] = []) =>
    buildArchive('planka', { instance: 'boards.example.org' }, tasks, { projects, sections, goals })
  await importFile(await build([{ id: '1', project: 'p', title: 'Order rope', goal: 'g' }]), options)
  const { project_id } = await createProject(ada, org_id, { name: 'Target' })
  const sections = [{ id: 's', ...scope, name: 'Doing' }]
  const task = { id: '2', project: 'p', title: 'Paint the hull', goal: 'g', sections: [{ section: 's' }] }
  const done = await importFile(await build([task], sections), { ...options, project_id })
  expect(done.counts.tasks).toEqual({ created: 1, rejected: 1 })
  expect(await listTasks(org_id, { 'filter[project]': project_id })).toMatchObject([
    { title: 'Paint the hull', goal_id: null },
  ])
  const query = { org_id, scope_type: 'project', scope_id: project_id }
  expect(expectStatus(await ada.get('/v1/sections', { query }), 200).data).toMatchObject([
    { name: 'Doing', task_count: 1 },
  ])
})

const jira = (site: string | null, title: string, key = 'OTE-1') =>
  [
    `Summary,Issue key,Issue id,Status,Project key,Created,Attachment`,
    `${title},${key},10001,To Do,OTE,2026-01-02 10:00,${site ? `2026-01-02;zoe;plan.pdf;https://${site}/secure/attachment/7/plan.pdf` : ''}`,
  ].join('\n')

test('separates the issues of two Jira sites, and finds those of a site in files with and without links', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Sites' })
  const source = 'jira'
  await importFile(jira('north.example.org', 'Order rope'), { org_id, source })
  const other = await importFile(jira('south.example.org', 'Order rope'), { org_id, source })
  expect(other.counts.tasks).toMatchObject({ created: 1 })
  const again = await importFile(jira('north.example.org', 'Order chain'), { org_id, source })
  expect(again.counts.tasks).toEqual({ updated: 1 })
  const names = (await listTasks(org_id)).map(({ task_id }) => task_id)
  const refs = await Promise.all(
    names.map(async (id) => expectStatus(await ada.get(`/v1/tasks/${id}`), 200).external_refs[0].source),
  )
  expect(refs.toSorted()).toEqual(['jira/north.example.org', 'jira/south.example.org'])
  const found = await listTitles(org_id, { 'filter[external]': 'jira/north.example.org:10001' })
  expect(found).toEqual(['Order chain'])
})

test('finds what an earlier import stored under the name of the system alone', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Earlier' })
  const source = 'jira'
  await importFile(jira(null, 'Order rope'), { org_id, source })
  const done = await importFile(jira('north.example.org', 'Order chain'), { org_id, source })
  expect(done.counts.tasks).toEqual({ updated: 1 })
  // A site whose issue has the same id, but another title and time.
  const file = jira('south.example.org', 'Grease the crane').replace('2026-01-02 10:00', '2025-03-04 11:00')
  expect((await importFile(file, { org_id, source })).counts.tasks).toMatchObject({ created: 1 })
})

test('keeps in sync by key what a table has imported, and imports what was synchronized by key', async () => {
  const { org_id } = await createOrganization(ada, { name: 'By key' })
  await importFile(buildTable(harbor), { org_id })
  expectStatus(await ada.put('/v1/tasks/external/csv/1', { body: { org_id, title: 'Order cable' } }), 200)
  expectStatus(await ada.put('/v1/tasks/external/erp/7', { body: { org_id, title: 'Weigh anchor' } }), 201)
  const archive = await buildArchive('erp', {}, [{ id: '7', title: 'Weigh anchor', description: 'Now' }])
  const done = await importFile(archive, { org_id, source: 'neutral', name: 'erp.zip' })
  expect(done.counts.tasks).toMatchObject({ conflict: 1 })
  expect(done.counts.tasks.created).toBeUndefined()
})

async function buildArchive(
  source: string,
  more: object,
  tasks: object[],
  kinds: Record<string, object[]> = {},
): Promise<Uint8Array> {
  const output = new PassThrough()
  const content = buffer(output)
  const writer = createArchiveWriter(output)
  for (const [kind, rows] of Object.entries(kinds)) await writer.writeRows(kind as 'projects', rows as never)
  await writer.writeRows('tasks', tasks as { id: string; title: string }[])
  await writer.finish({ source, created_at: '2026-01-01T00:00:00.000Z', ...more })
  return new Uint8Array(await content)
}

test('separates the hosts of archives that name one, and shows the service that they were read from', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Hosts' })
  const options = { org_id, source: 'neutral', name: 'gitlab.zip' }
  const tasks = [{ id: 'group/app#1', title: 'Order rope' }]
  for (const instance of ['git.example.org', 'git.example.net', undefined]) {
    const build = () => buildArchive('gitlab', { instance }, tasks)
    const done = await importFile(await build(), options)
    expect([done.source, done.counts.tasks]).toEqual(['gitlab', { created: 1 }])
    expect((await importFile(await build(), options)).counts.tasks).toEqual({ unchanged: 1 })
  }
  expect(await listTitles(org_id, { 'filter[external]': 'gitlab/git.example.net:group/app#1' })).toEqual(['Order rope'])
})

test('imports the output of gh, and what the CLI reads of the same repository, as the same issues', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Issues' })
  const url = 'https://github.com/octo/app/issues/3'
  const issue = { number: 3, title: 'Order rope', state: 'CLOSED', stateReason: 'NOT_PLANNED', url }
  const comments = [{ author: { login: 'zoe' }, body: 'Soon', url: `${url}#issuecomment-9` }]
  const file = JSON.stringify([{ ...issue, comments }])
  const done = await importFile(file, { org_id, source: 'github', name: 'issues.json' })
  expect([done.source, done.counts.tasks, done.counts.comments]).toEqual(['github', { created: 1 }, { created: 1 }])
  const [task] = await listTasks(org_id, { 'filter[external]': 'github:octo/app#3' })
  expect(task).toMatchObject({ title: 'Order rope', status: 'archived' })
  const archive = await buildArchive('github', {}, [{ id: 'octo/app#3', title: 'Order cable' }])
  for (const source of ['github', 'neutral']) {
    const again = await importFile(archive, { org_id, source, name: 'github.zip' })
    expect(again.source).toBe('github')
    expect(again.counts.tasks.created).toBeUndefined()
  }
})

test('continues what an undo has left, and uses a free name again', async () => {
  const { org_id } = await createOrganization(ada, { name: 'Undone' })
  const first = await importFile(buildTable(harbor), { org_id })
  const second = await importFile(buildTable(kitchen), { org_id })
  const [flour] = await listTasks(org_id, { 'filter[search]': 'flour' })
  expectStatus(await ada.patch(`/v1/tasks/${flour.task_id}`, { body: { status: 'blocked' } }), 200)
  for (const { import_id } of [first, second]) expectStatus(await ada.post(`/v1/imports/${import_id}/undo`), 200)
  await runImports(app.services)
  const again = await importFile(buildTable(kitchen), { org_id })
  expect(again.counts.tasks).toEqual({ created: 3, unchanged: 1 })
  await importFile(buildTable(harbor), { org_id })
  expect(await listTitles(org_id, { 'filter[external]': 'csv:2' })).toEqual(['Paint the hull'])
})
