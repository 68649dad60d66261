import { afterAll, expect, inject, test } from 'vitest'
import { expectOnceEach } from '../chaos/ledger.ts'
import { persist } from '../chaos/persistent.ts'
import { startApp } from '../support/app.ts'
import { copyTemplate } from '../support/databases.ts'
import { organization } from '../support/factories.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { prepareRole, startPgbouncer, through } from '../support/pgbouncer.ts'

const { mode } = inject('svc').pooler!
const direct = await copyTemplate({ direct: true })
await prepareRole(direct)
const proxy = await startFaultProxy(Number(new URL(direct).port))
const pooler = await startPgbouncer(mode, { port: proxy.port, size: 3 })
afterAll(async () => {
  await pooler.stop()
  await proxy.close()
})
const app = await startApp({
  databaseUrl: through(pooler, direct),
  env: { DATABASE_POOLER: mode, DATABASE_POOL: '6' },
})
const ada = await app.session('ada')

test('writes whose server connection dies behind the pooler get 503 and are done once', async () => {
  const { org_id } = await organization(ada)
  const acknowledged = new Map<string, string>()
  const seen = new Set<number>()
  const state = { going: true }
  const cutting = (async () => {
    while (state.going) {
      await new Promise((resolve) => setTimeout(resolve, 60))
      proxy.cutAll()
    }
  })()
  await Promise.all(
    Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 12; n++) {
        const title = `cut ${writer} ${n}`
        const sending = { headers: { 'idempotency-key': title }, body: { org_id, title } }
        const { reply, before } = await persist(ada, 'POST', '/v1/tasks', sending)
        expect([title, reply.status]).toEqual([title, 200])
        acknowledged.set(title, reply.body.task_id)
        for (const status of before) seen.add(status)
      }
    }),
  ).finally(() => (state.going = false))
  await cutting
  expect([...seen].filter((status) => ![409, 503].includes(status))).toEqual([])
  expect(seen.has(503)).toBe(true)
  await expectOnceEach(ada, org_id, acknowledged)
})
