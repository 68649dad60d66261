import { expect, test } from 'vitest'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { addMember, createOrganization, createProject } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await addMember(ada, org_id, await app.signIn('ben'), 'member')

interface Options {
  source?: string
  name?: string
  by?: Client
  [option: string]: unknown
}

/** Uploads a file and runs its import. */
async function importFile(
  content: string | Uint8Array,
  { source = 'csv', name = 'Harbor.csv', by = ada, ...options }: Options = {},
) {
  const body = { import: { org_id, source, ...options }, file: new Upload(content, name) }
  const { import_id } = expectStatus(await by.post('/v1/imports', { body }), 201)
  await runImports(app.services)
  return expectStatus(await by.get(`/v1/imports/${import_id}`), 200)
}

const listTasks = async (query: Record<string, string> = {}) =>
  expectStatus(await ada.get('/v1/tasks', { query: { org_id, limit: '200', ...query } }), 200).data
const readReport = async ({ import_id }: { import_id: string }) =>
  expectStatus(await ada.get(`/v1/imports/${import_id}/report`), 200).data
const findProject = async (name: string) =>
  expectStatus(await ada.get(`/v1/projects/${org_id}`), 200).data.find((one: { name: string }) => one.name === name)

test('creates a project with sections, tasks and placeholders of a CSV file, and reports what it left out', async () => {
  const file = [
    'ID;Title;List;Assignee;Due date;Labels;Effort;Parent',
    '1;Order rope;Doing;Zoe Quay;31.12.2026;"yard, crane";3;',
    '2;Grease the crane;Done;;not soon;;;1',
  ].join('\n')
  const done = await importFile(file, { name: 'North quay.csv' })
  expect([done.phase, done.error]).toEqual(['finished', null])
  expect(done.counts).toMatchObject({
    people: { created: 1 },
    projects: { created: 1 },
    sections: { created: 2 },
    tasks: { created: 2, subtasks: 1 },
  })
  const { project_id } = await findProject('North quay')
  const [rope, crane] = await listTasks({ 'filter[project]': project_id, sort_by: 'created_at' })
  expect(rope).toMatchObject({
    title: 'Order rope',
    status: 'in_progress',
    assignee: 'Zoe-Quay',
    due_date: '2026-12-31',
    tags: ['yard', 'crane'],
    number: 1,
    metadata: [],
    custom: { effort: 3 },
    sub_tasks: [crane.task_id],
  })
  expect(crane).toMatchObject({ status: 'completed', is_subtask: true, due_date: null })
  expect(crane.metadata).toEqual([{ source: 'csv', due_date: 'not soon' }])
})

test('imports nothing twice, updates what changed at the source only, and reports conflicts', async () => {
  const options = { name: 'Twice.csv' }
  const rows = ['ID,Title', 'a,Paint the bollards', 'b,Sweep the deck', 'c,Coil the rope']
  await importFile(rows.join('\n'), options)
  const again = await importFile(rows.join('\n'), options)
  expect(again.counts.tasks).toEqual({ unchanged: 3 })
  const tasks = await listTasks({ 'filter[search]': 'the', 'filter[project]': (await findProject('Twice')).project_id })
  const find = (title: string) => tasks.find((task: { title: string }) => task.title === title)
  expectStatus(
    await ada.patch(`/v1/tasks/${find('Sweep the deck').task_id}`, { body: { title: 'Scrub the deck' } }),
    200,
  )
  const changed = ['ID,Title', 'a,Paint the cleats', 'b,Mop the deck', 'c,Coil the rope']
  const third = await importFile(changed.join('\n'), options)
  expect(third.counts.tasks).toEqual({ unchanged: 1, updated: 1, conflict: 1 })
  expect(await readReport(third)).toMatchObject([
    { outcome: 'conflict', kind: 'tasks', external_id: 'b', field: 'title', value: 'Mop the deck' },
  ])
  const titles = (await listTasks({ 'filter[project]': (await findProject('Twice')).project_id })).map(
    (one: { title: string }) => one.title,
  )
  expect(titles.toSorted()).toEqual(['Coil the rope', 'Paint the cleats', 'Scrub the deck'])
})

test('changes nothing in a dry run, whose counts and report are those of the real one', async () => {
  const file = `Title,Tags\n${'x'.repeat(600)},${'y'.repeat(80)}\nShort,a`
  const dry = await importFile(file, { name: 'Dry.csv', dry_run: true })
  expect([dry.phase, dry.can_undo]).toEqual(['finished', false])
  expect(await findProject('Dry')).toBeUndefined()
  const report = await readReport(dry)
  const { import_id } = expectStatus(await ada.post(`/v1/imports/${dry.import_id}/again`, { body: {} }), 201)
  await runImports(app.services)
  const real = expectStatus(await ada.get(`/v1/imports/${import_id}`), 200)
  expect(real.counts).toEqual(dry.counts)
  expect(await readReport(real)).toEqual(report)
  expect(report.map((one: { field: string }) => one.field)).toEqual(['title', 'tags'])
  expect(await findProject('Dry')).toBeDefined()
})

test('undoes an import, except for what was changed or commented on since', async () => {
  const file = 'ID,Title,List\nu1,Moor the barge,To do\nu2,Splice the line,To do\nu3,Tar the hull,To do'
  const done = await importFile(file, { name: 'Undone.csv' })
  const { project_id } = await findProject('Undone')
  const tasks = await listTasks({ 'filter[project]': project_id })
  const find = (title: string) => tasks.find((task: { title: string }) => task.title === title).task_id
  expectStatus(await ada.patch(`/v1/tasks/${find('Moor the barge')}`, { body: { status: 'blocked' } }), 200)
  expectStatus(
    await ben.post('/v1/task-comments', { body: { task_id: find('Splice the line'), content: 'Mine.' } }),
    201,
  )
  expectStatus(await ada.post(`/v1/imports/${done.import_id}/undo`), 200)
  await runImports(app.services)
  const undone = expectStatus(await ada.get(`/v1/imports/${done.import_id}`), 200)
  expect([undone.phase, undone.counts.undone]).toEqual(['undone', { deleted: 1, retained: 4 }])
  expect(
    (await listTasks({ 'filter[project]': project_id })).map((one: { title: string }) => one.title).toSorted(),
  ).toEqual(['Moor the barge', 'Splice the line'])
  const again = await importFile(file, { name: 'Undone.csv' })
  expect(again.counts.tasks).toMatchObject({ created: 1, unchanged: 2 })
})

test('fails with the place of a fault and writes nothing', async () => {
  const failed = await importFile('ID,Title\n1,One\n1,Two', { name: 'Faulty.csv' })
  expect([failed.phase, failed.error]).toEqual(['failed', 'tasks.jsonl, line 2: the id "1" exists twice.'])
  expect(await findProject('Faulty')).toBeUndefined()
  expect((await importFile('{"a":1', { source: 'trello' })).error).toMatch(
    /^file: it is not valid JSON|^file, line 1: it is not valid JSON/,
  )
  expect((await importFile('x', { source: 'neutral' })).error).toMatch(
    /^archive: the zip file is damaged or incomplete/,
  )
})

test('lets the owner of a project import a CSV file into it, without placeholders', async () => {
  const { project_id } = await createProject(ben, org_id, { name: 'Own' })
  const buildBody = (source: string, id: string | null) => ({
    import: { org_id, source, project_id: id },
    file: new Upload('Title,Assignee\nBail,Ned', 'a.csv'),
  })
  expect((await ben.post('/v1/imports', { body: buildBody('csv', null) })).status).toBe(403)
  expect((await ben.post('/v1/imports', { body: buildBody('trello', project_id) })).status).toBe(403)
  const done = await importFile('Title,Assignee\nBail,Ned', { by: ben, project_id })
  expect(done.counts).toMatchObject({ people: { skipped: 1 }, tasks: { created: 1 } })
  expect(await listTasks({ 'filter[project]': project_id })).toMatchObject([
    { title: 'Bail', assignee: null, created_by: 'ben' },
  ])
})

test('emits one event, and those of the changes only on request', async () => {
  const count = async (type: string) => {
    const [row] = await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM events WHERE type = $1', [type])
    return row!.count
  }
  const before = [await count('import.completed'), await count('task.created')]
  await importFile('Title\nQuiet', { name: 'Quiet.csv' })
  expect([await count('import.completed'), await count('task.created')]).toEqual([before[0]! + 1, before[1]])
  await importFile('Title\nLoud', { name: 'Loud.csv', notify: true })
  expect(await count('task.created')).toBe(before[1]! + 1)
})

test('imports a board of WeKan, with its lists in the order of their positions, and undoes it', async () => {
  const board = {
    _format: 'wekan-board-1.0.0',
    _id: 'b1',
    title: 'Dry dock',
    lists: [
      { _id: 'l3', title: 'Afloat', sort: 2 },
      { _id: 'l1', title: 'Ashore', sort: 0 },
      { _id: 'l2', title: 'Done', sort: 1 },
    ],
    swimlanes: [
      { _id: 's1', title: 'North, outer', sort: 0 },
      { _id: 's2', title: 'South', sort: 1 },
    ],
    cards: [
      { _id: 'c1', title: 'Scrape', listId: 'l1', swimlaneId: 's1', sort: 0 },
      { _id: 'c2', title: 'Paint', listId: 'l2', swimlaneId: 's2', parentId: 'c1', dueComplete: true },
    ],
  }
  const options = { source: 'wekan', name: 'Board.json' }
  const done = await importFile(JSON.stringify(board), options)
  expect(done.counts).toMatchObject({
    sections: { created: 3 },
    fields: { created: 1 },
    tasks: { created: 2, subtasks: 1 },
  })
  const { project_id } = await findProject('Dry dock')
  const query = { org_id, scope_type: 'project', scope_id: project_id }
  const sections = expectStatus(await ada.get('/v1/sections', { query }), 200).data
  expect(sections.map(({ name }: { name: string }) => name)).toEqual(['Ashore', 'Done', 'Afloat'])
  const [scrape] = await listTasks({ 'filter[search]': 'Scrape' })
  const task = expectStatus(await ada.get(`/v1/tasks/${(scrape as { task_id: string }).task_id}`), 200)
  expect(task.custom).toEqual({ wekan_swimlane: 's1' })
  expect((await importFile(JSON.stringify(board), options)).counts.tasks).toEqual({ unchanged: 2 })
  expectStatus(await ada.post(`/v1/imports/${done.import_id}/undo`), 200)
  await runImports(app.services)
  expect(await listTasks({ 'filter[search]': 'Scrape' })).toEqual([])
})

test('returns the report as CSV without formulas', async () => {
  const done = await importFile('ID,Title,Labels\n=cmd(),Formula,@'.padEnd(120, 'x'), { name: 'Formula.csv' })
  const { body, headers } = await ada.get(`/v1/imports/${done.import_id}/report`, { headers: { accept: 'text/csv' } })
  expect(headers['content-type']).toMatch(/^text\/csv/)
  expect(body).toContain("'=cmd()")
})

test('returns the report as JSON lines with the entries of its pages', async () => {
  const done = await importFile('Title,Due date\nSail,"soon\nor later"\nTar,whenever', { name: 'Lines.csv' })
  const path = `/v1/imports/${done.import_id}/report`
  const { text, headers } = await ada.get(path, { headers: { accept: 'application/x-ndjson' } })
  expect(headers['content-type']).toMatch(/^application\/x-ndjson/)
  const entries = text.trimEnd().split('\n')
  expect(entries.map((line) => JSON.parse(line) as object)).toEqual(expectStatus(await ada.get(path), 200).data)
  expect(entries.length).toBe(done.reported)
})

test('shows which rows are done and how many there are, and no progress of an undo', async () => {
  const done = await importFile('Title\nOne\nTwo\nThree', { name: 'Progress.csv' })
  expect(done.progress).toEqual({ step: 'links', done: 3, total: 3 })
  // A server that ends in between leaves this checkpoint.
  const state = { step: 'tasks', done: 2, total: 3 }
  const { import_id } = done
  await app.sql(`UPDATE imports SET phase = 'writing', state = state || $2 WHERE import_id = $1`, [import_id, state])
  expect((await ada.get(`/v1/imports/${import_id}`)).body.progress).toEqual(state)
  await runImports(app.services)
  expect((await ada.get(`/v1/imports/${import_id}`)).body).toMatchObject({ phase: 'finished', error: null })
  const undone = expectStatus(await ada.post(`/v1/imports/${import_id}/undo`), 200)
  expect(undone.progress).toEqual({ step: null, done: 0, total: null })
  await runImports(app.services)
})

test('links subtasks to parents before and after them, across batches, up to the maximum', async () => {
  const range = (n: number) => Array.from({ length: n }, (_, i) => i)
  const rows = [
    'early,Before its parent,Doing,late',
    'crane,Crane,Doing,',
    ...range(250).map((i) => `c${i},Bolt ${i},Doing,crane`),
    'late,Parent at the end,Done,',
    'after,After its parent,Done,late',
  ]
  const done = await importFile(['ID,Title,List,Parent', ...rows].join('\n'), { name: 'Families.csv' })
  expect(done.counts.tasks).toMatchObject({ created: 254, subtasks: 200, rejected: 52 })
  const { project_id } = await findProject('Families')
  const search = async (title: string) =>
    (await listTasks({ 'filter[search]': title, 'filter[project]': project_id }))[0] as {
      task_id: string
      sub_tasks: string[]
      is_subtask: boolean
    }
  const [crane, late, early, after] = [
    await search('Crane'),
    await search('Parent at the end'),
    await search('Before'),
    await search('After'),
  ]
  const bolts = await listTasks({ 'filter[search]': 'Bolt', 'filter[project]': project_id, sort: 'created_at' })
  expect(crane.sub_tasks).toHaveLength(198)
  expect(bolts.filter((one: { is_subtask: boolean }) => one.is_subtask)).toHaveLength(198)
  expect(late.sub_tasks).toEqual([after.task_id, early.task_id])
  const rejected = (await readReport(done)).filter((one: { field: string }) => one.field === 'parent')
  expect(rejected.map((one: { reason: string }) => one.reason)).toEqual(
    Array(52).fill('a task has at most 200 subtasks'),
  )
  const scope = { org_id, scope_type: 'project', scope_id: project_id }
  const sections = expectStatus(await ada.get('/v1/sections', { query: scope }), 200).data
  expect(sections.map((one: { name: string; task_count: number }) => [one.name, one.task_count])).toEqual([
    ['Doing', 252],
    ['Done', 2],
  ])
  const again = await importFile(['ID,Title,List,Parent', ...rows].join('\n'), { name: 'Families.csv' })
  expect(again.counts.tasks).toMatchObject({ unchanged: 254 })
})
