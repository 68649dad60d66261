import type { FastifyRequest } from 'fastify'
import { addressKey, secondsLeft } from '../kernel/limits/limits.ts'
import { Problem } from '../kernel/problem.ts'
import type { Services } from '../kernel/services/services.ts'
import type { LibraryContext } from './library.ts'

/** How often a request counts: those that leave a row several times. */
const weight = (path: string) =>
  path === '/oauth/register' ? 10 : path === '/oauth/device_authorization' ? 5 : 1

/** The seconds an address has to wait at an endpoint, this time counted too; null while it need not. */
async function waitOf(
  { config, limits, monotonic }: Services,
  path: string,
  address: string,
): Promise<number | null> {
  const most = config.rateLimit.address
  if (most === 0) return null
  const millis = monotonic()
  const window = await limits.oauth.count(`${path} ${addressKey(address)}`, millis)
  return window.used * weight(path) <= most ? null : secondsLeft(window, millis)
}

const tooMany = (what: string, seconds: number) =>
  `Too many ${what} from this address. Wait ${seconds} seconds.`

/** Where failures alone are counted, once they are known: other servers ask there, for many people each. */
const servers = ['/oauth/token', '/oauth/introspect', '/auth/back-channel-logout']

/** Returns whether failures alone are counted at an endpoint. */
export const countsFailures = (path: string): boolean => servers.includes(path)

/**
 * 429 for an address that asks too often. Nothing is used up by it: the same request may be sent again. Where servers ask,
 * `limitFailures` and `limitFailure` count.
 */
export async function limitUse(services: Services, request: FastifyRequest): Promise<void> {
  const { url } = request.routeOptions
  if (url === undefined || countsFailures(url)) return
  await limit(services, request, 'requests')
}

/** 429 in place of what is refused, for an address whose requests to an endpoint failed too often. */
export const limitFailure = (services: Services, request: FastifyRequest): Promise<void> =>
  limit(services, request, 'failures')

async function limit(services: Services, request: FastifyRequest, what: string): Promise<void> {
  const seconds = await waitOf(services, request.routeOptions.url!, request.ip)
  if (seconds === null) return
  throw new Problem(429, tooMany(what, seconds), { headers: { 'retry-after': String(seconds) } })
}

/**
 * Replaces errors at an endpoint for servers by 429 for an IP whose requests failed too often. A server that
 * refreshes for thousands of people is not limited, nor by what others at its address do.
 */
export async function limitFailures(
  services: Services,
  context: LibraryContext,
  path: string,
): Promise<void> {
  if (context.status < 400 || context.status >= 500) return
  // A device that waits as long as it should fails at nothing.
  if ((context.body as { error?: string } | undefined)?.error === 'authorization_pending') return
  const seconds = await waitOf(services, path, context.ip)
  if (seconds === null) return
  context.status = 429
  context.set({ 'retry-after': String(seconds) })
  context.body = { error: 'temporarily_unavailable', error_description: tooMany('failures', seconds) }
}

/** How many codes of devices are looked up a minute, for a person and for an address. */
const mostCodes = { person: 10, address: 30 }

/**
 * The seconds that somebody has to wait who enters a code, this one counted too; null while they need not. A code is
 * short enough to be guessed by whoever may try as often as they like.
 */
export async function waitOfCode(
  { config, limits, monotonic }: Services,
  { ip }: FastifyRequest,
  userId: string,
): Promise<number | null> {
  const millis = monotonic()
  const [person, address] = await Promise.all([
    limits.oauth.count(`code of ${userId}`, millis),
    limits.oauth.count(`code from ${addressKey(ip)}`, millis),
  ])
  const waits = [
    person.used > mostCodes.person && person,
    config.rateLimit.address > 0 && address.used > mostCodes.address && address,
  ].flatMap((window) => (window ? [secondsLeft(window, millis)] : []))
  return waits.length === 0 ? null : Math.max(...waits)
}
