import type { ClientBase } from 'pg'
import type { FieldType, FieldValue } from '../../src/resources/work/fields/kinds.ts'
import { listValueKeys } from '../../src/resources/work/fields/kinds.ts'
import { buildPath, type ApiClient } from '../api-client.ts'
import { buildGet, buildRequest } from '../client/connection.ts'
import { buildWorkload, FEW_CONNECTIONS, toMeasurement, toPercentiles, type RoundOptions } from '../client/measure.ts'
import { orgId, ownProject } from '../data/organization.ts'
import { print, withClient } from '../databases.ts'
import type { Setup } from '../setup.ts'
import type { Case, Row } from './case.ts'
import { buildCreates, buildTask } from './creates.ts'

/** Thirty fields, of which every task has a value each. */
const FIELDS_OF_A_TYPE = 10
const DAY_MS = 24 * 60 * 60 * 1000
const toDay = (n: number) => new Date(Date.parse('2026-01-01') + n * DAY_MS).toISOString().slice(0, 10)
const labels = ['Low', 'Medium', 'High', 'Extreme']
const kinds: { type: FieldType; body: object; values: (options: string[]) => FieldValue[] }[] = [
  { type: 'select', body: { options: labels.map((label) => ({ label })) }, values: (options) => options },
  { type: 'number', body: {}, values: () => Array.from({ length: 1000 }, (_, n) => n) },
  { type: 'date', body: {}, values: () => Array.from({ length: 730 }, (_, n) => toDay(n)) },
]

interface Field {
  field_id: string
  key: string
  type: FieldType
  options: { option: string }[]
}

/** Creates the fields, and gives every task a value of each, directly in the database. */
async function loadFields({ api, databaseUrl, service, tasks }: Setup): Promise<Field[]> {
  const known = (await api.admin.get<{ data: Field[] }>(`/v1/fields?org_id=${orgId}&limit=100`)).body.data
  if (known.length > 0) return known
  const fields: Field[] = []
  for (const { type, body } of kinds)
    for (let n = 0; n < FIELDS_OF_A_TYPE; n++) {
      const response = await fetch(`http://127.0.0.1:${service.port}/v1/fields`, {
        method: 'POST',
        headers: { ...api.admin.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ org_id: orgId, name: `${type} ${n}`, key: `${type}_${n}`, type, ...body }),
      })
      if (response.status !== 201) throw new Error(`a field was not created: ${await response.text()}`)
      fields.push((await response.json()) as Field)
    }
  print(`storing ${fields.length} values of ${tasks} tasks`)
  await withClient(databaseUrl!, async (client) => {
    for (const [at, field] of fields.entries()) await storeValues(client, field, at)
    await storeObjects(client)
    await client.query('vacuum analyze tasks, task_field_values')
  })
  return fields
}

async function storeValues(client: ClientBase, { field_id, type, options }: Field, at: number): Promise<void> {
  const { values } = kinds.find((kind) => kind.type === type)!
  const keys = values(options.map(({ option }) => option)).map((value) => listValueKeys(type, value)[0]!.sort_key)
  await client.query(
    `insert into task_field_values (org_id, task_id, field_id, ord, sort_key)
     select t.org_id, t.task_id, $2, 0, ($3::text[])[1 + abs(hashtext(t.task_id || $4)) % $5::int]
     from tasks t where t.org_id = $1`,
    [orgId, field_id, keys, String(at), keys.length],
  )
}

/** Stores in the tasks what the index has; the values themselves are not read by the measured requests. */
const storeObjects = (client: ClientBase) =>
  client.query(
    `update tasks t set custom = v.custom from (
       select x.task_id, jsonb_object_agg(f.key, x.sort_key) as custom
       from task_field_values x join task_fields f on f.org_id = x.org_id and f.field_id = x.field_id
       where x.org_id = $1 group by x.task_id) v
     where t.org_id = $1 and t.task_id = v.task_id`,
    [orgId],
  )

/** Lists sorted and filtered by a custom field, each compared with the same by due date. */
function buildListCase(
  { service, api }: Setup,
  named: Pick<Case, 'id' | 'name'>,
  custom: Record<string, string>,
  byDueDate: Record<string, string>,
): Case {
  const build = (query: Record<string, string>) => [
    buildGet(buildPath('/v1/tasks', { org_id: orgId, fields: 'task_id,title,due_date', ...query }), api.member.headers),
  ]
  const load = (query: Record<string, string>) => buildWorkload(service, build(query), { connections: FEW_CONNECTIONS })
  return { ...named, service: load(custom), baseline: load(byDueDate) }
}

const values = { select_0: 'low', number_0: 7, number_1: 8, date_0: '2026-05-04', date_1: '2026-06-05' }

/** Creates with five values, compared with creates without; and creates in one project, compared with creates in none. */
function buildCreateCases({ service, api }: Setup): Case[] {
  const { headers } = api.member
  let n = 0
  const withValues = () => {
    n += 1
    const body = { ...buildTask(n, ownProject.project_id), custom: values }
    const key = { 'idempotency-key': `${process.pid}-${performance.now()}-${n}` }
    return buildRequest('POST', '/v1/tasks', { ...headers, ...key }, JSON.stringify(body))
  }
  const plain = buildWorkload(service, buildCreates('/v1/tasks', [headers]))
  const withoutProject = buildWorkload(service, buildCreates('/v1/tasks', [headers], null))
  return [
    {
      id: 'create-values',
      name: 'create a task with five custom values, relative to one without',
      service: buildWorkload(service, withValues),
      baseline: plain,
    },
    {
      id: 'create-numbered',
      name: 'create tasks in one project, relative to tasks without a project and number',
      service: plain,
      baseline: withoutProject,
    },
  ]
}

export async function* fieldCases(setup: Setup): AsyncGenerator<Case[]> {
  if (setup.databaseUrl === null) return
  await loadFields(setup)
  const due = 'filter[due_after]'
  yield [
    buildListCase(
      setup,
      { id: 'fields-sort', name: 'sort by a custom date, relative to the due date' },
      { sort_by: 'custom.date_0' },
      { sort_by: 'due_date' },
    ),
    buildListCase(
      setup,
      { id: 'fields-filter', name: 'filter and sort by a custom date, relative to the due date' },
      { 'filter[custom.date_0.from]': '2027-01-01', sort_by: 'custom.date_0' },
      { [due]: '2026-12-01', sort_by: 'due_date' },
    ),
    buildListCase(
      setup,
      { id: 'fields-select', name: 'filter by a custom option, sorted by title, relative to a range of due dates' },
      { 'filter[custom.select_0]': 'extreme', sort_by: 'title' },
      { [due]: '2026-12-01', sort_by: 'title' },
    ),
  ]
  for (const one of buildCreateCases(setup)) yield [one]
}

interface Claimed {
  task_id: string
  claim: { generation: number }
}

async function claimAndRelease(port: number, { headers }: ApiClient): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}/v1/tasks/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const query = { 'filter[project]': ownProject.project_id, 'filter[status]': 'not_started' }
  const claimed = await post('claim-next', { org_id: orgId, query, seconds: 900 })
  if (claimed.status !== 200) throw new Error(`claim-next: ${claimed.status} ${await claimed.text()}`)
  const { task_id, claim } = (await claimed.json()) as Claimed
  const released = await post(`${task_id}/claim/release`, { generation: claim.generation })
  if (!released.ok) throw new Error(`release: ${released.status} ${await released.text()}`)
  await released.arrayBuffer()
}

const WORKERS = 16

/** Measures claims of 16 workers on one project, each released before the next. */
export async function measureClaims(setup: Setup, { seconds }: RoundOptions): Promise<Row[]> {
  const latencies: number[] = []
  const end = performance.now() + seconds * 1000
  const work = async () => {
    while (performance.now() < end) {
      const start = performance.now()
      await claimAndRelease(setup.service.port, setup.api.member)
      latencies.push(performance.now() - start)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: WORKERS }, work))
  const requestsPerSecond = (latencies.length * 1000) / (performance.now() - start)
  const figures = { ...toPercentiles(latencies.toSorted((a, b) => a - b)), requests: latencies.length }
  const service = toMeasurement({ requestsPerSecond, ...figures })
  return [{ tasks: setup.tasks, id: 'claims', name: 'claim the next task of a project, and release it', service }]
}
