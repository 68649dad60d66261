import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../src/core/ids.ts'
import { requestBytes } from '../client.ts'
import { connected } from '../connected.ts'
import { foundOf, measure, type Measured, type Rounds } from '../measure.ts'
import { orgId } from '../organization.ts'
import { cpuOf, cpuOfChildren, startTarget, type Target } from '../processes.ts'
import { compiled, startService, type Site } from '../site.ts'
import { sideOf, type Row } from './case.ts'
import { changeSteadily, nextChange } from './changes-steady.ts'
import { forgetHooks, makeHooks } from './hooks.ts'

/** What webhooks cost a change, how many deliveries a worker makes, and how soon after the change the first one leaves. */
export async function measureWebhooks(site: Site, how: Rounds): Promise<Row[]> {
  const receiver = await startTarget('receiver', [compiled('receiver.js')], {})
  const row = (id: string, name: string, service: Measured): Row => ({ tasks: site.tasks, id, name, service })
  try {
    await forgetHooks(site)
    const costs = await measureCosts(site, how, receiver)
    const rows = costs.map(([many, found]) =>
      row(`change-${many}`, `change a task, ${many === 1 ? '1 webhook' : `${many} webhooks`}`, found),
    )
    rows.push(
      row('deliver', 'deliveries: claimed, sent, recorded', await measureDeliveries(site, how, receiver)),
    )
    rows.push(
      row(
        'soon',
        '200 changes/s, 1 webhook: from the change to the wire',
        await measureDelay(site, how, receiver),
      ),
    )
    return rows
  } finally {
    await receiver.stop()
    await forgetHooks(site)
  }
}

/** Changes with 0, 1 and 10 webhooks; what is queued is not sent meanwhile. */
async function measureCosts(site: Site, how: Rounds, receiver: Target): Promise<[number, Measured][]> {
  const service = await startService(site.databaseUrl!, { ROLE: 'api' })
  const next = () => {
    const { path, body } = nextChange(site)
    return requestBytes('PATCH', path, site.api.admin.headers, body)
  }
  const found: [number, Measured][] = []
  try {
    // What a new process is slow at first with would be taken for the price of having no webhook.
    await measure([sideOf(service, next)], { ...how, rounds: 1 })
    let made = 0
    for (const many of [0, 1, 10]) {
      await makeHooks(site, service, receiver.port, made, many)
      made = many
      found.push([many, (await measure([sideOf(service, next)], how))[0]!])
    }
    return found
  } finally {
    await service.stop()
  }
}

const queued = `
  with made as (
    insert into webhook_deliveries (org_id, delivery_id, subscription_id, event_type, message_id, body, made_for,
      max_attempts, next_attempt_at, created_at)
    select s.org_id, $1 || lpad(n::text, 8, '0') || s.hook, s.subscription_id, 'task.updated',
      $1 || lpad(n::text, 8, '0') || s.hook, $2, s.owner_user_id, 8, now(), now()
    from (select *, row_number() over (order by subscription_id) as hook from webhook_subscriptions where org_id = $3) s,
      generate_series(1, $4) n
    returning *)
  insert into webhook_queue (org_id, subscription_id, due_at, delivery_id)
  select org_id, subscription_id, next_attempt_at, delivery_id from made`

/** Deliveries of ten webhooks that wait when a worker starts, until the last is written down. */
async function measureDeliveries(site: Site, how: Rounds, receiver: Target): Promise<Measured> {
  const each = 3000
  const total = 10 * each
  const body = JSON.stringify({ created_at: new Date().toISOString(), data: 'x'.repeat(500) })
  await connected(site.databaseUrl!, async (client) => {
    await client.query('truncate webhook_queue, webhook_deliveries')
    await client.query(queued, [newId('WD', Date.now()).slice(0, 10), body, orgId, each])
    await client.query('analyze webhook_queue; analyze webhook_deliveries')
  })
  await seen(receiver)
  const databaseBefore = cpuOfChildren(how.databasePid)
  const worker = await startService(site.databaseUrl!, { ROLE: 'worker' })
  try {
    const cpuBefore = cpuOf(worker.pid)
    const start = performance.now()
    const left = () =>
      connected(site.databaseUrl!, async (client) => {
        const { rows } = await client.query('select count(*)::int as n from webhook_queue')
        return (rows[0] as { n: number }).n
      })
    const atStart = total - (await left())
    while ((await left()) > 0) await sleep(50)
    const seconds = (performance.now() - start) / 1000
    const done = total - atStart
    const came = (await seen(receiver)).length
    if (came < total) throw new Error(`${came} of ${total} deliveries came`)
    let database = 0
    for (const [pid, time] of cpuOfChildren(how.databasePid))
      database += time - (databaseBefore.get(pid) ?? 0)
    const cpu = cpuOf(worker.pid) - cpuBefore
    return foundOf({ rate: done / seconds, cpu: cpu / done, databaseCpu: database / total, requests: done })
  } finally {
    await worker.stop()
  }
}

/** A change every five milliseconds, and how long after each its delivery came. */
async function measureDelay(site: Site, how: Rounds, receiver: Target): Promise<Measured> {
  await forgetHooks(site)
  const service = await startService(site.databaseUrl!)
  try {
    await makeHooks(site, service, receiver.port, 0, 1)
    const seconds = how.seconds * how.rounds
    // The first seconds are those of a new process, and are not to be told with the rest.
    for (const length of [4, seconds]) {
      await seen(receiver)
      await changeSteadily(site, service, length, 200)
      await sleep(1000)
    }
    const delays = (await seen(receiver)).sort((a, b) => a - b)
    const at = (share: number) => delays[Math.floor(delays.length * share)]!
    return foundOf({ rate: delays.length / seconds, p50: at(0.5), p99: at(0.99), requests: delays.length })
  } finally {
    await service.stop()
  }
}

const seen = async (receiver: Target): Promise<number[]> =>
  (await (await fetch(`http://127.0.0.1:${receiver.port}/seen`)).json()) as number[]
