import Fastify, { type FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildHttpOptions } from '../../src/http-options.ts'
import { respond } from '../../src/http/result.ts'
import { defineOperation } from '../../src/http/operation.ts'
import { registerOperations, sendProblem } from '../../src/http/pipeline.ts'
import { conflict } from '../../src/core/errors.ts'
import * as s from '../../src/core/schema.ts'
import { loadReadableTask } from '../../src/resources/work/tasks/policy.ts'
import { startApp } from '../support/app.ts'
import { Client } from '../support/client.ts'
import { createOrganization, createTask, createTokenClient } from '../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)

/** Executed steps in order. */
let log: string[] = []
let during: () => Promise<unknown>
let recording: () => unknown

const note = defineOperation({
  id: 'tests.note',
  method: 'POST',
  path: '/v1/tests/{task_id}',
  summary: 'Act on a task',
  scope: 'tasks:write',
  reply: { status: 200, schema: s.object({ ok: s.bool() }) },
  emits: { 'task.noted': 'Somebody noted a task.' },
  async authorize(call) {
    log.push(call.ctx.inTransaction ? 'access again' : 'access')
    return loadReadableTask(call)
  },
  async sideEffect({ target }) {
    log.push('act')
    await during()
    return `acted on ${target.title}`
  },
  async compensate(_, acted) {
    log.push(`undo ${acted}`)
  },
  async handle({ ctx, target, sideEffectResult }) {
    log.push(`record ${sideEffectResult}`)
    recording()
    ctx.emit({ org_id, type: 'task.noted', resource_type: 'task', resource_id: target.task_id })
    return respond({ ok: true }, target.version)
  },
})

const server: FastifyInstance = Fastify(buildHttpOptions(app.services.config))
server.setErrorHandler((error, request, reply) => void sendProblem(request, reply, error))
registerOperations(server, [note], app.services)
const url = await server.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => server.close())
const connectClient = (client: Client) =>
  new Client({ url, dispatcher: app.dispatcher }, client.authorization!.slice(7))

beforeEach(() => {
  log = []
  during = async () => undefined
  recording = () => undefined
})
const buildPath = async () => `/v1/tests/${(await createTask(ada, org_id, { title: 'it' })).task_id}`
const whole = ['access', 'act', 'access again', 'record acted on it']

test('authorizes, runs the side effect outside a transaction, then authorizes again and records', async () => {
  let open = -1
  during = async () => {
    const [row] = await app.sql<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in %'",
    )
    open = row!.n
  }
  expect((await connectClient(ada).post(await buildPath())).status).toBe(200)
  expect([log, open]).toEqual([whole, 0])
})

test('replays the response to a repeated key without a second side effect', async () => {
  const [where, headers] = [await buildPath(), { 'idempotency-key': 'twice' }]
  const first = await connectClient(ada).post(where, { headers })
  const again = await connectClient(ada).post(where, { headers })
  expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true'])
  expect(log).toEqual([...whole, 'access'])
  const other = await connectClient(ada).post(await buildPath(), { headers })
  expect([other.status, other.body.type]).toEqual([422, 'urn:svc:problem:idempotency-key-reused'])
  expect(log.filter((entry) => entry === 'act')).toHaveLength(1)
})

test('returns 409 for a key whose first request is in flight', async () => {
  const [where, headers] = [await buildPath(), { 'idempotency-key': 'slow' }]
  during = () => sleep(300)
  const first = connectClient(ada).post(where, { headers })
  await expect.poll(() => log).toContain('act')
  expect((await connectClient(ada).post(where, { headers })).status).toBe(409)
  expect((await first).status).toBe(200)
  expect(log).toEqual(whole)
})

test('returns 412 for a stale If-Match before the side effect', async () => {
  const reply = await connectClient(ada).post(await buildPath(), { headers: { 'if-match': '"9-x"' } })
  expect([reply.status, log]).toEqual([412, ['access']])
})

test('stores a problem of the side effect under the key', async () => {
  const [where, headers] = [await buildPath(), { 'idempotency-key': 'refused' }]
  during = () => Promise.reject(conflict('Not like this.'))
  expect((await connectClient(ada).post(where, { headers })).status).toBe(409)
  const again = await connectClient(ada).post(where, { headers })
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([409, 'true'])
  expect(log).toEqual(['access', 'act', 'access'])
})

test('compensates the side effect if the caller loses the permission before the record', async () => {
  const where = await buildPath()
  const script = await createTokenClient(ada, org_id)
  during = async () => {
    await app.sql("UPDATE access_tokens SET revoked_at = '2020-01-01' WHERE org_id = $1", [org_id])
    app.clock.advance(5000)
  }
  const reply = await connectClient(script).post(where)
  expect([reply.status, reply.body.type]).toEqual([401, 'urn:svc:problem:token-revoked'])
  expect(log).toEqual(['access', 'act', 'undo acted on it'])

  log = []
  const gone = where.replace('tests', 'tasks')
  during = () => ada.delete(gone)
  expect((await connectClient(ada).post(where)).status).toBe(404)
  expect(log).toEqual(['access', 'act', 'access again', 'undo acted on it'])
})

test('retries only the record after a deadlock', async () => {
  let failed = false
  recording = () => {
    if (failed) return
    failed = true
    throw Object.assign(new Error('deadlock'), { severity: 'ERROR', code: '40P01' })
  }
  expect((await connectClient(ada).post(await buildPath())).status).toBe(200)
  expect(log).toEqual([...whole, ...whole.slice(2)])
  recording = () => {
    throw new Error('broken')
  }
  log = []
  expect((await connectClient(ada).post(await buildPath())).status).toBe(500)
  expect(log).toEqual([...whole, 'undo acted on it'])
})
