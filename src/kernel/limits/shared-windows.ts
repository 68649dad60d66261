import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Log } from '../services/log.ts'
import { windowMillis, type Window } from './windows.ts'

/** Counts, and begins the window with the first: one round trip, and never a key without an end. */
const script = `
  local used = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return {used, left}`

/** Milliseconds a request waits for Redis before its process counts for itself. */
const patience = 200
/** How long Redis is left alone after it failed. */
const pause = 1000

/** Windows that all processes count in together. */
export interface SharedWindows {
  /** Counts as `Windows` do; null while Redis is away, when each process counts for itself. */
  count(key: string, millis: number): Promise<Window | null>
  close(): void
}

/** Windows in Redis. Connects in the background, again and again: no request waits for that or fails because of it. */
export function shareWindows(url: string, log: Log): SharedWindows {
  const client = createClient({ url, disableOfflineQueue: true, disableClientInfo: true })
  let away = false
  let pausedUntil = 0
  const lost = (error: unknown) => {
    if (!away) log('warn', 'Redis is away: this process counts for itself', { error: String(error) })
    away = true
  }
  const found = () => {
    if (away) log('info', 'Redis is back')
    away = false
  }
  client.on('error', lost)
  client.connect().catch(lost)
  return {
    async count(key, millis) {
      if (!client.isReady || millis < pausedUntil) return null
      try {
        const asked = client.eval(script, { keys: [`svc:${key}`], arguments: [String(windowMillis)] })
        const [used, left] = (await Promise.race([asked, late()])) as [number, number]
        found()
        return { used, endsAt: millis + left }
      } catch (error) {
        lost(error)
        pausedUntil = millis + pause
        return null
      }
    },
    close() {
      if (client.isOpen) client.destroy()
    },
  }
}

/** Connects to a Redis server and has it answer once. Throws what is in the way. */
export async function reachRedis(url: string): Promise<void> {
  const socket = { connectTimeout: 5000, reconnectStrategy: false as const }
  const client = createClient({ url, socket, disableClientInfo: true })
  // What goes wrong is thrown by the calls, too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.eval('return 1')
  } finally {
    if (client.isOpen) client.destroy()
  }
}

async function late(): Promise<never> {
  await sleep(patience, undefined, { ref: false })
  throw new Error(`no answer within ${patience} ms`)
}
