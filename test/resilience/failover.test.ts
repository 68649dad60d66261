import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { buildSettings } from '../support/app.ts'
import { expectStatus, type Client, type Reply } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { startPair } from '../support/postgres-pair.ts'
import { spawnServer, type ServerProcess } from '../support/spawn.ts'
import { sendUntilFinal } from './send-until-final.ts'
import { createRange, chooseSize } from './sizes.ts'
import { startDeliveryCounter } from './delivery-counter.ts'
import { createWatchedOrganization } from './watched-organization.ts'

const failovers = chooseSize(2, 50)
const writers = 8

/** Writes tasks, each with an idempotency key until it is acknowledged. */
function startWriter(client: Client, org_id: string) {
  const state = { over: false, last: 0 }
  const acknowledged = new Map<string, string>()
  const loops = createRange(writers).map(async (n) => {
    for (let i = 0; !state.over; i++) {
      const title = `w${n}-${i}`
      const sending = { headers: { 'idempotency-key': title }, body: { org_id, title } }
      const { reply } = await sendUntilFinal(client, 'POST', '/v1/tasks', sending)
      acknowledged.set(title, expectStatus(reply, 200).task_id)
      state.last = performance.now()
    }
  })
  const running = Promise.all(loops)
  running.catch(() => undefined)
  return {
    acknowledged,
    /** Waits for more acknowledged writes; returns the milliseconds until the first. */
    async more(count: number): Promise<number> {
      const [began, before] = [performance.now(), acknowledged.size]
      let first: number | undefined
      while (acknowledged.size < before + count) {
        await Promise.race([sleep(5), running])
        if (acknowledged.size > before) first ??= performance.now() - began
      }
      return first!
    },
    async end() {
      state.over = true
      await running
      return acknowledged
    },
  }
}

/** Returns the output of `svc-server doctor`. */
function runDoctor({ dataDir }: ServerProcess, databaseUrl: string): Promise<string> {
  const env = { PATH: process.env.PATH, ...buildSettings(dataDir, databaseUrl) }
  return new Promise((resolve) => {
    execFile(process.execPath, ['dist/main.js', 'doctor'], { env }, (_, output) => resolve(output))
  })
}

describe.skipIf(!inject('svc').postgresUrl)('PostgreSQL with a synchronous standby', async () => {
  if (!inject('svc').postgresUrl) return
  const pair = await startPair()
  afterAll(() => pair.stop())
  await pair.withServer(pair.port, (client) => client.query('create database svc'))
  const counter = await startDeliveryCounter(1)
  afterAll(() => counter.close())
  const server = await spawnServer({ databaseUrl: pair.url('svc') })
  const ada = await server.signIn('ada')
  const { org_id } = await createOrganization(ada)
  /** Disables synchronous replication, as an operator may, until all requests have responses. */
  const disableSynchronousReplication = async (pending: Promise<Reply>[]) => {
    const state = { over: false }
    const responses = Promise.all(pending).finally(() => (state.over = true))
    while (!state.over) {
      await pair.withServer(pair.port, (client) =>
        client.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`),
      )
      await sleep(50)
    }
    return await responses
  }
  const write = (title: string) => ada.post('/v1/tasks', { body: { org_id, title } })

  test('doctor reports the primary, the standby and synchronous commits', async () => {
    const output = await runDoctor(server, pair.url('svc'))
    const [primary, standby] = [pair.port, pair.otherPort].map((port) => `127.0.0.1:${port}`)
    expect(output).toContain(
      `ok      database hosts: connected to ${primary}, the primary; ${primary} is a primary, ${standby} is a standby`,
    )
    expect(output).toContain(`synchronous, synchronous_standby_names is "*"; standbys connected: 1 (sync)`)
    const off = `${pair.url('svc')}?options=-c%20synchronous_commit%3Doff`
    expect(await runDoctor(server, off)).toMatch(/^warning +replication: synchronous_commit is off/m)
  })

  test('a write is not acknowledged before the standby has it', { timeout: 240_000 }, async () => {
    const goOn = await pair.pauseReplication()
    const headers = { 'idempotency-key': 'stalled' }
    const keyed = { headers, body: { org_id, title: 'Stalled' } }
    const replies = await disableSynchronousReplication([write('Stalled too'), ada.post('/v1/tasks', keyed)])
    expect(replies.map(({ status }) => status)).toEqual([503, 503])
    // The primary has committed, so a retry finds the task.
    expect(expectStatus(await ada.get('/v1/tasks', { query: { org_id } }), 200).data.length).toBe(2)
    const [again] = await disableSynchronousReplication([ada.post('/v1/tasks', keyed)])
    expect(again!.status).toBe(503)
    goOn()
    const { reply } = await sendUntilFinal(ada, 'POST', '/v1/tasks', keyed)
    expect([reply.status, reply.headers['idempotent-replayed']]).toEqual([200, 'true'])
    const found = expectStatus(await ada.get('/v1/tasks', { query: { org_id } }), 200).data
    expect(found.map(({ title }: { title: string }) => title).sort()).toEqual(['Stalled', 'Stalled too'])
  })

  test(
    `${failovers} failovers lose nothing, do nothing twice, and need no restart of the server`,
    { timeout: failovers * 60_000 },
    async () => {
      const { org_id, expectPublishedOnce } = await createWatchedOrganization(ada, counter, 3_000)
      const writing = startWriter(ada, org_id)
      const firsts: number[] = []
      for (const round of createRange(failovers)) {
        if (round > 0) await pair.replaceStandby()
        await writing.more(50)
        await sleep(Math.random() * 300)
        await pair.failOver()
        firsts.push(await writing.more(50))
      }
      const acknowledged = await writing.end()
      const milliseconds = firsts.toSorted((a, b) => a - b).map(Math.round)
      process.stdout.write(
        `${failovers} failovers, ${acknowledged.size} acknowledged; ` +
          `first write after ${milliseconds[milliseconds.length >> 1]} ms (median), ${milliseconds.at(-1)} ms (most)\n`,
      )
      expect(milliseconds.at(-1)).toBeLessThan(5_000)
      await expectPublishedOnce(acknowledged)
    },
  )

  test('a former primary that returns receives no writes', { timeout: 240_000 }, async () => {
    await pair.restartKilledServer()
    const count = async (port: number) => {
      const response = pair.withServer(port, (client) =>
        client.query(`select count(*)::int as n from pg_stat_activity where datname = 'svc'`),
      )
      return (await response).rows[0].n as number
    }
    for (const i of createRange(3)) {
      // A client that reconnects now finds two servers that claim to be the primary.
      await pair.withServer(pair.port, (client) =>
        client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'svc'`),
      )
      const key = { headers: { 'idempotency-key': `back-${i}` }, body: { org_id, title: 'After' } }
      expectStatus((await sendUntilFinal(ada, 'POST', '/v1/tasks', key)).reply, 200)
      expect(await count(pair.otherPort)).toBe(0)
    }
    expect(await count(pair.port)).toBeGreaterThan(0)
    expect(await runDoctor(server, pair.url('svc'))).toMatch(/^not ok +database hosts: .*superseded server/m)
    expect(await server.stop('SIGTERM')).toBe(0)
  })
})
