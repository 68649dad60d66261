import type { FastifyRequest } from 'fastify'
import { isLoopback, type Config } from '../core/config/config.ts'
import { parseCookies, getSessionCookieName } from './cookies.ts'

/**
 * Protects against CSRF: returns whether a page of this server sent the request (Fetch Metadata, section 2.1). Writes must
 * also have our origin and a header that no form and no other origin can send.
 */
export function isSameOriginRequest({ baseUrl }: Pick<Config, 'baseUrl'>, request: FastifyRequest): boolean {
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
 * Returns whether a page was opened for another user than the one signed in now. Otherwise a page left open would write
 * in the name of the next user of the browser.
 */
export const isForDifferentUser = ({ headers }: FastifyRequest, userId: string): boolean =>
  headers['x-person'] !== undefined && headers['x-person'] !== userId

export const getSessionSecret = (config: Pick<Config, 'baseUrl'>, request: FastifyRequest): string | undefined =>
  request.headers.authorization === undefined
    ? parseCookies(request).get(getSessionCookieName(config)) || undefined
    : undefined
