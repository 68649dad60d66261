import type { FastifyRequest } from 'fastify'
import { addressKey, secondsLeft } from '../kernel/limits/limits.ts'
import { Problem } from '../kernel/problem.ts'
import type { Services } from '../kernel/services/services.ts'
import type { LibraryContext } from './library.ts'

/** How often a request counts: a registration ten times, since each leaves a row. */
const weight = (path: string) => (path === '/oauth/register' ? 10 : 1)

/** The seconds an address has to wait at an endpoint, this time counted too; null while it need not. */
async function waitOf(
  { config, limits, clock }: Services,
  path: string,
  address: string,
): Promise<number | null> {
  const most = config.rateLimit.address
  if (most === 0) return null
  const millis = clock()
  const window = await limits.oauth.count(`${path} ${addressKey(address)}`, millis)
  return window.used * weight(path) <= most ? null : secondsLeft(window, millis)
}

const tooMany = (what: string, seconds: number) =>
  `Too many ${what} from this address. Wait ${seconds} seconds.`

/**
 * 429 for an address that asks too often. Nothing is used up by it: the same request may be sent again. At the token
 * endpoint failures alone are counted, once they are known (`limitFailures`).
 */
export async function limitUse(services: Services, request: FastifyRequest): Promise<void> {
  const { url } = request.routeOptions
  if (url === undefined || url === '/oauth/token') return
  const seconds = await waitOf(services, url, request.ip)
  if (seconds === null) return
  throw new Problem(429, tooMany('requests', seconds), { headers: { 'retry-after': String(seconds) } })
}

/**
 * 429 in place of what is refused at the token endpoint, for an address whose requests failed too often. A server that
 * refreshes for thousands of people is not limited, nor by what others at its address do.
 */
export async function limitFailures(services: Services, context: LibraryContext): Promise<void> {
  if (context.status < 400 || context.status >= 500) return
  const seconds = await waitOf(services, '/oauth/token', context.ip)
  if (seconds === null) return
  context.status = 429
  context.set({ 'retry-after': String(seconds) })
  context.body = { error: 'temporarily_unavailable', error_description: tooMany('failures', seconds) }
}
