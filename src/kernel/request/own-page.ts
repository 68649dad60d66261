import type { FastifyRequest } from 'fastify'
import { isLoopback, type Config } from '../config/config.ts'
import { cookiesOf, sessionCookie } from './cookies.ts'

/**
 * Whether a page of this server sent a request by itself, as its browser says (Fetch Metadata, section 2.1). A browser sends
 * the cookie of a sign-in along with whatever leads here, from wherever; so it counts for nothing without this. A write
 * also names our origin, and carries a header that no form and no page of another origin can send.
 */
export function isFromOwnPage({ baseUrl }: Pick<Config, 'baseUrl'>, request: FastifyRequest): boolean {
  const { method, headers } = request
  const site = headers['sec-fetch-site']
  const isOwn = site === 'same-origin' || (site === undefined && namesOrigin(baseUrl, headers))
  if (!isOwn) return false
  return method === 'GET' || method === 'HEAD' || (headers.origin === baseUrl && headers['x-csrf'] === '1')
}

/**
 * Returns whether a request names our origin over plain http outside loopback, where browsers send no Fetch Metadata
 * (Secure Contexts, section 3.1). A read of a page has no Origin there, but a Referer.
 */
function namesOrigin(baseUrl: string, { origin, referer }: FastifyRequest['headers']): boolean {
  if (!baseUrl.startsWith('http://') || isLoopback(baseUrl)) return false
  if (origin !== undefined) return origin === baseUrl
  return referer !== undefined && URL.canParse(referer) && new URL(referer).origin === baseUrl
}

/**
 * Whether a page says that it was opened for somebody else than who is signed in in its browser by now. Without this, what
 * one person wrote in it would be done in the name of the next.
 */
export const isForAnother = ({ headers }: FastifyRequest, userId: string): boolean =>
  headers['x-person'] !== undefined && headers['x-person'] !== userId

/**
 * The secret of the sign-in that a request to the API comes with; undefined where it has none, or an `Authorization`
 * header, beside which no cookie counts.
 */
export const signInSecret = (config: Pick<Config, 'baseUrl'>, request: FastifyRequest): string | undefined =>
  request.headers.authorization === undefined
    ? cookiesOf(request).get(sessionCookie(config)) || undefined
    : undefined
