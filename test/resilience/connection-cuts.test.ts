import { afterAll, describe, expect, inject, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { startFaultProxy, type Cut } from '../support/fault-proxy.ts'
import { expectOnceEach } from './acknowledged-writes.ts'
import { sendUntilFinal } from './send-until-final.ts'
import { createRange, chooseSize } from './sizes.ts'

const { postgresUrl } = inject('svc')

describe.skipIf(!postgresUrl)('a connection to PostgreSQL that is cut', async () => {
  if (!postgresUrl) return
  const direct = new URL(await copyTemplate())
  const proxy = await startFaultProxy(Number(direct.port))
  afterAll(() => proxy.close())
  const proxied = new URL(direct)
  proxied.port = String(proxy.port)
  const app = await startApp({ databaseUrl: proxied.href, env: { DATABASE_POOL: '4' } })
  const ada = await app.signIn('ada')

  test.each<Cut>(['before commit', 'after commit'])(
    '%s, a write with an Idempotency-Key is done once, whatever the response',
    { timeout: chooseSize(60_000, 900_000) },
    async (cut) => {
      const { org_id } = await createOrganization(ada)
      const acknowledged = new Map<string, string>()
      const created = proxy.countCuts()
      const statusCounts = new Map<number, number>()
      for (const i of createRange(chooseSize(15, 1000))) {
        const title = `${cut} ${i}`
        const sending = { headers: { 'idempotency-key': title }, body: { org_id, title } }
        proxy.cutNext(cut)
        const { reply, before } = await sendUntilFinal(ada, 'POST', '/v1/tasks', sending)
        expect([title, reply.status]).toEqual([title, 200])
        acknowledged.set(title, reply.body.task_id)
        for (const status of [...before, reply.status]) statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1)
        const again = await sendUntilFinal(ada, 'POST', '/v1/tasks', sending)
        expect(again.reply.body.task_id).toBe(reply.body.task_id)
        expect(again.reply.headers['idempotent-replayed']).toBe('true')
      }
      expect(proxy.countCuts() - created).toBe(acknowledged.size)
      expect([...statusCounts.keys()].filter((status) => ![0, 200, 409, 503].includes(status))).toEqual([])
      await expectOnceEach(ada, org_id, acknowledged)
    },
  )

  test.each<Cut>(['before commit', 'after commit'])(
    '%s, each of several writes that share a transaction is done once',
    { timeout: chooseSize(60_000, 900_000) },
    async (cut) => {
      const { org_id } = await createOrganization(ada)
      const acknowledged = new Map<string, string>()
      const created = proxy.countCuts()
      const rounds = chooseSize(8, 300)
      for (const i of createRange(rounds)) {
        proxy.cutNext(cut)
        await Promise.all(
          createRange(8).map(async (n) => {
            const title = `shared ${cut} ${i} ${n}`
            const sending = { headers: { 'idempotency-key': title }, body: { org_id, title } }
            const { reply } = await sendUntilFinal(ada, 'POST', '/v1/tasks', sending)
            expect([title, reply.status]).toEqual([title, 200])
            acknowledged.set(title, reply.body.task_id)
          }),
        )
      }
      expect(proxy.countCuts() - created).toBe(rounds)
      await expectOnceEach(ada, org_id, acknowledged)
      const groups = `select tx from events where org_id = $1 and type = 'task.created' group by tx having count(*) > 1`
      expect((await app.sql(groups, [org_id])).length).toBeGreaterThan(0)
    },
  )

  test.each<Cut>(['before commit', 'after commit'])(
    '%s, a write without a key never reports success unless it is done',
    async (cut) => {
      const { org_id } = await createOrganization(ada)
      for (const i of createRange(chooseSize(5, 100))) {
        const title = `unkeyed ${i}`
        proxy.cutNext(cut)
        const reply = await ada.post('/v1/tasks', { body: { org_id, title } })
        expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
        const found = await sendUntilFinal(ada, 'GET', '/v1/tasks', { query: { org_id, search: title } })
        expect(found.reply.body.data.length).toBe(cut === 'after commit' ? 1 : 0)
      }
    },
  )

  test('reads and writes succeed immediately after all connections break', async () => {
    const { org_id } = await createOrganization(ada)
    const { task_id } = await createTask(ada, org_id)
    for (const _ of createRange(chooseSize(6, 50))) {
      proxy.cutAll()
      expect((await ada.get(`/v1/tasks/${task_id}`)).status).toBe(200)
      proxy.cutAll()
      const { reply } = await sendUntilFinal(ada, 'PATCH', `/v1/tasks/${task_id}`, { body: { status: 'blocked' } })
      expect(reply.status).toBe(200)
    }
  })
})
