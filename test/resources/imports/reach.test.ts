import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createArchiveWriter } from '@svc/import/archive'
import { expect, test } from 'vitest'
import { runImports } from '../../../src/resources/platform/imports/jobs.ts'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client } from '../../support/client.ts'
import { addMember, createOrganization, createProject } from '../../support/factories.ts'
import { Upload } from '../../support/form.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any
type Kinds = Record<string, object[]>

const app = await startApp()
const ada = await app.signIn('ada')
const mal = await app.signIn('mal', { email: 'mal@yard.invalid' })

const REASON = 'this task is not in the project any more, or you cannot edit it: left as it is'
const ids = ['seen', 'erased', 'moved', 'hidden', 'shown', 'gone']
const leftIds = ids.slice(2)

async function buildArchive(kinds: Kinds) {
  const output = new PassThrough()
  const content = buffer(output)
  const writer = createArchiveWriter(output)
  for (const [kind, rows] of Object.entries(kinds)) await writer.writeRows(kind as 'tasks', rows as never)
  for (const { file } of (kinds['attachments'] ?? []) as { file: string }[])
    await writer.writeFile(file, Readable.from(['Rope']))
  await writer.finish({ source: 'yard', created_at: '2026-01-01T00:00:00.000Z' })
  return new Uint8Array(await content)
}

async function startImport(by: Client, org_id: string, kinds: Kinds, options: object): Promise<string> {
  const body = {
    import: { org_id, source: 'neutral', ...options },
    file: new Upload(await buildArchive(kinds), 'Yard.zip'),
  }
  return expectStatus(await by.post('/v1/imports', { body }), 201).import_id
}

async function importAs(by: Client, org_id: string, kinds: Kinds, options: object): Promise<ResponseBody> {
  const import_id = await startImport(by, org_id, kinds, options)
  await runImports(app.services)
  const done = expectStatus(await by.get(`/v1/imports/${import_id}`), 200)
  expect([done.phase, done.error]).toEqual(['finished', null])
  return done
}

const readReport = async (import_id: string): Promise<ResponseBody[]> =>
  expectStatus(await mal.get(`/v1/imports/${import_id}/report`, { query: { limit: '200' } }), 200).data

/** Reads what is stored about tasks, also about deleted ones. */
const readStored = async (taskIds: string[]) => [
  await app.sql('SELECT * FROM tasks WHERE task_id = ANY($1) ORDER BY task_id', [taskIds]),
  await app.sql('SELECT * FROM task_comments WHERE task_id = ANY($1) ORDER BY comment_id', [taskIds]),
  await app.sql('SELECT * FROM task_attachments WHERE task_id = ANY($1) ORDER BY attachment_id', [taskIds]),
]

const person = { id: 'a', username: 'ada' }
const buildTasks = (values: object = {}) =>
  // Ada is the author of what Mal can still read, so that Mal cannot edit it there.
  ids.map((id) => ({ id, title: `Task ${id}`, ...(id === 'shown' && { created_by: 'a' }), ...values }))
const others = ['above', 'other'].map((id) => ({ id, title: `Task ${id}` }))
const comments = ids.map((id) => ({ id: `c-${id}`, task: id, content: 'Ahoy' }))

/** Lets Mal import tasks into a project, most of which an admin then moves out of it. */
async function importAndMove() {
  const { org_id } = await createOrganization(ada, { name: 'Reach' })
  await addMember(ada, org_id, mal, 'member')
  const { project_id } = await createProject(mal, org_id, { name: 'Own' })
  const secret = await createProject(ada, org_id, { name: 'Secret', visibility: 'private' })
  const open = await createProject(ada, org_id, { name: 'Open', visibility: 'public' })
  const options = { project_id, user_map: { a: 'ada' } }
  const tasks = [...buildTasks(), ...others]
  const first = await importAs(mal, org_id, { people: [person], tasks, comments }, options)
  const { data } = expectStatus(await ada.get('/v1/tasks', { query: { org_id, limit: '100' } }), 200)
  const taskIds: Record<string, string> = Object.fromEntries(
    data.map((one: ResponseBody) => [one.title.slice('Task '.length), one.task_id]),
  )
  const path = (id: string) => `/v1/tasks/${taskIds[id]}`
  const move = async (id: string, body: object) => expectStatus(await ada.patch(path(id), { body }), 200)
  for (const id of ['moved', 'gone', 'hidden']) await move(id, { project_id: secret.project_id })
  await move('hidden', { title: 'Secret title' })
  await move('shown', { project_id: open.project_id })
  for (const id of ['gone', 'erased']) expectStatus(await ada.delete(path(id)), 200)
  expect((await mal.get(path('shown'))).status).toBe(200)
  expect((await mal.get(path('moved'))).status).toBe(404)
  return { org_id, project_id, options, first, taskIds }
}

test('leaves tasks alone that the importer cannot edit in the project any more, and says the same of all', async () => {
  const { org_id, options, taskIds } = await importAndMove()
  const left = leftIds.map((id) => taskIds[id]!)
  const before = await readStored(left)
  const kinds = {
    people: [person],
    tasks: [
      ...buildTasks({ title: 'New title', parent: 'above' }),
      ...others,
      ...leftIds.map((id) => ({ id: `new-${id}`, title: 'Below', parent: id })),
    ],
    dependencies: ids.flatMap((id) => [
      { id: `d1-${id}`, task: id, depends_on: 'above' },
      { id: `d2-${id}`, task: 'other', depends_on: id },
    ]),
    comments: [
      ...comments.map((one) => ({ ...one, content: 'Ahoy again' })),
      ...ids.map((id) => ({ id: `n-${id}`, task: id, content: 'New' })),
    ],
    attachments: ids.map((id) => ({ id: `f-${id}`, task: id, name: 'rope.txt', file: `files/${id}.txt` })),
  }
  const { import_id } = await importAs(mal, org_id, kinds, options)
  expect(await readStored(left)).toEqual(before)

  const report = await readReport(import_id)
  const describe = (id: string) =>
    report
      .filter(({ external_id }) => external_id.split('-').at(-1) === id)
      .map(({ external_id, outcome, kind, field, value, reason }) =>
        [external_id.replace(id, '*'), outcome, kind, field, value, reason].join('|'),
      )
  for (const id of leftIds)
    expect([id, describe(id)]).toEqual([
      id,
      [
        `*|skipped|tasks|||${REASON}`,
        `new-*|skipped|tasks|parent||${REASON}`,
        `d1-*|skipped|dependencies|||${REASON}`,
        `d2-*|skipped|dependencies|||${REASON}`,
        `c-*|skipped|comments|||${REASON}`,
        `n-*|skipped|comments|||${REASON}`,
        `f-*|skipped|attachments|||${REASON}`,
      ],
    ])
  expect(describe('erased')[0]).toBe('*|skipped|tasks|||was deleted here')
  expect(describe('seen')).toEqual([])
  const seen = expectStatus(await mal.get(`/v1/tasks/${taskIds['seen']}`), 200)
  expect(seen).toMatchObject({ title: 'New title', dependencies: [taskIds['above']] })
  const [seenTasks, seenComments, seenFiles] = await readStored([taskIds['seen']!])
  expect(seenTasks).toMatchObject([{ parent_task_id: taskIds['above'] }])
  const contents = (seenComments as { content: string }[]).map((one) => one.content)
  expect([contents.toSorted(), seenFiles!.length]).toEqual([['Ahoy again', 'New'], 1])
})

test('says nothing of an undone import about tasks that the importer cannot edit, and leaves them', async () => {
  const { first, taskIds } = await importAndMove()
  const left = leftIds.map((id) => taskIds[id]!)
  const before = await readStored(left)
  expectStatus(await mal.post(`/v1/imports/${first.import_id}/undo`), 200)
  await runImports(app.services)
  expect(await readStored(left)).toEqual(before)
  const retained = (await readReport(first.import_id)).filter((one) => one.outcome === 'retained')
  expect(retained.map(({ external_id, field, value, reason }) => [external_id, field, value, reason])).toEqual(
    leftIds.toSorted().map((id) => [id, null, null, REASON]),
  )
  expect((await ada.get(`/v1/tasks/${taskIds['seen']}`)).status).toBe(404)
})

test('undoes an import with the rights of the admin who undoes it', async () => {
  const { first, taskIds } = await importAndMove()
  expectStatus(await ada.post(`/v1/imports/${first.import_id}/undo`), 200)
  await runImports(app.services)
  const retained = (await readReport(first.import_id)).filter((one) => one.outcome === 'retained')
  expect(retained.map((one) => one.reason)).not.toContain(REASON)
  expect((await ada.get(`/v1/tasks/${taskIds['seen']}`)).status).toBe(404)
})
