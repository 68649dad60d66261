import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { Client as Connection } from 'pg'
import { startApp } from '../support/app.ts'
import type { Client, Reply } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { startPostgres } from '../support/postgres.ts'
import { createRange, chooseSize } from './sizes.ts'

/** Reads and writes until stopped; records every response that is neither a success nor a well-formed 503. */
function startLoad(client: Client, orgId: string, taskId: string) {
  const state = { over: false }
  const count = { ok: 0, unavailable: 0 }
  const odd: string[] = []
  const recordStatus = (reply: Reply | Error) => {
    if (reply instanceof Error) odd.push(String(reply))
    else if (reply.status === 200) count.ok++
    else if (reply.status === 503 && reply.headers['retry-after'] === '1') count.unavailable++
    else odd.push(`${reply.status} ${reply.text}`)
  }
  const repeatUntilOver = async (sendRequest: (i: number) => Promise<Reply>) => {
    for (let i = 0; !state.over; i++) {
      recordStatus(await sendRequest(i).catch((error: Error) => error))
      await sleep(1)
    }
  }
  const loops = [
    ...createRange(4).map(() => repeatUntilOver(() => client.get(`/v1/tasks/${taskId}`))),
    ...createRange(4).map((n) =>
      repeatUntilOver((i) => client.post('/v1/tasks', { body: { org_id: orgId, title: `t${n}-${i}` } })),
    ),
  ]
  return {
    count,
    odd,
    async end() {
      state.over = true
      await Promise.all(loops)
    },
  }
}

describe.skipIf(!inject('svc').postgresUrl)('an outage of PostgreSQL', async () => {
  const server = inject('svc').postgresUrl ? await startPostgres() : null
  if (!server) return
  afterAll(() => server.stop())
  const app = await startApp({ databaseUrl: await server.createDatabase('outages') })
  const ada = await app.signIn('ada')
  const { org_id } = await createOrganization(ada)
  const { task_id } = await createTask(ada, org_id)

  test(
    'by a restart gives 503 with Retry-After or success, and success soon after it is back',
    { timeout: 120_000 },
    async () => {
      for (const _ of createRange(chooseSize(2, 10))) {
        const running = startLoad(ada, org_id, task_id)
        await sleep(200)
        await server.restart()
        const { ok } = running.count
        await expect.poll(() => running.count.ok, { interval: 10, timeout: 10_000 }).toBeGreaterThan(ok)
        await sleep(200)
        await running.end()
        expect(running.odd).toEqual([])
        expect((await app.anonymous.get('/v1/health')).status).toBe(200)
      }
    },
  )

  test('by killed backends gives 503 with Retry-After or success', async () => {
    const running = startLoad(ada, org_id, task_id)
    for (const _ of createRange(10)) {
      const { ok } = running.count
      await sleep(100)
      await server.killBackends()
      // Ensures progress between two kills on a machine of any speed.
      await expect.poll(() => running.count.ok, { interval: 10 }).toBeGreaterThan(ok + 5)
    }
    await running.end()
    expect(running.odd).toEqual([])
  })

  test('by exhausted connections gives 503 with Retry-After, and health reports it', async () => {
    const small = await startApp({ database: app, env: { DATABASE_POOL: '2' } })
    const client = await small.signIn('ada')
    const blocker = new Connection(app.databaseUrl!)
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('select from tasks where task_id = $1 for update', [task_id])
    const stuck = createRange(6).map(() => client.patch(`/v1/tasks/${task_id}`, { body: { title: 'Later' } }))
    await expect.poll(async () => (await small.anonymous.get('/v1/health')).status).toBe(503)
    const responses = await Promise.all(stuck)
    await blocker.query('rollback')
    await blocker.end()
    for (const reply of responses) expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
    expect((await client.get(`/v1/tasks/${task_id}`)).status).toBe(200)
  })
})
