import ipaddr from 'ipaddr.js'
import type { Config } from '../../core/config/config.ts'
import type { Log } from '../../core/log.ts'
import type { RedisWindows } from './redis-windows.ts'
import { KnownDelays } from './known-delays.ts'
import { createMemoryWindows, type RateLimitWindow, type RateLimitWindows } from './memory-windows.ts'

export interface Limits {
  token: RateLimitWindows
  address: RateLimitWindows
  /** Requests of one IP to the authorization server. */
  oauth: RateLimitWindows
  /** Test emails of an operator. */
  testEmails: RateLimitWindows
  /** Delays after wrong passwords and codes. */
  delays: KnownDelays
  close(): void
}

/** Creates the rate limits, in memory or shared through Redis, which is connected on the first request. */
export function createLimits({ redisUrl }: Config, log: Log): Limits {
  const local = {
    token: createMemoryWindows(),
    address: createMemoryWindows(),
    oauth: createMemoryWindows(),
    testEmails: createMemoryWindows(),
  }
  const delays = new KnownDelays()
  if (redisUrl === undefined) return { ...local, delays, close: () => undefined }
  let opened: Promise<RedisWindows> | undefined
  const open = () =>
    (opened ??= import('./redis-windows.ts').then(({ createRedisWindows }) => createRedisWindows(redisUrl, log)))
  const buildWindows = (name: keyof typeof local): RateLimitWindows => ({
    async count(key, millis) {
      const shared = await open()
      return (await shared.count(`${name}:${key}`, millis)) ?? local[name].count(key, millis)
    },
  })
  const close = () => void opened?.then((shared) => shared.close())
  return {
    token: buildWindows('token'),
    address: buildWindows('address'),
    oauth: buildWindows('oauth'),
    testEmails: buildWindows('testEmails'),
    delays,
    close,
  }
}

export const getRetryAfterSeconds = ({ endsAt }: RateLimitWindow, millis: number): number =>
  Math.max(1, Math.ceil((endsAt - millis) / 1000))

/** Returns the rate-limit headers of a token; `reset` is the end of its window in milliseconds since the epoch. */
export const buildRateLimitHeaders = (limit: number, { used }: RateLimitWindow, reset: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(Math.max(0, limit - used)),
  'x-ratelimit-reset': String(Math.ceil(reset / 1000)),
})

/** Returns the rate-limit key of an IP: the IPv4 address, or the /64 network of IPv6, which one customer controls. */
export function getIpKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  const bytes = address.toByteArray()
  return Buffer.from(bytes.length === 4 ? bytes : bytes.slice(0, 8)).toString('hex')
}
