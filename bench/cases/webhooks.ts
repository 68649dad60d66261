import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../src/core/ids.ts'
import { ApiClient } from '../api-client.ts'
import {
  computeCpuDifference,
  toMeasurement,
  toPercentiles,
  type Measurement,
  type RoundOptions,
} from '../client/measure.ts'
import { readChildrenCpu, readCpu, startServer, type ServerProcess } from '../client/processes.ts'
import { orgId } from '../data/organization.ts'
import { withClient } from '../databases.ts'
import { startService, toCompiledPath, type Setup } from '../setup.ts'
import type { Row } from './case.ts'
import { sendChangesAtRate } from './changes.ts'

/** Deletes all webhooks and deliveries. */
export const deleteWebhooks = ({ databaseUrl }: Setup): Promise<void> =>
  withClient(databaseUrl!, async (client) => {
    for (const table of ['webhook_queue', 'webhook_deliveries', 'webhook_subscriptions'])
      await client.query(`truncate ${table}`)
  })

/** Creates webhooks for all events of tasks, with a path each on the receiver. */
export async function createWebhooks(admin: ApiClient, port: number, from: number, to: number): Promise<void> {
  for (let i = from; i < to; i++)
    await admin.send('POST', '/v1/webhooks', {
      org_id: orgId,
      name: `Hook ${i}`,
      url: `http://127.0.0.1:${port}/${i}`,
      events: ['task.*'],
    })
}

/** Measures deliveries per second and the delay from a change to its delivery. */
export async function measureWebhooks(setup: Setup, options: RoundOptions): Promise<Row[]> {
  const receiver = await startServer([toCompiledPath('receiver.js')], {})
  try {
    await deleteWebhooks(setup)
    await createWebhooks(setup.api.admin, receiver.port, 0, 10)
    const deliveries = await measureDeliveries(setup, options, receiver)
    const delay = await measureDelay(setup, options, receiver)
    const { tasks } = setup
    const name = '200 changes/s, 1 webhook: from the change to its delivery'
    return [
      { tasks, id: 'deliver', name: 'deliveries: claimed, sent, recorded', service: deliveries },
      { tasks, id: 'delivery-delay', name, service: delay },
    ]
  } finally {
    await receiver.stop()
    await deleteWebhooks(setup)
  }
}

const insertDeliveriesSql = `
  with created as (
    insert into webhook_deliveries (org_id, delivery_id, subscription_id, event_type, message_id, body, made_for,
      max_attempts, next_attempt_at, created_at)
    select s.org_id, $1 || lpad(n::text, 8, '0') || s.hook, s.subscription_id, 'task.updated',
      $1 || lpad(n::text, 8, '0') || s.hook, $2, s.owner_user_id, 8, now(), now()
    from (select *, row_number() over (order by subscription_id) as hook from webhook_subscriptions where org_id = $3) s,
      generate_series(1, $4) n
    returning *)
  insert into webhook_queue (org_id, subscription_id, due_at, delivery_id)
  select org_id, subscription_id, next_attempt_at, delivery_id from created`

const DELIVERIES_PER_WEBHOOK = 3000

/** Measures a worker that starts with 30,000 due deliveries of ten webhooks, until the last one is recorded. */
async function measureDeliveries(
  { databaseUrl }: Setup,
  { databasePid }: RoundOptions,
  receiver: ServerProcess,
): Promise<Measurement> {
  const total = 10 * DELIVERIES_PER_WEBHOOK
  const body = JSON.stringify({ created_at: new Date().toISOString(), data: 'x'.repeat(500) })
  await withClient(databaseUrl!, async (client) => {
    await client.query('truncate webhook_queue, webhook_deliveries')
    const prefix = newId('WD', Date.now()).slice(0, 10)
    await client.query(insertDeliveriesSql, [prefix, body, orgId, DELIVERIES_PER_WEBHOOK])
    await client.query('analyze webhook_queue; analyze webhook_deliveries')
  })
  await readDelays(receiver)
  const countQueued = () =>
    withClient(databaseUrl!, async (client) => {
      const { rows } = await client.query('select count(*)::int as n from webhook_queue')
      return (rows[0] as { n: number }).n
    })
  const databaseBefore = readChildrenCpu(databasePid)
  const worker = await startService(databaseUrl, { env: { ROLE: 'worker' } })
  try {
    const cpuBefore = readCpu(worker.pid)
    const start = performance.now()
    const requests = await countQueued()
    while ((await countQueued()) > 0) await sleep(50)
    const seconds = (performance.now() - start) / 1000
    const received = (await readDelays(receiver)).length
    if (received < total) throw new Error(`${received} of ${total} deliveries were received`)
    const cpu = (readCpu(worker.pid) - cpuBefore) / requests
    const databaseCpu = computeCpuDifference(readChildrenCpu(databasePid), databaseBefore) / total
    return toMeasurement({ requestsPerSecond: requests / seconds, cpu, databaseCpu, requests })
  } finally {
    await worker.stop()
  }
}

const WARM_UP_SECONDS = 4

async function measureDelay(
  setup: Setup,
  { seconds, rounds }: RoundOptions,
  receiver: ServerProcess,
): Promise<Measurement> {
  await deleteWebhooks(setup)
  const service = await startService(setup.databaseUrl)
  try {
    const admin = new ApiClient(service.port, setup.api.admin.headers.authorization!.replace('Bearer ', ''))
    await createWebhooks(admin, receiver.port, 0, 1)
    for (const duration of [WARM_UP_SECONDS, seconds * rounds]) {
      await readDelays(receiver)
      await sendChangesAtRate(setup.taskIds, admin, duration, 200)
      await sleep(1000)
    }
    const delays = (await readDelays(receiver)).sort((a, b) => a - b)
    const requestsPerSecond = delays.length / (seconds * rounds)
    return toMeasurement({ requestsPerSecond, ...toPercentiles(delays), requests: delays.length })
  } finally {
    await service.stop()
  }
}

const readDelays = async (receiver: ServerProcess): Promise<number[]> =>
  (await (await fetch(`http://127.0.0.1:${receiver.port}/delays`)).json()) as number[]
