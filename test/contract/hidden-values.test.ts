import { expect, test } from 'vitest'
import type { AnyOperation } from '../../src/http/operation.ts'
import { startApp } from '../support/app.ts'
import { expectStatus, type Client } from '../support/client.ts'
import { createTokenClient, insertServiceAccount } from '../support/factories.ts'
import { createField, createIntakeTask, createProject, createTask } from './calls/create.ts'
import { buildUniqueName, create, createFixture, type Fixture, type ResponseBody } from './fixtures.ts'
import { buildPath, prepare, reads } from './harness.ts'

const app = await startApp()
const fixture = await createFixture(app, 'values')
const { owner, lead, editor } = fixture
const open = await fixture.project()
const secret = await createProject(fixture, { visibility: 'private' })
const hiddenFixture: Fixture = { ...fixture, visibility: 'private', project: () => Promise.resolve(secret) }

/** Users who can read neither tasks in the private project nor those restricted to its lead. */
const observers: Record<string, Client> = {
  viewer: fixture.viewer,
  member: fixture.member,
  editor,
  limited: await createTokenClient(editor, fixture.org_id, { project_ids: [open.project_id] }),
  account: await createTokenClient(await insertServiceAccount(app, fixture.org_id), fixture.org_id, {
    grant_type: 'service_account',
  }),
}

/** Fields of all projects, each with two values of tasks and its filters. */
const fields: Record<string, { type: string; values: unknown[]; filters: Record<string, string>[] }> = {
  weight: {
    type: 'number',
    values: [3, 40],
    filters: [{ '': '3' }, { '.from': '3' }, { '.from': '2', '.to': '9' }, { '': '__none__' }],
  },
  area: { type: 'select', values: ['low', 'high'], filters: [{ '': 'low' }, { '': 'high,__none__' }] },
  kinds: { type: 'multi_select', values: [['high', 'low'], ['low']], filters: [{ '': 'high' }, { '': '__none__' }] },
  due: { type: 'date', values: ['2026-12-01', '2027-01-01'], filters: [{ '.to': '2026-12-31' }, { '': '__none__' }] },
  tested: { type: 'checkbox', values: [true, false], filters: [{ '': 'true' }, { '': 'false' }] },
  note: { type: 'text', values: ['Oak', 'Beech'], filters: [{ '': 'oa' }, { '': '=Beech' }, { '': '__none__' }] },
  page: { type: 'url', values: ['https://a.example/', 'https://b.example/'], filters: [{ '': 'a.example' }] },
  tester: {
    type: 'person',
    values: [editor.username, lead.username],
    filters: [{ '': 'me' }, { '': lead.username }, { '': '__none__' }],
  },
  readers: { type: 'people', values: [[editor.username, lead.username], [lead.username]], filters: [{ '': 'me' }] },
}
const groupable = ['area', 'kinds', 'tested', 'tester', 'readers']
const keys = Object.keys(fields)
for (const [key, { type }] of Object.entries(fields)) {
  const options = type.endsWith('select') ? { options: [{ label: 'Low' }, { label: 'High' }] } : { options: undefined }
  await createField(fixture, { key, name: key, type, project_ids: null, ...options })
}
const selectValues = (at: number) => Object.fromEntries(keys.map((key) => [key, fields[key]!.values[at]]))

const buildTaskPath = ({ task_id }: ResponseBody, path = '') => `/v1/tasks/${task_id}${path}`
const claim = async (client: Client, task: ResponseBody): Promise<number> =>
  expectStatus(await client.post(buildTaskPath(task, '/claim'), { body: { seconds: 86_400 } }), 200).claim.generation

for (const at of [0, 1]) await createTask(fixture, { custom: selectValues(at) })
await claim(editor, await createTask(fixture, { custom: selectValues(0) }))
await claim(owner, await createTask(fixture, { custom: selectValues(1) }))
await createTask(fixture)
for (const at of [0, 1]) await createIntakeTask(fixture, { custom: selectValues(at) })

type Query = Record<string, string>
const filtersByField: Query[] = Object.entries(fields).flatMap(([key, { filters }]) =>
  filters.map((one) =>
    Object.fromEntries(Object.entries(one).map(([bound, value]) => [`filter[custom.${key}${bound}]`, value])),
  ),
)
const filtersByClaim: Query[] = [
  ...['me', 'true', 'false', 'me,false'].map((value) => ({ 'filter[claimed]': value })),
  { 'filter[claimed]': 'true', 'filter[custom.area]': 'low' },
]
const sorts: Query[] = keys.flatMap((key): Query[] => [
  { sort_by: `custom.${key}` },
  { sort_by: `custom.${key}`, sort_order: 'desc' },
  { sort_by: `custom.${key}`, 'filter[claimed]': 'true' },
  { sort_by: `custom.${key}`, 'filter[custom.area]': 'low' },
])
const groups: Query[] = groupable.flatMap((key, at): Query[] => [
  { group_by: `custom.${key}` },
  { group_by: `custom.${key}`, then_by: `custom.${groupable[at - 1] ?? 'readers'}` },
  { group_by: 'status', then_by: `custom.${key}`, 'filter[claimed]': 'true' },
])

const accepts = (op: AnyOperation, query: Query) =>
  Object.keys(query).every((name) => {
    if (name === 'sort_by' || name === 'sort_order') return op.list?.customSorts === true
    if (name.startsWith('filter[custom.')) return op.filters?.['custom.KEY'] !== undefined
    if (name === 'filter[claimed]') return op.filters?.claimed !== undefined
    return name in ((op.query as { properties?: object } | undefined)?.properties ?? {})
  })

interface ReadRequest {
  by: string
  path: string
  query: Query
}
const requests: ReadRequest[] = []
const readIds: string[] = []
const addRequests = (path: string, queries: Query[]) => {
  for (const by of Object.keys(observers)) for (const query of queries) requests.push({ by, path, query })
}
for (const op of reads) {
  const queries = [...filtersByField, ...filtersByClaim, ...sorts, ...groups].filter((query) => accepts(op, query))
  if (queries.length === 0) continue
  const prepared = await prepare(fixture, op)
  const limit: Query = op.list ? { limit: '2' } : {}
  addRequests(
    buildPath(op, prepared),
    queries.map((one) => ({ ...prepared.query, ...one, ...limit })),
  )
  readIds.push(op.id)
}
for (const query of [...filtersByField, ...filtersByClaim, ...sorts]) {
  const { view_id } = await create(lead, '/v1/views', {
    org_id: fixture.org_id,
    scope_type: 'project',
    scope_id: open.project_id,
    name: buildUniqueName('View'),
    query,
  })
  addRequests(`/v1/views/${view_id}/rows`, [{ limit: '2' }])
}

/** Returns all pages of a read, without cursors, which are encrypted differently each time. */
async function readPages({ by, path, query }: ReadRequest): Promise<string> {
  const pages: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const reply = await observers[by]!.get(path, { query: cursor === undefined ? query : { ...query, cursor } })
    cursor = (reply.body.next_cursor as string | undefined) ?? null
    const text = reply.text.replace(/"request_id":"[^"]*"/, '').replace(/"next_cursor":"[^"]*"/, '"next_cursor":true')
    pages.push(`${reply.status} ${text}`)
  }
  return pages.join('\n')
}

async function readEverything(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const left = [...requests]
  const readNext = async () => {
    for (let read = left.pop(); read; read = left.pop())
      found.set(`${read.by} ${read.path}?${new URLSearchParams(read.query).toString()}`, await readPages(read))
  }
  await Promise.all(Array.from({ length: 8 }, readNext))
  return found
}

const before = await readEverything()

/** Expects the responses of before the hidden tasks. */
async function expectSameReads(): Promise<void> {
  const now = await readEverything()
  const differing = [...before].filter(([name, text]) => now.get(name) !== text)
  expect(differing.slice(0, 5).map(([name, text]) => `${name}\nwas ${text}\nis  ${now.get(name)}`)).toEqual([])
}

test('reads of every task list and count by custom fields and claims succeed', () => {
  expect(readIds).toEqual(expect.arrayContaining(['tasks.list', 'tasks.count', 'teams.list_tasks']))
  const byMembers = [...before].filter(([name]) => name.startsWith('editor '))
  expect(byMembers.filter(([, text]) => !text.startsWith('200 '))).toEqual([])
})

/** Enough tasks that a filter by one of their values counts as frequent. */
const HIDDEN_TASKS = 12

/** Expects the same responses after hidden tasks are created, claimed, changed, released and deleted. */
async function expectSameReadsAfterChanges(make: (values: object) => Promise<ResponseBody>): Promise<void> {
  const made: ResponseBody[] = []
  for (let at = 0; at < HIDDEN_TASKS; at++) made.push(await make({ custom: selectValues(at % 2) }))
  const claims: [ResponseBody, number][] = []
  for (const task of made.slice(0, 4)) claims.push([task, await claim(owner, task)])
  for (const [at, task] of made.entries())
    expectStatus(await owner.patch(buildTaskPath(task), { body: { custom: selectValues((at + 1) % 2) } }), 200)
  for (const [task, generation] of claims.slice(2))
    expectStatus(await owner.post(buildTaskPath(task, '/claim/release'), { body: { generation } }), 200)
  const cleared = Object.fromEntries(keys.map((key) => [key, null]))
  expectStatus(await owner.patch(buildTaskPath(made[5]!), { body: { custom: cleared } }), 200)
  expectStatus(await owner.delete(buildTaskPath(made[0]!)), 200, 204)
  await expectSameReads()
}

test('values and claims of tasks in a private project do not affect lists and counts', () =>
  expectSameReadsAfterChanges((values) => createTask(hiddenFixture, values)))

test('values and claims of restricted tasks do not affect lists and counts', () =>
  expectSameReadsAfterChanges((values) => createTask(fixture, { restricted_to: [lead.username], ...values })))

test('values and claims of restricted tasks do not affect the intake of a team', () =>
  expectSameReadsAfterChanges((values) => createIntakeTask(fixture, { restricted_to: [lead.username], ...values })))

test('a task that was restricted while the caller claimed it does not affect their lists and counts', async () => {
  const task = await createTask(fixture, { custom: selectValues(0) })
  await claim(editor, task)
  expectStatus(await owner.patch(buildTaskPath(task), { body: { restricted_to: [lead.username] } }), 200)
  await expectSameReads()
})
