import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '../../src/core/config/config.ts'
import { createLimits, type Limits } from '../../src/http/limits/rate-limits.ts'
import type { Log } from '../../src/core/log.ts'
import { startApp } from '../support/app.ts'
import { createOrganization, createTokenClient } from '../support/factories.ts'
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts'

const opened: (Limits | TestRedis)[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await ('stop' in one ? one.stop() : one.close())
})

async function openRedis(port?: number): Promise<TestRedis> {
  const server = await startRedis(port)
  opened.push(server)
  return server
}

/** Creates the limits of one process; returns its counters and log. */
function createProcess(redisUrl: string) {
  const log = vi.fn<Log>()
  const limits = createLimits(loadConfig({ REDIS_URL: redisUrl }), log)
  opened.unshift(limits) // closed before the server
  const count = async (key: string, millis: number) => limits.token.count(key, millis)
  const listLogMessages = () => log.mock.calls.map(([, message]) => message)
  return { count, listLogMessages, countUsed: async (key: string) => (await count(key, Date.now())).used }
}

async function waitUntil(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries === 1000) throw new Error('timed out')
    await sleep(25)
  }
}

describe.skipIf(!hasRedis())('rate-limit windows in Redis', () => {
  test('are shared by all processes and end a minute after they begin', async () => {
    const { url } = await openRedis()
    const [one, other] = [createProcess(url), createProcess(url)]
    // Each process counts alone until both are connected, so try new keys until one is shared.
    let key = 0
    await waitUntil(async () => (await one.countUsed(`k${++key}`)) + (await other.countUsed(`k${key}`)) === 3)
    expect([await one.countUsed('a'), await other.countUsed('a'), await one.countUsed('a')]).toEqual([1, 2, 3])
    const counts = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? one : other).countUsed('b')))
    expect(counts.sort((x, y) => x - y)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
    const millis = 1_000_000
    const startedAt = performance.now()
    const { endsAt } = await one.count('c', millis)
    const began = performance.now() - startedAt
    expect(endsAt).toBe(millis + 60_000)
    await sleep(30)
    const passed = performance.now() - startedAt
    const later = await other.count('c', millis + passed)
    // The window begins at some time during the first call, and its rest is read at some time during the second.
    const took = performance.now() - startedAt - passed
    expect(Math.abs(later.endsAt - endsAt)).toBeLessThanOrEqual(Math.max(began, took) + 2)
  })

  test('are counted per process while Redis is down, with one log line, and shared again afterwards', async () => {
    const first = await openRedis()
    const [one, other] = [createProcess(first.url), createProcess(first.url)]
    let key = 0
    await waitUntil(async () => (await one.countUsed(`k${++key}`)) + (await other.countUsed(`k${key}`)) === 3)
    opened.splice(opened.indexOf(first), 1)
    await first.stop()
    const startedAt = Date.now()
    expect([await one.countUsed('a'), await one.countUsed('a'), await other.countUsed('a')]).toEqual([1, 2, 1])
    expect(Date.now() - startedAt).toBeLessThan(10_000)
    expect(one.listLogMessages()).toEqual(['Redis is unavailable: this process counts on its own'])
    await openRedis(Number(new URL(first.url).port))
    await waitUntil(async () => (await one.countUsed(`n${++key}`)) + (await other.countUsed(`n${key}`)) === 3)
    await waitUntil(() => one.listLogMessages().length === 2)
    expect(one.listLogMessages().at(-1)).toBe('Redis is available again')
  })

  test('apply one limit of a token to all servers', async () => {
    const { url } = await openRedis()
    const env = { RATE_LIMIT_LIVE: '10', REDIS_URL: url }
    const app = await startApp({ env })
    const otherApp = await startApp({ env, database: app })
    const owner = await app.signIn('ada')
    const { org_id } = await createOrganization(owner)
    const createClients = async () => {
      const client = await createTokenClient(owner, org_id)
      return [client, otherApp.createClient(client.authorization!.slice('Bearer '.length))] as const
    }
    // Each server counts alone until both are connected, so try new tokens until one is shared.
    await waitUntil(async () => {
      const [one, other] = await createClients()
      const left: number[] = []
      for (const each of [one, other, one, other])
        left.push(Number((await each.get('/v1/me')).headers['x-ratelimit-remaining']))
      return left.every((remaining, at) => remaining === 9 - at)
    })
    const [client, elsewhere] = await createClients()
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? client : elsewhere).get('/v1/me')))
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10)
    expect((await elsewhere.get('/v1/me')).status).toBe(429)
    expect((await client.get('/v1/me')).status).toBe(429)
  })
})
