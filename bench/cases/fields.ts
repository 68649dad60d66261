import { buildPath } from '../api-client.ts'
import { buildGet, buildRequest } from '../client/connection.ts'
import {
  buildWorkload,
  FEW_CONNECTIONS,
  computeCpuDifference,
  toMeasurement,
  toPercentiles,
  type RoundOptions,
} from '../client/measure.ts'
import { readChildrenCpu, readCpu } from '../client/processes.ts'
import { loadFields } from '../data/fields.ts'
import { callers, orgId, ownProject } from '../data/organization.ts'
import { createToken } from '../data/tokens.ts'
import { withClient } from '../databases.ts'
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

/** A worker with an access token of its own. */
interface Worker {
  send: (path: string, body: object) => Promise<Claimed>
}

function buildWorker(port: number, token: string): Worker {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = async (path: string, body: object) => {
    const url = `http://127.0.0.1:${port}/v1/tasks/${path}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Claimed
  }
  return { send }
}

const query = { 'filter[project]': ownProject.project_id, 'filter[status]': 'not_started' }
const claimNext = ({ send }: Worker) => send('claim-next', { org_id: orgId, query, seconds: 900 })
const release = ({ send }: Worker, { task_id, claim }: Claimed) =>
  send(`${task_id}/claim/release`, { generation: claim.generation })

const WORKERS = 16
/** Claims that a worker makes before all are released. */
const CLAIMS_OF_A_WORKER = 4

/** Measures requests in several spans of time. */
class Meter {
  readonly #latencies: number[] = []
  readonly #servicePid: number
  readonly #databasePid: number
  #cpu = 0
  #databaseCpu = 0
  #seconds = 0

  constructor(servicePid: number, databasePid: number) {
    this.#servicePid = servicePid
    this.#databasePid = databasePid
  }

  async time<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now()
    const result = await work()
    this.#latencies.push(performance.now() - start)
    return result
  }

  /** Adds the duration and the CPU time of `work`, which times several requests. */
  async span<T>(work: () => Promise<T>): Promise<T> {
    const [cpu, databaseCpu] = [readCpu(this.#servicePid), readChildrenCpu(this.#databasePid)]
    const start = performance.now()
    const result = await work()
    this.#seconds += (performance.now() - start) / 1000
    this.#cpu += readCpu(this.#servicePid) - cpu
    this.#databaseCpu += computeCpuDifference(readChildrenCpu(this.#databasePid), databaseCpu)
    return result
  }

  get seconds(): number {
    return this.#seconds
  }

  toMeasurement() {
    const { length: requests } = this.#latencies
    const requestsPerSecond = requests / this.#seconds
    const [cpu, databaseCpu] = [this.#cpu / requests, this.#databaseCpu / requests]
    const percentiles = toPercentiles(this.#latencies.toSorted((a, b) => a - b))
    return toMeasurement({ requestsPerSecond, ...percentiles, cpu, databaseCpu, requests })
  }
}

/** Measures claims of the next task of one project, and releases, by 16 workers; in turn, since a token holds 100 claims. */
export async function measureClaims(setup: Setup, { seconds, databasePid }: RoundOptions): Promise<Row[]> {
  const tokens = await withClient(setup.databaseUrl!, async (client) => {
    const created: string[] = []
    for (let n = 0; n < WORKERS; n++)
      created.push(
        await createToken(client, { org_id: orgId, user_id: callers.member.user_id }, ['tasks:read', 'tasks:write']),
      )
    return created
  })
  const workers = tokens.map((token) => buildWorker(setup.service.port, token))
  const meters = [new Meter(setup.service.pid, databasePid), new Meter(setup.service.pid, databasePid)] as const
  const [claims, releases] = meters
  while (claims.seconds < seconds) {
    const claimed = await claims.span(() => Promise.all(workers.map((worker) => claimSeveral(worker, claims))))
    const releaseAll = async (worker: Worker, held: Claimed[]) => {
      for (const one of held) await releases.time(() => release(worker, one))
    }
    await releases.span(() => Promise.all(workers.map((worker, i) => releaseAll(worker, claimed[i]!))))
  }
  const [tasks, named] = [setup.tasks, 'by 16 workers']
  return [
    { tasks, id: 'claims', name: `claim the next task of a project, ${named}`, service: claims.toMeasurement() },
    { tasks, id: 'releases', name: `release a claimed task, ${named}`, service: releases.toMeasurement() },
  ]
}

async function claimSeveral(worker: Worker, meter: Meter): Promise<Claimed[]> {
  const claimed: Claimed[] = []
  for (let n = 0; n < CLAIMS_OF_A_WORKER; n++) claimed.push(await meter.time(() => claimNext(worker)))
  return claimed
}
