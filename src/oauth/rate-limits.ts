import type { FastifyRequest } from 'fastify'
import { getIpKey, getRetryAfterSeconds } from '../http/limits/rate-limits.ts'
import { Problem } from '../core/errors.ts'
import type { Dependencies } from '../core/dependencies.ts'
import type { ProviderContext } from './oidc-provider-types.ts'

/** Weight of a request; requests that store a row count more. */
const requestWeight = (path: string) =>
  path === '/oauth/register' ? 10 : path === '/oauth/device_authorization' ? 5 : 1

async function countRequest(
  { config, limits, monotonic }: Dependencies,
  path: string,
  address: string,
): Promise<number | null> {
  const limit = config.rateLimit.address
  if (limit === 0) return null
  const millis = monotonic()
  const window = await limits.oauth.count(`${path} ${getIpKey(address)}`, millis)
  return window.used * requestWeight(path) <= limit ? null : getRetryAfterSeconds(window, millis)
}

const describeLimit = (requestKind: string, seconds: number) =>
  `Too many ${requestKind} from this address. Wait ${seconds} seconds.`

/** Endpoints that count failures only, since servers call them for many users. */
const serverEndpoints = ['/oauth/token', '/oauth/introspect', '/auth/back-channel-logout']

export const countsFailures = (path: string): boolean => serverEndpoints.includes(path)

/**
 * Throws 429 for an IP with too many requests. Nothing is consumed, so the request can be repeated. Failures of server
 * endpoints are counted by `limitFailureResponse` and `limitFailure`.
 */
export async function limitRequests(services: Dependencies, request: FastifyRequest): Promise<void> {
  const { url } = request.routeOptions
  if (url === undefined || countsFailures(url)) return
  await enforceLimit(services, request, 'requests')
}

/** Throws 429 instead of an error for an IP with too many failures. */
export const limitFailure = (services: Dependencies, request: FastifyRequest): Promise<void> =>
  enforceLimit(services, request, 'failures')

async function enforceLimit(services: Dependencies, request: FastifyRequest, requestKind: string): Promise<void> {
  const seconds = await countRequest(services, request.routeOptions.url!, request.ip)
  if (seconds === null) return
  throw new Problem(429, describeLimit(requestKind, seconds), { headers: { 'retry-after': String(seconds) } })
}

/**
 * Replaces errors of server endpoints by 429 for an IP with too many failures. Successful requests are not limited, not
 * even by failures of others at the same IP.
 */
export async function limitFailureResponse(services: Dependencies, context: ProviderContext, path: string) {
  if (context.status < 400 || context.status >= 500) return
  // Polling at the right interval is no failure.
  if ((context.body as { error?: string } | undefined)?.error === 'authorization_pending') return
  const seconds = await countRequest(services, path, context.ip)
  if (seconds === null) return
  context.status = 429
  context.set({ 'retry-after': String(seconds) })
  context.body = { error: 'temporarily_unavailable', error_description: describeLimit('failures', seconds) }
}

const MAX_CODES = { person: 10, address: 30 }

/**
 * Counts an entered user code and returns the seconds to wait; null within the limit. User codes are short enough to be
 * guessed without one.
 */
export async function countUserCode(
  { config, limits, monotonic }: Dependencies,
  { ip }: FastifyRequest,
  userId: string,
): Promise<number | null> {
  const millis = monotonic()
  const [person, address] = await Promise.all([
    limits.oauth.count(`code of ${userId}`, millis),
    limits.oauth.count(`code from ${getIpKey(ip)}`, millis),
  ])
  const exceeded = [
    person.used > MAX_CODES.person && person,
    config.rateLimit.address > 0 && address.used > MAX_CODES.address && address,
  ].flatMap((window) => (window ? [getRetryAfterSeconds(window, millis)] : []))
  return exceeded.length === 0 ? null : Math.max(...exceeded)
}
