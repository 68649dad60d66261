import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Log } from '../../core/log.ts'
import { WINDOW_MS, type RateLimitWindow } from './memory-windows.ts'

const COUNT_SCRIPT = `
  local used = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return {used, left}`

const TIMEOUT_MS = 200
const RETRY_PAUSE_MS = 1000

export interface RedisWindows {
  /** Returns null while Redis is unavailable, when each process counts on its own. */
  count(key: string, millis: number): Promise<RateLimitWindow | null>
  close(): void
}

/** Creates windows in Redis. Reconnects in the background; no request waits for that or fails because of it. */
export function createRedisWindows(url: string, log: Log): RedisWindows {
  const client = createClient({ url, disableOfflineQueue: true, disableClientInfo: true })
  let isUnavailable = false
  let pausedUntil = 0
  const onFailure = (error: unknown) => {
    if (!isUnavailable) log('warn', 'Redis is unavailable: this process counts on its own', { error: String(error) })
    isUnavailable = true
  }
  const onSuccess = () => {
    if (isUnavailable) log('info', 'Redis is available again')
    isUnavailable = false
  }
  client.on('error', onFailure)
  client.connect().catch(onFailure)
  return {
    async count(key, millis) {
      if (!client.isReady || millis < pausedUntil) return null
      try {
        const result = client.eval(COUNT_SCRIPT, { keys: [`svc:${key}`], arguments: [String(WINDOW_MS)] })
        const [used, left] = (await Promise.race([result, rejectLate()])) as [number, number]
        onSuccess()
        return { used, endsAt: millis + left }
      } catch (error) {
        onFailure(error)
        pausedUntil = millis + RETRY_PAUSE_MS
        return null
      }
    },
    close() {
      if (client.isOpen) client.destroy()
    },
  }
}

export async function checkRedis(url: string): Promise<void> {
  const socket = { connectTimeout: 5000, reconnectStrategy: false as const }
  const client = createClient({ url, socket, disableClientInfo: true })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.eval('return 1')
  } finally {
    if (client.isOpen) client.destroy()
  }
}

async function rejectLate(): Promise<never> {
  await sleep(TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`no response within ${TIMEOUT_MS} ms`)
}
