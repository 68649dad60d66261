import { Agent } from 'undici'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { type Server } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { hasHaproxy, startHaproxy } from '../support/haproxy.ts'
import { findFreePort } from '../support/postgres.ts'
import { spawnServer, type ServerProcess } from '../support/spawn.ts'
import { expectOnceEach } from './acknowledged-writes.ts'
import { createRange, chooseSize } from './sizes.ts'
import { startLoad } from './steady-load.ts'
import { startDeliveryCounter } from './delivery-counter.ts'
import { createWatchedOrganization } from './watched-organization.ts'

const rounds = chooseSize(1, 20)

describe.skipIf(!inject('svc').postgresUrl || !hasHaproxy())(
  'a rolling restart of two API and two worker processes',
  async () => {
    if (!inject('svc').postgresUrl || !hasHaproxy()) return
    const databaseUrl = await copyTemplate()
    const ports = [await findFreePort(), await findFreePort()] as [number, number]
    const proxy = await startHaproxy(ports)
    afterAll(() => proxy.stop())
    const dispatcher = new Agent({ connections: 32 })
    const counter = await startDeliveryCounter(1)
    afterAll(() => Promise.all([dispatcher.destroy(), counter.close()]))

    const startApi = async (which: 0 | 1, grace: number): Promise<ServerProcess> => {
      const env = { ROLE: 'api', STOP_GRACE: String(grace) }
      const server = await spawnServer({ databaseUrl, port: ports[which], env })
      await proxy.waitUntilRouted(which)
      return server
    }
    const startWorker = () => spawnServer({ databaseUrl, env: { ROLE: 'worker' } })
    // The grace period in the settings of the proxy.
    const grace = 5
    const apis = [await startApi(0, grace), await startApi(1, grace)]
    const workers = [await startWorker(), await startWorker()]
    const behind: Server = { url: proxy.url, dispatcher }
    const ada = Object.assign(await apis[0]!.signIn('ada'), { server: behind })

    async function replaceApi(which: 0 | 1, next: number): Promise<void> {
      expect(await apis[which]!.stop('SIGTERM')).toBe(0)
      apis[which] = await startApi(which, next)
    }

    test(
      'fails no request under load, loses nothing, and does nothing twice',
      { timeout: rounds * 600_000 },
      async () => {
        const { org_id, readers, expectPublishedOnce } = await createWatchedOrganization(ada, counter, 600_000)
        const load = startLoad(ada, org_id, 'r')
        for (const _ of createRange(rounds)) {
          for (const which of [0, 1] as const) {
            await load.more(20)
            await replaceApi(which, grace)
            expect(await workers[which]!.stop('SIGTERM')).toBe(0)
            workers[which] = await startWorker()
          }
        }
        await load.more(20)
        await load.end()
        expect(load.failures.slice(0, 5)).toEqual([])
        expect(load.reads).toBeGreaterThan(20)
        await expectPublishedOnce(load.acknowledged)
        // Each stopped process ended its streams, which resumed at the other one.
        for (const reader of readers) expect(reader.resumeCount).toBeGreaterThan(0)
      },
    )

    // Only in the long tests: the one above restarts the same processes in the same way.
    test.each(createRange(chooseSize(0, 1)))(
      'retries reads and keyed writes at the other process when one exits immediately',
      { timeout: 600_000 },
      async () => {
        const { org_id } = await createOrganization(ada)
        await replaceApi(0, 0)
        const load = startLoad(ada, org_id, 'h', false)
        for (const _ of createRange(rounds)) {
          await load.more(20)
          await replaceApi(0, 0)
        }
        await load.more(20)
        await load.end()
        expect(load.failures.slice(0, 5)).toEqual([])
        await expectOnceEach(ada, org_id, load.acknowledged)
      },
    )
  },
)
