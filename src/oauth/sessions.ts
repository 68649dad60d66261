import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  endSignIn,
  findSignIn,
  insertSignIn,
  newSignInId,
  secretHash,
  type Beginning,
} from '../identity/browser-sessions.ts'
import { Caller } from '../kernel/caller.ts'
import { cookiesOf, personCookie, sessionCookie, setCookie } from '../kernel/request/cookies.ts'
import { recordOf } from '../kernel/write/ledger.ts'
import type { Services } from '../kernel/services/services.ts'
import { tellEnded, tellStarted } from '../resources/sessions/making.ts'
import { pageContext } from './asking.ts'

/** The event of a sign-in. It stands here, since people sign in on pages and by no operation. */
export const sessionStarted = { 'session.started': 'Somebody signed in in a browser.' }

const purpose = 'id-token'

/** What the identity provider said of somebody who signed in there. */
export interface Proof {
  authenticated: number | null
  idToken: string | undefined
  /** What it calls the sign-in, and the person, where it says so. */
  sid: string | undefined
  sub: string | undefined
  /** How long the sign-in may last by it, in milliseconds. */
  most: number
}

/** Signs a person in, in this browser, and tells each of their organizations. */
export async function startSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  { authenticated, idToken, sid, sub, most }: Proof,
): Promise<void> {
  const { config, keyring, database } = services
  const before = cookiesOf(request).get(sessionCookie(config))
  const session_id = newSignInId(services.clock())
  const secret = await database.transaction(async (trx) => {
    const ctx = pageContext(services, request, { caller }, trx, true)
    const beginning: Beginning = {
      session_id,
      user_id: caller.user.user_id,
      authenticated,
      ip: ctx.ip,
      user_agent: ctx.userAgent,
      id_token: idToken === undefined ? null : keyring.seal(purpose, session_id, idToken),
      provider_sid: sid ?? null,
      provider_sub: sub ?? null,
      most,
    }
    const made = await insertSignIn(trx, ctx.wallMillis, beginning, before)
    tellStarted(ctx, session_id)
    await recordOf(ctx, trx)
    return made
  })
  const seconds = most / 1000
  setCookie(config, reply, sessionCookie(config), secret, { path: '/', seconds })
  setCookie(config, reply, personCookie(config), caller.user.user_id, { path: '/', seconds, readable: true })
}

/**
 * Signs out, in this browser, and tells each organization of the person; gives the ID token with which they had signed in,
 * where there is one. Whoever is not signed in is so afterwards too.
 */
export async function endSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const { config, database } = services
  const secret = cookiesOf(request).get(sessionCookie(config))
  for (const name of [sessionCookie(config), personCookie(config)])
    setCookie(config, reply, name, '', { path: '/', seconds: 0 })
  const row = secret ? await findSignIn(database, secretHash(secret)) : undefined
  if (!row) return undefined
  const caller = new Caller(row, row.memberships ?? [], null)
  const ended = await database.transaction(async (trx) => {
    const ctx = pageContext(services, request, { caller }, trx, true)
    const found = await endSignIn(trx, row.user_id, row.session_id)
    if (found) tellEnded(ctx, row.session_id, 'signed_out')
    await recordOf(ctx, trx)
    return found
  })
  return ended?.id_token ? opened(services, row.session_id, ended.id_token) : undefined
}

/** A sealed ID token; undefined where its key is gone, since one can sign out without it. */
function opened({ keyring }: Services, sessionId: string, sealed: string): string | undefined {
  try {
    return keyring.open(purpose, sessionId, sealed)
  } catch {
    return undefined
  }
}
