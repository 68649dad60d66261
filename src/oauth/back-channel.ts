import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { endSignInsOf } from '../identity/browser-sessions.ts'
import { IdentityProviderUnavailable } from '../kernel/oidc/oidc.ts'
import { LogoutRefused, verifyLogout, type Logout } from '../kernel/oidc/logout.ts'
import { Problem, unavailable } from '../kernel/problem.ts'
import { problemOf } from '../kernel/request/failures.ts'
import type { Services } from '../kernel/services/services.ts'
import { recordOwn } from '../kernel/write/ledger.ts'
import { endedIn } from '../resources/sessions/making.ts'
import { readSubmitted } from './forms.ts'
import { limitFailure } from './limits.ts'
import { refuse } from './refusing.ts'

/** Bytes that a logout token may take; they have about a thousand. */
const mostBytes = 16 * 1024

/**
 * Takes the word of the identity provider that somebody signed out there (OpenID Connect Back-Channel Logout 1.0). Whether
 * anybody of that name was signed in here makes no difference to the answer.
 */
export async function takeLogout(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [token, ...more] = (await readSubmitted(request.raw, mostBytes)).getAll('logout_token')
  if (token === undefined || more.length > 0) throw new Problem(400, 'Send one logout_token in a form.')
  const logout = await verified(services, token)
  await endSignIns(services, logout, hash('sha256', token, 'buffer'))
  return reply.code(200).header('cache-control', 'no-store').send()
}

/** Answers what went wrong; what is refused counts for its address. */
export async function refuseLogout(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let problem = problemOf(error)
  if (problem.status === 400)
    await limitFailure(services, request).catch((limited: unknown) => (problem = problemOf(limited)))
  if (problem.status === 500) request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  return refuse(request, reply, problem)
}

function verified({ config, sessions, clock }: Services, token: string): Promise<Logout> {
  return verifyLogout(sessions, config.oidc, token, clock()).catch((error: unknown) => {
    if (error instanceof LogoutRefused)
      throw new Problem(400, `The logout token is refused: ${error.message}.`)
    if (error instanceof IdentityProviderUnavailable)
      throw unavailable('The identity provider does not answer.')
    throw error
  })
}

/** Ends what the provider has ended, and tells each organization of the person; at a token's first use alone. */
async function endSignIns(services: Services, logout: Logout, tokenHash: Buffer): Promise<void> {
  const { config, database } = services
  await database.transaction(async (trx) => {
    if (!(await isFirstUse(trx, logout, tokenHash))) return
    const ended = await endSignInsOf(trx, config.oidc.issuer, logout)
    const told = ended.flatMap(({ memberships, user_id, session_id }) =>
      endedIn(
        (memberships ?? []).map(({ org_id }) => org_id),
        user_id,
        session_id,
        'ended_by_provider',
      ),
    )
    await recordOwn(services, trx, told)
  })
}

/**
 * Whether a token comes for the first time. A provider that missed our answer sends the same once more: that is fine, and
 * does not end what the person has begun since. Throws 400 for another one under the same `jti`.
 */
async function isFirstUse(trx: Db, { jti, until }: Logout, tokenHash: Buffer): Promise<boolean> {
  const [row] = await trx.query(sql<{ same: boolean; uses: number }>`
    insert into logout_tokens as t (jti_hash, token_hash, expires_at)
    values (${hash('sha256', jti, 'buffer')}, ${tokenHash}, ${new Date(until).toISOString()})
    on conflict (jti_hash) do update set uses = t.uses + 1
    returning token_hash = ${tokenHash} as same, uses`)
  if (!row!.same) throw new Problem(400, 'Another logout token had this "jti".')
  return row!.uses === 1
}
