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

/** Event of a new session. Declared here, since no operation creates sessions. */
export const sessionStarted = { 'session.started': 'A user signed in in a browser.' }

const SEAL_PURPOSE = 'id-token'

export interface Proof {
  authenticated: number | null
  idToken: string | undefined
  /** Session ID and subject at the provider, if reported. */
  sid: string | undefined
  sub: string | undefined
  most: number
}

/** Creates a browser session, sets its cookies and commits `session.started` events. */
export async function startSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  { authenticated, idToken, sid, sub, most }: Proof,
): Promise<void> {
  const { config, keyring, database } = services
  const previousSecret = cookiesOf(request).get(sessionCookie(config))
  const session_id = newSignInId(services.clock())
  const secret = await database.transaction(async (trx) => {
    const ctx = pageContext(services, request, { caller }, trx, true)
    const session: Beginning = {
      session_id,
      user_id: caller.user.user_id,
      authenticated,
      ip: ctx.ip,
      user_agent: ctx.userAgent,
      id_token: idToken === undefined ? null : keyring.seal(SEAL_PURPOSE, session_id, idToken),
      provider_sid: sid ?? null,
      provider_sub: sub ?? null,
      most,
    }
    const sessionSecret = await insertSignIn(trx, ctx.wallMillis, session, previousSecret)
    tellStarted(ctx, session_id)
    await recordOf(ctx, trx)
    return sessionSecret
  })
  const seconds = most / 1000
  setCookie(config, reply, sessionCookie(config), secret, { path: '/', seconds })
  setCookie(config, reply, personCookie(config), caller.user.user_id, { path: '/', seconds, readable: true })
}

/**
 * Ends the browser session, if any, and commits `session.ended` events. Returns the ID token of the sign-in, if stored.
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
  return ended?.id_token ? openIdToken(services, row.session_id, ended.id_token) : undefined
}

/** Decrypts an ID token; undefined if its key was removed, since signing out works without it. */
function openIdToken({ keyring }: Services, sessionId: string, encrypted: string): string | undefined {
  try {
    return keyring.open(SEAL_PURPOSE, sessionId, encrypted)
  } catch {
    return undefined
  }
}
