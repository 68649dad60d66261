import { Agent } from 'undici'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { expectStatus, type Server } from '../support/client.ts'
import { organization } from '../support/factories.ts'
import { hasHaproxy, startHaproxy } from '../support/haproxy.ts'
import { freePort } from '../support/postgres.ts'
import { spawnServer, type ServerProcess } from '../support/spawn.ts'
import { all, expectOnceEach } from './ledger.ts'
import { range, size } from './sizes.ts'
import { startLoad } from './steady-load.ts'
import { startHttpReader } from './stream-http-readers.ts'
import { startTally } from './tally.ts'

const rounds = size(1, 20)

describe.skipIf(!inject('svc').postgresUrl || !hasHaproxy())('two api and two worker processes', async () => {
  if (!inject('svc').postgresUrl || !hasHaproxy()) return
  const databaseUrl = await copyTemplate()
  const ports = [await freePort(), await freePort()] as [number, number]
  const proxy = await startHaproxy(ports)
  afterAll(() => proxy.stop())
  const dispatcher = new Agent({ connections: 32 })
  const tally = await startTally(1)
  afterAll(() => Promise.all([dispatcher.destroy(), tally.close()]))

  const startApi = async (which: 0 | 1, grace: number): Promise<ServerProcess> => {
    const env = { ROLE: 'api', STOP_GRACE: String(grace) }
    const server = await spawnServer({ databaseUrl, port: ports[which], env })
    await proxy.takesIn(which)
    return server
  }
  const startWorker = () => spawnServer({ databaseUrl, env: { ROLE: 'worker' } })
  // What the settings of the proxy say that it is.
  const grace = 5
  const apis = [await startApi(0, grace), await startApi(1, grace)]
  const workers = [await startWorker(), await startWorker()]
  const behind: Server = { url: proxy.url, dispatcher }
  const ada = Object.assign(await apis[0]!.session('ada'), { server: behind })

  async function replaceApi(which: 0 | 1, next: number): Promise<void> {
    expect(await apis[which]!.end('SIGTERM')).toBe(0)
    apis[which] = await startApi(which, next)
  }

  test(
    'each is restarted under load: no request fails, nothing is lost, done twice or left untold',
    { timeout: rounds * 600_000 },
    async () => {
      const { org_id } = await organization(ada)
      const hook = { org_id, name: 'Board', url: tally.urlOf(0), events: ['task.created'] }
      expectStatus(await ada.post('/v1/webhooks', { body: hook }), 200)
      const { next_cursor: cursor } = expectStatus(await ada.get('/v1/events', { query: { org_id } }), 200)
      const readers = [false, true].map((paging) =>
        startHttpReader({ clients: [ada], orgId: org_id, cursor, stays: 600_000, paging }),
      )
      const load = startLoad(ada, org_id, 'r')
      for (const _ of range(rounds)) {
        for (const which of [0, 1] as const) {
          await load.more(20)
          await replaceApi(which, grace)
          expect(await workers[which]!.end('SIGTERM')).toBe(0)
          workers[which] = await startWorker()
        }
      }
      await load.more(20)
      await load.end()
      expect(load.failures.slice(0, 5)).toEqual([])
      expect(load.reads).toBeGreaterThan(20)
      await expectOnceEach(ada, org_id, load.acknowledged)
      await tally.holds(load.acknowledged.size)
      expect(tally.changesOf(0).map((change) => change.split(' ')[0])).toEqual(
        [...load.acknowledged.values()].sort(),
      )
      const events = await all(ada, '/v1/audit', { org_id, action: 'task.created' })
      for (const reader of readers) {
        await expect.poll(() => reader.ids.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(events.length)
        await reader.stop()
        expect(reader.ids.toSorted()).toEqual(events.map(({ event_id }) => event_id).sort())
        // The stream was ended by each process that stopped, and went on at the other one.
        expect(reader.resumed).toBeGreaterThan(0)
      }
    },
  )

  test(
    'one that leaves at once fails no read and no write with a key: the proxy has the other do it',
    { timeout: 600_000 },
    async () => {
      const { org_id } = await organization(ada)
      await replaceApi(0, 0)
      const load = startLoad(ada, org_id, 'h', false)
      for (const _ of range(rounds)) {
        await load.more(20)
        await replaceApi(0, 0)
      }
      await load.more(20)
      await load.end()
      expect(load.failures.slice(0, 5)).toEqual([])
      await expectOnceEach(ada, org_id, load.acknowledged)
    },
  )
})
