import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { deleteSessionsByProvider } from '../auth/browser-sessions.ts'
import { IdentityProviderUnavailable } from '../auth/oidc/session-token.ts'
import { LogoutTokenInvalid, verifyLogoutToken, type LogoutToken } from '../auth/oidc/logout-token.ts'
import { Problem, unavailable } from '../core/errors.ts'
import { toProblem } from '../http/error-handler.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { commitSystemEvents } from '../events/log.ts'
import { buildSessionEndedEvents } from '../resources/people/sessions/events.ts'
import { readUrlEncodedForm } from './read-form.ts'
import { limitFailure } from './rate-limits.ts'
import { sendOAuthError } from './error-response.ts'

const MAX_BYTES = 16 * 1024

/**
 * Handles a back-channel logout of the identity provider (OpenID Connect Back-Channel Logout 1.0). The response does
 * not reveal whether the user had a session.
 */
export async function handleBackChannelLogout(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [token, ...more] = (await readUrlEncodedForm(request.raw, MAX_BYTES)).getAll('logout_token')
  if (token === undefined || more.length > 0) throw new Problem(400, 'Send exactly one logout_token, form-encoded.')
  const logout = await requireLogoutToken(services, token)
  await endSessions(services, logout, hash('sha256', token, 'buffer'))
  return reply.code(200).header('cache-control', 'no-store').send()
}

/** Sends an error response. Rejected requests count against the rate limit of their IP. */
export async function rejectBackChannelLogout(
  services: Dependencies,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let problem = toProblem(error)
  if (problem.status === 400)
    await limitFailure(services, request).catch((limited: unknown) => (problem = toProblem(limited)))
  if (problem.status === 500) request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  return sendOAuthError(request, reply, problem)
}

function requireLogoutToken({ config, sessions, clock }: Dependencies, token: string): Promise<LogoutToken> {
  return verifyLogoutToken(sessions, config.oidc, token, clock()).catch((error: unknown) => {
    if (error instanceof LogoutTokenInvalid) throw new Problem(400, `The logout token is invalid: ${error.message}.`)
    if (error instanceof IdentityProviderUnavailable)
      throw unavailable('The identity provider is unavailable. Retry later.')
    throw error
  })
}

async function endSessions(services: Dependencies, logout: LogoutToken, tokenHash: Buffer): Promise<void> {
  const { config, database } = services
  await database.transaction(async (trx) => {
    if (!(await isFirstUse(trx, logout, tokenHash))) return
    const sessions = await deleteSessionsByProvider(trx, config.oidc.issuer, logout)
    const events = sessions.flatMap(({ memberships, user_id, session_id }) =>
      buildSessionEndedEvents(
        (memberships ?? []).map(({ org_id }) => org_id),
        user_id,
        session_id,
        'ended_by_provider',
      ),
    )
    await commitSystemEvents(services, trx, events)
  })
}

/**
 * Records a token and returns whether this is its first use. A repeated token is accepted without effect, so that a
 * provider's retry does not end newer sessions. Throws 400 for another token with the same `jti`.
 */
async function isFirstUse(trx: Db, { jti, until }: LogoutToken, tokenHash: Buffer): Promise<boolean> {
  const [row] = await trx.query(sql<{ same: boolean; uses: number }>`
    insert into logout_tokens as t (jti_hash, token_hash, expires_at)
    values (${hash('sha256', jti, 'buffer')}, ${tokenHash}, ${new Date(until).toISOString()})
    on conflict (jti_hash) do update set uses = t.uses + 1
    returning token_hash = ${tokenHash} as same, uses`)
  if (!row!.same) throw new Problem(400, 'Another logout token with this "jti" was already used.')
  return row!.uses === 1
}
