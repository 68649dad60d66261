import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from '../db/sql.ts'
import { userColumns, type UserRow } from '../identity/people.ts'
import { Caller } from '../kernel/caller.ts'
import type { Services } from '../kernel/services/services.ts'
import { now } from './model.ts'

/**
 * Who is signed in in a browser, so that connecting a second app doesn't ask for that again. It lasts an hour, since others
 * may use the same browser.
 */
export interface BrowserSession {
  id: string
  caller: Caller
}

const sessionSeconds = 60 * 60

const idHash = (id: string) => hash('sha256', id, 'buffer')
const isHttps = ({ config }: Services) => config.baseUrl.startsWith('https://')
/** On https bound to this very host: no subdomain can set it (RFC 6265bis section 4.1.3). */
const sessionCookie = (services: Services) => `${isHttps(services) ? '__Host-' : ''}svc_session`

/** The cookies of a request; of several of one name the first. */
export function cookiesOf(request: FastifyRequest): Map<string, string> {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.split('=', 2))
  const named = pairs.map(([name = '', value = '']) => [name.trim(), value.trim()] as const)
  return new Map(named.reverse())
}

/** Sets a cookie that no script reads and no form of another site sends along; without a value, takes it away. */
export function setCookie(
  services: Services,
  reply: FastifyReply,
  name: string,
  value: string,
  { path, seconds }: { path: string; seconds: number },
): void {
  const secure = isHttps(services) ? '; Secure' : ''
  const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
  reply.header('set-cookie', [...cookies, `${name}=${value}; ${attributes}`])
}

/** Signs a person in, in this browser. */
export async function startSession(services: Services, reply: FastifyReply, userId: string): Promise<void> {
  const id = randomBytes(32).toString('base64url')
  await services.database.db.query(sql`
    insert into browser_sessions (session_hash, user_id, signed_in_at, expires_at)
    values (${idHash(id)}, ${userId}, ${now(services)}, ${now(services, sessionSeconds)})`)
  setCookie(services, reply, sessionCookie(services), id, { path: '/', seconds: sessionSeconds })
}

/** Who is signed in, as they are now. */
export async function findSession(
  services: Services,
  request: FastifyRequest,
): Promise<BrowserSession | undefined> {
  const id = cookiesOf(request).get(sessionCookie(services))
  if (!id) return undefined
  const [row] = await services.database.db.lookUp(sql<UserRow>`
    select ${userColumns} from browser_sessions s join users u on u.user_id = s.user_id
    where s.session_hash = ${idHash(id)} and s.expires_at > ${now(services)}`)
  return row && { id, caller: new Caller(row, row.memberships ?? [], null) }
}

/** Signs out, in this browser. */
export async function endSession(
  services: Services,
  reply: FastifyReply,
  { id }: BrowserSession,
): Promise<void> {
  await services.database.db.query(sql`delete from browser_sessions where session_hash = ${idHash(id)}`)
  setCookie(services, reply, sessionCookie(services), '', { path: '/', seconds: 0 })
}

/**
 * What a form of this session on this request has to bring. No other site can read it, and it is good for one answer,
 * since a request is answered once.
 */
export const formToken = ({ keyring }: Services, { id }: BrowserSession, uid: string): string =>
  createHmac('sha256', keyring.derived('oauth-form')[0]!).update(`${id}\n${uid}`).digest('base64url')

/** Whether a form was sent by a page of ours, to this session, about this request. */
export function isOwnForm(
  services: Services,
  request: FastifyRequest,
  session: BrowserSession,
  uid: string,
  form: URLSearchParams,
): boolean {
  if (request.headers.origin !== services.config.baseUrl) return false
  // Lengths are compared in bytes, as timingSafeEqual does: in UTF-8 a character may take several.
  const [given, known] = [form.get('form') ?? '', formToken(services, session, uid)].map((text) =>
    Buffer.from(text),
  )
  return given!.length === known!.length && timingSafeEqual(given!, known!)
}
