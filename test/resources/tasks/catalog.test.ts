import { expect, test } from 'vitest'
import { startApp, type Client } from '../../support/app.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createProject, createTask } from '../../support/factories.ts'
import { withClient } from '../../support/postgres.ts'

/** Prefixes and fields are cached by each process; their changes come from another one. */

const app = await startApp()
const other = await startApp({ database: app })
const ada = await app.signIn('ada')
const beside = await other.signIn('ada')

type Query = Record<string, string | boolean>

interface Row {
  task_id: string
  project_id: string | null
  key: string | null
  custom: Record<string, unknown>
}

async function setUp() {
  const { org_id } = await createOrganization(ada)
  const { project_id } = await createProject(ada, org_id, { prefix: 'ROPE' })
  const fields: Record<string, string> = {}
  for (const name of ['load', 'site'])
    fields[name] = expectStatus(await ada.post('/v1/fields', { body: { org_id, name, type: 'text' } }), 201).field_id
  for (let i = 0; i < 3; i++)
    await createTask(ada, org_id, { project_id, title: `Task ${i}`, custom: { load: `${i} t`, site: 'Quay' } })
  return { org_id, project_id: project_id as string, fields }
}

const list = async (client: Client, query: Query): Promise<Row[]> =>
  expectStatus(await client.get('/v1/tasks', { query }), 200).data

test('a list in another process has new prefixes and fields immediately, cached or not', async () => {
  const { org_id, project_id, fields } = await setUp()
  const read = async () => (await list(beside, { org_id })).map(({ key, custom }) => [key, Object.keys(custom)])
  for (let i = 0; i < 4; i++) await read()
  const patch = async (path: string, body: object) => expectStatus(await ada.patch(path, { body }), 200)
  let order = ['load', 'site']
  for (let i = 1; i < 6; i++) {
    await patch(`/v1/projects/${project_id}`, { prefix: `ROPE${i}` })
    expect(await read()).toEqual([1, 2, 3].map((n) => [`ROPE${i}-${n}`, order]))
    await patch(`/v1/fields/${fields.load}`, { is_active: false })
    expect(await read()).toEqual([1, 2, 3].map((n) => [`ROPE${i}-${n}`, ['site']]))
    await patch(`/v1/fields/${fields.load}`, { is_active: true, position: i % 2 ? 9 : 0 })
    order = i % 2 ? ['site', 'load'] : ['load', 'site']
    expect(await read()).toEqual([1, 2, 3].map((n) => [`ROPE${i}-${n}`, order]))
  }
})

test('lists and counts take at most three statements, also the first of a process and after every change', async () => {
  const { org_id, project_id, fields } = await setUp()
  const custom = { 'filter[custom.load]': 't', sort_by: 'custom.site' }
  const reads: [string, Query][] = [
    ['/v1/tasks', { org_id }],
    ['/v1/tasks', { project_id }],
    ['/v1/tasks', { org_id, ...custom }],
    ['/v1/tasks', { project_id, ...custom }],
    ['/v1/tasks', { org_id, fields: 'key,custom' }],
    ['/v1/tasks/count', { org_id, 'filter[custom.load]': 't' }],
    [`/v1/projects/${project_id}/goals`, { include_tasks: true }],
  ]
  const changes = [
    () => ada.post('/v1/projects', { body: { org_id, name: 'Another' } }),
    () => ada.patch(`/v1/projects/${project_id}`, { body: { prefix: 'SHIP' } }),
    () => ada.patch(`/v1/fields/${fields.site}`, { body: { name: 'Place' } }),
    () => ada.post('/v1/fields', { body: { org_id, name: 'More', type: 'number' } }),
  ]
  for (const [path, query] of reads)
    for (const change of [undefined, ...changes, undefined]) {
      const changed = await change?.()
      expect([path, changed?.status ?? 200]).toEqual([path, expect.toBeOneOf([200, 201])])
      const before = other.countStatements()
      expectStatus(await beside.get(path, { query }), 200)
      expect([path, query, other.countStatementsSince(before, 3) <= 3]).toEqual([path, query, true])
      // Restores the prefix, so that the next change is one.
      if (change === changes[1]) await ada.patch(`/v1/projects/${project_id}`, { body: { prefix: 'ROPE' } })
    }
})

/** Copies a project, a field and a task, while a list waits for the tasks after it has read the prefixes and fields. */
const copyDuringList = (ids: string[], list: () => Promise<Row[]>): Promise<Row[]> =>
  withClient(app.databaseUrl!, async (client) => {
    await client.query('begin')
    await client.query('lock table tasks in access exclusive mode')
    const listed = list()
    const isWaiting = async () =>
      (
        await client.query(`select from pg_locks l join pg_database d on d.oid = l.database
        where not l.granted and l.relation = 'tasks'::regclass and d.datname = current_database()`)
      ).rowCount! > 0
    await expect.poll(isWaiting).toBe(true)
    for (const [table, id, values] of [
      ['projects', 'project_id', { project_id: 'P-new', prefix: 'NEW' }],
      ['task_fields', 'field_id', { field_id: 'F-new', key: 'fresh' }],
      ['tasks', 'task_id', { task_id: 'T-new', project_id: 'P-new', number: null, custom: { fresh: 'yes' } }],
    ] as const)
      await client.query(
        `insert into ${table} select (jsonb_populate_record(r, $1)).* from ${table} r where ${id} = any($2)`,
        [JSON.stringify(values), ids],
      )
    await client.query('commit')
    return listed
  })

test('a task of a project and a field that were created during the list has its key and its value', async () => {
  const { org_id, project_id, fields } = await setUp()
  const [first] = await list(beside, { org_id })
  const rows = await copyDuringList([project_id, fields.load!, first!.task_id], () => list(beside, { org_id }))
  const copied = rows.find((row) => row.project_id === 'P-new')
  expect([copied?.key, copied?.custom]).toEqual(['NEW-1', { fresh: 'yes' }])
})
