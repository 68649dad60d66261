import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { copyTemplate } from '../support/databases.ts'
import { expectStatus, type Client } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { spawnServer } from '../support/spawn.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { startDeliveryCounter } from './delivery-counter.ts'
import { isLongRun, createRange, chooseSize } from './sizes.ts'

const kills = chooseSize(2, 100)
const hooks = 3
const writers = 4
const tasksEach = 50
const rounds = chooseSize(2, 100)
const events = writers * tasksEach * rounds
/** Concurrent deliveries of a worker to one endpoint. */
const concurrency = 16
const minutes = chooseSize(6, 60)

const subscribe = async (client: Client, orgId: string, url: string, event: string) =>
  expectStatus(await client.post('/v1/webhooks', { body: { org_id: orgId, name: 'Board', url, events: [event] } }), 200)

/** Changes tasks repeatedly, each time to another date, so that every event is distinguishable. */
async function write(client: Client, orgId: string): Promise<string[]> {
  const created = await Promise.all(createRange(tasksEach).map(() => createTask(client, orgId)))
  const task_ids = created.map(({ task_id }) => task_id as string)
  const changes: string[] = []
  for (const round of createRange(rounds)) {
    const due_date = new Date(Date.UTC(2027, 0, 1 + round)).toISOString().slice(0, 10)
    const body = { task_ids, changes: { due_date } }
    expectStatus(await client.post('/v1/tasks/bulk', { body }), 200)
    changes.push(...task_ids.map((id) => `${id} ${due_date}`))
  }
  return changes
}

test.skipIf(!inject('svc').postgresUrl)(
  `${events} changes reach ${hooks} webhooks while their worker is killed repeatedly`,
  { timeout: minutes * 60_000 },
  async () => {
    const counter = await startDeliveryCounter(hooks)
    afterAll(() => counter.close())
    const databaseUrl = await copyTemplate()
    const api = await spawnServer({ databaseUrl, env: { ROLE: 'api' } })
    const startWorker = () => spawnServer({ databaseUrl, env: { ROLE: 'worker' } })
    const ada = await api.signIn('ada')
    const { org_id } = await createOrganization(ada)
    for (const hook of createRange(hooks)) await subscribe(ada, org_id, counter.urlOf(hook), 'task.updated')

    let worker = await startWorker()
    const writing = Promise.all(createRange(writers).map(() => write(ada, org_id)))
    // The kills are spread at random over the whole work.
    for (const kill of createRange(kills)) {
      const goal = ((kill + Math.random()) / kills) * events * hooks * 0.9
      while (counter.count < goal) await Promise.race([sleep(5), writing.then(() => sleep(5))])
      await worker.stop('SIGKILL')
      worker = await startWorker()
    }
    const expected = (await writing).flat().sort()
    expect(expected.length).toBe(events)
    await counter.waitForIds(events * hooks)
    await worker.stop('SIGTERM')
    for (const hook of createRange(hooks)) expect(counter.listChanges(hook)).toEqual(expected)
    // Duplicates have the same id.
    expect(counter.idCount).toBe(events * hooks)
    expect(counter.count - counter.idCount).toBeLessThanOrEqual(kills * hooks * concurrency)
    if (isLongRun) process.stdout.write(`${kills} kills, ${counter.count - counter.idCount} deliveries came twice\n`)
    await api.stop('SIGTERM')
  },
)

const changes = chooseSize(200, 400)
const dead = chooseSize(300, 1000)
/**
 * Share of deliveries within a second. If dead endpoints blocked others, nearly all would be late; some are on a busy
 * machine.
 */
const inTime = isLongRun ? 0.99 : 0.5

/** Accepts connections and never responds. */
const startSilentReceiver = () => startReceiver(() => undefined)

test.skipIf(!inject('svc').postgresUrl)(
  `${dead} dead endpoints do not delay a healthy one`,
  { timeout: 300_000 },
  async () => {
    const app = await startApp({ engine: 'postgres', delivering: true })
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const mute = await startSilentReceiver()
    const closed = await startSilentReceiver()
    await closed.close()
    const healthy = await startDeliveryCounter(1)
    afterAll(() => Promise.all([mute.close(), healthy.close()]))
    const ports = [mute.port, closed.port]
    for (const i of createRange(dead / 100)) {
      const other = (await createOrganization(ada)).org_id
      for (const j of createRange(10)) {
        const ten = createRange(10).map((n) => `http://127.0.0.1:${ports[n % 2]}/${i * 100 + j * 10 + n}`)
        await Promise.all(ten.map((url) => subscribe(ada, other, url, 'task.created')))
      }
      for (const _ of createRange(3)) await createTask(ada, other)
    }
    await subscribe(ada, org_id, healthy.urlOf(0), 'task.updated')

    const { task_id } = await createTask(ada, org_id)
    for (const n of createRange(changes)) {
      expectStatus(await ada.patch(`/v1/tasks/${task_id}`, { body: { title: `Title ${n}` } }), 200)
      await sleep(40)
    }
    await healthy.waitForIds(changes)
    expect(mute.requests.length).toBeGreaterThanOrEqual(dead / 2)
    const delays = healthy.delays.toSorted((a, b) => a - b)
    expect(delays[Math.floor(delays.length * inTime)]).toBeLessThan(1000)
  },
)
