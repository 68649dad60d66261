import { afterAll, expect, inject, test } from 'vitest'
import { expectOnceEach } from '../resilience/acknowledged-writes.ts'
import { sendUntilFinal } from '../resilience/send-until-final.ts'
import { startApp } from '../support/app.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { prepareRole, startPgbouncer, toPoolerUrl } from '../support/pgbouncer.ts'
import { withClient } from '../support/postgres.ts'

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
  databaseUrl: toPoolerUrl(pooler, direct),
  env: { DATABASE_POOLER: mode, DATABASE_POOL: '6' },
})
const ada = await app.signIn('ada')

test('writes whose server connections die behind the pooler are done once', async () => {
  const { org_id } = await createOrganization(ada)
  const acknowledged = new Map<string, string>()
  const seen = new Set<number>()
  const created = { cuts: 0 }
  const cutting = (async () => {
    for (; created.cuts < 10; created.cuts++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      proxy.cutAll()
    }
  })()
  await Promise.all(
    Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 5 || created.cuts < 10; n++) {
        const title = `cut ${writer} ${n}`
        const sending = { headers: { 'idempotency-key': title }, body: { org_id, title } }
        const { reply, before } = await sendUntilFinal(ada, 'POST', '/v1/tasks', sending)
        expect([title, reply.status]).toEqual([title, 200])
        acknowledged.set(title, reply.body.task_id)
        for (const status of before) seen.add(status)
      }
    }),
  )
  await cutting
  expect([...seen].filter((status) => ![409, 503].includes(status))).toEqual([])
  await expectOnceEach(ada, org_id, acknowledged)
})

test('a write whose server connection dies while it waits gets 503, and is never done', async () => {
  const { org_id } = await createOrganization(ada)
  const { task_id } = await createTask(ada, org_id, { title: 'before' })
  const change = (key: string) =>
    ada.patch(`/v1/tasks/${task_id}`, { headers: { 'idempotency-key': key }, body: { title: 'after' } })
  await withClient(direct, async (client) => {
    await client.query('begin')
    await client.query('select from tasks where task_id = $1 for update', [task_id])
    const waiting = change('one')
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await client.query(waits)).rowCount).toBe(1)
    proxy.cutAll()
    const reply = await waiting
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
    await client.query('rollback')
    await expect.poll(async () => (await client.query(waits)).rowCount).toBe(0)
  })
  const read = () => sendUntilFinal(ada, 'GET', `/v1/tasks/${task_id}`, {})
  const { body: still } = (await read()).reply
  expect(still.title).toBe('before')
  expect((await change('one')).status).toBe(200)
  expect((await change('one')).headers['idempotent-replayed']).toBe('true')
  const { body: changed } = (await read()).reply
  expect([changed.title, changed.version]).toEqual(['after', still.version + 1])
})
