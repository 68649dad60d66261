import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../api-client.ts'
import { buildRequest } from '../client/connection.ts'
import { buildWorkload, FEW_CONNECTIONS, type Workload } from '../client/measure.ts'
import { withClient } from '../databases.ts'
import type { Setup } from '../setup.ts'
import type { Case } from './case.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const BULK_SIZE = 200

/** Returns a different date for each of 3,000 consecutive numbers. */
const toDueDate = (n: number): string =>
  new Date(Date.parse('2027-01-01') + (n % 3000) * DAY_MS).toISOString().slice(0, 10)

type RequestBuilder = (path: string, n: number) => Buffer

/** Builds a case that sends the same requests to the service and the baseline. */
function buildCase(
  setup: Setup,
  named: Pick<Case, 'id' | 'name'>,
  build: RequestBuilder,
  paths: { service: string; baseline: string },
  expected: { status?: number; connections?: number } = {},
): Case {
  let n = 0
  const nextRequest = (path: string) => () => build(path, n++)
  const { service, baseline } = setup
  return {
    ...named,
    service: buildWorkload(service, nextRequest(paths.service), expected),
    baseline: baseline && buildWorkload(baseline.generic, nextRequest(paths.baseline), expected),
  }
}

/** A changed title, a bulk change, a comment and a changed status, without webhooks. */
export async function* changeCases(setup: Setup): AsyncGenerator<Case[]> {
  yield [buildUpdateCase(setup)]
  yield [buildBulkCase(setup)]
  yield [buildCommentCase(setup)]
  if (setup.databaseUrl === null) return
  try {
    yield [buildSpanCase(setup)]
  } finally {
    await switchSpans(setup, 'enable')
  }
}

function buildUpdateCase(setup: Setup): Case {
  const { ownTaskIds, api } = setup
  const named = { id: 'update', name: 'change the title of a task' }
  const build: RequestBuilder = (path, n) => {
    const body = JSON.stringify({ title: `Grease the crane number ${n}, change by change` })
    return buildRequest('PATCH', `${path}/${ownTaskIds[n % ownTaskIds.length]!}`, api.member.headers, body)
  }
  return buildCase(setup, named, build, { service: '/v1/tasks', baseline: '/task' })
}

function buildBulkCase(setup: Setup): Case {
  const { taskIds, api } = setup
  const count = Math.max(1, Math.floor(taskIds.length / BULK_SIZE))
  const chunks = Array.from({ length: count }, (_, i) => taskIds.slice(i * BULK_SIZE, (i + 1) * BULK_SIZE))
  const named = { id: 'bulk', name: `change the due date of ${chunks[0]!.length} tasks at once, as an admin` }
  const build: RequestBuilder = (path, n) => {
    const body = JSON.stringify({ task_ids: chunks[n % count]!, changes: { due_date: toDueDate(n) } })
    return buildRequest('POST', path, api.admin.headers, body)
  }
  // Concurrent requests for the same tasks would wait for each other's locks.
  const connections = Math.min(FEW_CONNECTIONS, Math.max(1, count - 1))
  return buildCase(setup, named, build, { service: '/v1/tasks/bulk', baseline: '/bulk' }, { connections })
}

function buildCommentCase(setup: Setup): Case {
  const { taskIds, api } = setup
  const named = { id: 'comment', name: 'comment on a task' }
  const build: RequestBuilder = (path, n) => {
    const body = JSON.stringify({ task_id: taskIds[n % taskIds.length]!, content: `Greased, time ${n}.` })
    return buildRequest('POST', path, api.member.headers, body)
  }
  const paths = { service: '/v1/task-comments', baseline: '/comment' }
  return buildCase(setup, named, build, paths, { status: 201 })
}

const switchSpans = ({ databaseUrl }: Setup, state: 'enable' | 'disable'): Promise<unknown> =>
  withClient(databaseUrl!, (client) => client.query(`alter table tasks ${state} trigger record_spans`))

const statuses = ['in_progress', 'not_started']

/** Compares changes of the status with and without the trigger that stores how long a task had the previous one. */
function buildSpanCase(setup: Setup): Case {
  const { ownTaskIds, api, service } = setup
  let n = 0
  const nextRequest = () => {
    const status = statuses[Math.floor(n / ownTaskIds.length) % statuses.length]!
    const path = `/v1/tasks/${ownTaskIds[n++ % ownTaskIds.length]!}`
    return buildRequest('PATCH', path, api.member.headers, JSON.stringify({ status }))
  }
  const build = (state: 'enable' | 'disable'): Workload => ({
    ...buildWorkload(service, nextRequest),
    prepare: () => switchSpans(setup, state),
  })
  return {
    id: 'spans',
    name: 'change the status of a task, relative to a database without the trigger of spans',
    service: build('enable'),
    baseline: build('disable'),
  }
}

let changes = 0

/** Changes due dates at a constant rate, without waiting for responses. */
export async function sendChangesAtRate(
  taskIds: string[],
  admin: ApiClient,
  seconds: number,
  perSecond: number,
): Promise<void> {
  const responses: Promise<unknown>[] = []
  const start = performance.now()
  for (let n = 0; n < seconds * perSecond; n++) {
    await sleep(Math.max(0, start + (n * 1000) / perSecond - performance.now()))
    const due_date = toDueDate(Math.floor(changes / taskIds.length))
    const path = `/v1/tasks/${taskIds[changes++ % taskIds.length]!}`
    responses.push(admin.send('PATCH', path, { due_date }).then((response) => response.arrayBuffer()))
  }
  await Promise.all(responses)
}
