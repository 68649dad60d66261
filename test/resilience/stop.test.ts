import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import { Client as Connection } from 'pg'
import { startApp } from '../support/app.ts'
import { copyTemplate } from '../support/databases.ts'
import { openStream, waitForStableEvents } from '../support/event-stream.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { spawnServer } from '../support/spawn.ts'
import { createRange } from './sizes.ts'

describe.skipIf(!inject('svc').postgresUrl)('a server that receives SIGTERM', () => {
  test('finishes running requests, accepts no new ones, and exits with success', async () => {
    const databaseUrl = await copyTemplate()
    const server = await spawnServer({ databaseUrl })
    const ada = await server.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const { task_id } = await createTask(ada, org_id)
    const blocker = new Connection(databaseUrl)
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('select from tasks where task_id = $1 for update', [task_id])
    const running = ada.patch(`/v1/tasks/${task_id}`, { body: { title: 'Under way' } })
    const isWaiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await expect.poll(async () => (await blocker.query(isWaiting)).rowCount).toBeGreaterThan(0)
    const started = Date.now()
    const ending = server.stop('SIGTERM')
    const isRefused = () =>
      fetch(`${server.url}/v1/health`).then(
        () => false,
        () => true,
      )
    await expect.poll(isRefused).toBe(true)
    await blocker.query('rollback')
    const reply = await running
    expect([reply.status, reply.body.title]).toEqual([200, 'Under way'])
    expect(await ending).toBe(0)
    expect(Date.now() - started).toBeLessThan(8_000)
    const { rows } = await blocker.query('select title from tasks where task_id = $1', [task_id])
    expect(rows[0].title).toBe('Under way')
    await blocker.end()
  })

  test('under load completes every acknowledged write, and half-completes none', async () => {
    const databaseUrl = await copyTemplate()
    const server = await spawnServer({ databaseUrl })
    const ada = await server.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const responses: string[] = []
    const writers = createRange(8).map(async (n) => {
      for (let i = 0; ; i++) {
        const reply = await ada.post('/v1/tasks', { body: { org_id, title: `t${n}-${i}` } }).catch(() => undefined)
        if (!reply) return
        if (reply.status === 200) responses.push(reply.body.task_id)
        else expect(reply.status).toBe(503)
      }
    })
    await expect.poll(() => responses.length).toBeGreaterThan(20)
    expect(await server.stop('SIGTERM')).toBe(0)
    await Promise.all(writers)
    const database = new Connection(databaseUrl)
    await database.connect()
    const tasks = await database.query('select task_id from tasks')
    const events = await database.query(`select resource_id from events where type = 'task.created'`)
    await database.end()
    const stored = tasks.rows.map((row) => row.task_id)
    expect(responses.filter((id) => !stored.includes(id))).toEqual([])
    expect(events.rows.map((row) => row.resource_id).sort()).toEqual(stored.sort())
  })

  test('ends streams first with a notice, and their readers resume elsewhere', async () => {
    const app = await startApp({ engine: 'postgres' })
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const other = await startApp({ database: app })
    const away = await other.signIn('ada')
    await waitForStableEvents(app)
    const stream = await openStream(away, { org_id })
    const waiting = fetch(`${other.url}/v1/events?org_id=${org_id}&wait=30`, {
      headers: { authorization: away.authorization! },
    })
    await sleep(200)
    const startedAt = Date.now()
    const stopping = other.stop()
    await stream.waitUntil(({ endReason: end, isClosed: over }) => end === 'stopping' && over)
    const response = await waiting
    expect([response.status, await response.json()]).toMatchObject([200, { data: [] }])
    await stopping
    expect(Date.now() - startedAt).toBeLessThan(20_000)
    const { task_id } = await createTask(ada, org_id)
    const again = await openStream(ada, { org_id }, { 'last-event-id': stream.lastId })
    await again.waitForTypes(1)
    expect(again.events.map(({ data }) => data.resource_id)).toEqual([task_id])
    again.close()
  })
})
