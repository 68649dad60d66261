import { buildPath, type ApiClient } from '../api-client.ts'
import { buildGet, buildRequest } from '../client/connection.ts'
import { buildWorkload, FEW_CONNECTIONS, toMeasurement, toPercentiles, type RoundOptions } from '../client/measure.ts'
import { loadFields } from '../data/fields.ts'
import { orgId, ownProject } from '../data/organization.ts'
import type { Setup } from '../setup.ts'
import type { Case, Row } from './case.ts'
import { buildCreates, buildTask } from './creates.ts'

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
