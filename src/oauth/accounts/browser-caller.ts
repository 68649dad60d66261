import type { FastifyRequest } from 'fastify'
import { findSessionBySecretHash, getSessionExpiry, hashSessionSecret } from '../../auth/browser-sessions.ts'
import { Caller } from '../../core/caller.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { getSessionCookieName, parseCookies } from '../../http/cookies.ts'

/** Finds the user who is signed in in this browser. */
export async function findBrowserCaller(services: Dependencies, request: FastifyRequest): Promise<Caller | undefined> {
  const secret = parseCookies(request).get(getSessionCookieName(services.config))
  if (!secret) return undefined
  const row = await findSessionBySecretHash(services.database, hashSessionSecret(secret))
  const until = row ? getSessionExpiry(services.config, row) : 0
  if (!row || until <= services.clock()) return undefined
  const { session_id, authenticated_at } = row
  const loginMillis = authenticated_at === null ? null : Date.parse(authenticated_at)
  return new Caller(row, row.memberships ?? [], null, null, until, {
    session_id,
    loginMillis,
    lockedOrgIds: row.locked_org_ids ?? [],
  })
}
