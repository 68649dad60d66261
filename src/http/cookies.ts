import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../core/config/config.ts'

type Settings = Pick<Config, 'baseUrl'>

const isHttps = ({ baseUrl }: Settings) => baseUrl.startsWith('https://')

/** Returns the cookie name suffix of an installation, since browsers share cookies between ports of a host. */
export function getPortSuffix(baseUrl: string): string {
  const { port } = new URL(baseUrl)
  return port === '' ? '' : `_${port}`
}

/**
 * Returns the full name of a cookie of this installation. On https it has the prefix `__Host-`, so that no subdomain can
 * set it (RFC 6265bis section 4.1.3); that requires `Path=/`.
 */
export const buildCookieName = (config: Settings, name: string): string =>
  `${isHttps(config) ? '__Host-' : ''}${name}${getPortSuffix(config.baseUrl)}`

export const getSessionCookieName = (config: Settings): string => buildCookieName(config, 'svc_session')

/** Name of the readable cookie with the signed-in user's id, by which the console selects its local data. */
export const getUserCookieName = (config: Settings): string => buildCookieName(config, 'svc_person')

/** Trims only spaces and tabs, as browsers do: a name with other white space is a different name. */
const trim = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '')

/**
 * Parses the cookies of a request. Omits a duplicate name: another host of the site set one of the two, and the server
 * cannot tell which.
 */
export function parseCookies(request: Pick<FastifyRequest, 'headers'>): Map<string, string> {
  const cookies = new Map<string, string>()
  const repeated = new Set<string>()
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 0) continue
    const name = trim(pair.slice(0, equals))
    if (cookies.has(name)) repeated.add(name)
    cookies.set(name, trim(pair.slice(equals + 1)))
  }
  for (const name of repeated) cookies.delete(name)
  return cookies
}

export function normalizeCookies(request: Pick<FastifyRequest, 'headers'>): void {
  if (request.headers.cookie === undefined) return
  request.headers.cookie = Array.from(parseCookies(request), ([name, value]) => `${name}=${value}`).join('; ')
}

/** Sets a cookie: SameSite=Lax, and HttpOnly unless `readable`. 0 seconds delete it. */
export function setCookie(
  config: Settings,
  reply: FastifyReply,
  name: string,
  value: string,
  { path, seconds, readable }: { path: string; seconds: number; readable?: boolean },
): void {
  const flags = `${readable ? '' : '; HttpOnly'}; SameSite=Lax${isHttps(config) ? '; Secure' : ''}`
  const attributes = `Path=${path}; Max-Age=${seconds}${flags}`
  reply.header('set-cookie', `${name}=${value}; ${attributes}`)
}
