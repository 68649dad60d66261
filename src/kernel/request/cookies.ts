import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

type Settings = Pick<Config, 'baseUrl'>

const isHttps = ({ baseUrl }: Settings) => baseUrl.startsWith('https://')

/**
 * The cookie of a sign-in in a browser, for the console and for the pages of apps. On https it is bound to this very host:
 * no subdomain can set it (RFC 6265bis section 4.1.3).
 */
export const sessionCookie = (config: Settings): string => `${isHttps(config) ? '__Host-' : ''}svc_session`

/**
 * The cookie beside it that says whose sign-in it is, for as long: the console's script reads it before it draws what the
 * browser keeps of a person. It lets nobody in.
 */
export const personCookie = (config: Settings): string => `${isHttps(config) ? '__Host-' : ''}svc_person`

/** The cookies of a request; of several of one name the first. */
export function cookiesOf(request: Pick<FastifyRequest, 'headers'>): Map<string, string> {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.split('=', 2))
  const named = pairs.map(([name = '', value = '']) => [name.trim(), value.trim()] as const)
  return new Map(named.reverse())
}

/**
 * Sets a cookie that no form of another site sends along, and no script reads unless it is `readable`; without a value,
 * takes it away.
 */
export function setCookie(
  config: Settings,
  reply: FastifyReply,
  name: string,
  value: string,
  { path, seconds, readable }: { path: string; seconds: number; readable?: boolean },
): void {
  const flags = `${readable ? '' : '; HttpOnly'}; SameSite=Lax${isHttps(config) ? '; Secure' : ''}`
  const attributes = `Path=${path}; Max-Age=${seconds}${flags}`
  // Fastify adds to the cookies that are set already.
  reply.header('set-cookie', `${name}=${value}; ${attributes}`)
}
