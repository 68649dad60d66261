import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { findSignIn, secretHash } from '../identity/browser-sessions.ts'
import { Caller } from '../kernel/caller.ts'
import { cookiesOf, sessionCookie } from '../kernel/request/cookies.ts'
import type { Services } from '../kernel/services/services.ts'

/**
 * Who is signed in in a browser, so that connecting a second app doesn't ask for that again. On these pages a sign-in counts
 * for an hour, however long it lasts: what is allowed here goes on by itself, and others may use the same browser.
 */
export interface BrowserSession {
  /** The secret of the cookie. */
  id: string
  caller: Caller
  /** Authentication time at the identity provider in milliseconds since the epoch; null if it did not send one. */
  authenticated: number | null
}

const countsMillis = 60 * 60_000

/** Who signed in here within the last hour, as they are now. */
export async function findSession(
  services: Services,
  request: FastifyRequest,
): Promise<BrowserSession | undefined> {
  const id = cookiesOf(request).get(sessionCookie(services.config))
  if (!id) return undefined
  const row = await findSignIn(services.database, secretHash(id))
  const since = services.clock() - countsMillis
  if (!row || Date.parse(row.signed_in_at) <= since) return undefined
  const authenticated = row.authenticated_at === null ? null : Date.parse(row.authenticated_at)
  return { id, caller: new Caller(row, row.memberships ?? [], null), authenticated }
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
