import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { findSessionBySecretHash, hashSessionSecret } from '../../auth/browser-sessions.ts'
import { Caller } from '../../core/caller.ts'
import { parseCookies, getSessionCookieName } from '../../http/cookies.ts'
import type { Dependencies } from '../../core/dependencies.ts'

/**
 * User who is signed in in a browser, so that connecting another app needs no new sign-in. Consent pages accept a
 * session for one hour only, since what is allowed there lasts and browsers may be shared.
 */
export interface ConsentSession {
  id: string
  caller: Caller
  /** Authentication time at the identity provider in milliseconds since the epoch; null if it did not send one. */
  authenticated: number | null
}

const MAX_AGE_MS = 60 * 60_000

export async function findConsentSession(
  services: Dependencies,
  request: FastifyRequest,
): Promise<ConsentSession | undefined> {
  const id = parseCookies(request).get(getSessionCookieName(services.config))
  if (!id) return undefined
  const row = await findSessionBySecretHash(services.database, hashSessionSecret(id))
  const since = services.clock() - MAX_AGE_MS
  if (!row || Date.parse(row.signed_in_at) <= since) return undefined
  const authenticated = row.authenticated_at === null ? null : Date.parse(row.authenticated_at)
  const browser = { session_id: row.session_id, loginMillis: authenticated, lockedOrgIds: row.locked_org_ids ?? [] }
  return { id, caller: new Caller(row, row.memberships ?? [], null, null, Infinity, browser), authenticated }
}

/**
 * Returns the CSRF token of a form, bound to the session and the request. A request is decided once, so the token works
 * once.
 */
export const createCsrfToken = ({ keyring }: Dependencies, { id }: ConsentSession, uid: string): string =>
  createHmac('sha256', keyring.deriveKeys('oauth-form')[0]!).update(`${id}\n${uid}`).digest('base64url')

export function isValidForm(
  services: Dependencies,
  request: FastifyRequest,
  session: ConsentSession,
  uid: string,
  form: URLSearchParams,
): boolean {
  if (request.headers.origin !== services.config.baseUrl) return false
  // Compares lengths in bytes, as timingSafeEqual requires.
  const [sent, expected] = [form.get('form') ?? '', createCsrfToken(services, session, uid)].map((text) =>
    Buffer.from(text),
  )
  return sent!.length === expected!.length && timingSafeEqual(sent!, expected!)
}
