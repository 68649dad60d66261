import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  deleteBrowserSession,
  findSessionBySecretHash,
  insertBrowserSession,
  createSessionId,
  hashSessionSecret,
  type NewBrowserSession,
} from '../../auth/browser-sessions.ts'
import { lockAccount, type AccountRow } from '../../auth/accounts/queries.ts'
import { saveUserLanguage } from '../../auth/user-language.ts'
import { chooseLanguage } from '../../core/messages/language.ts'
import { Caller } from '../../core/caller.ts'
import { parseCookies, getUserCookieName, getSessionCookieName, setCookie } from '../../http/cookies.ts'
import { conflict } from '../../core/errors.ts'
import type { Transaction } from '../../db/database.ts'
import { commitContextEvents } from '../../events/log.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { emitSessionEnded, emitSessionStarted } from '../../resources/people/sessions/events.ts'
import { createPageContext } from '../consent/request.ts'
import { problemTexts } from '../messages/problems.ts'

/** Event of a new session. Declared here, since no operation creates sessions. */
export const sessionStartedEvent = { 'session.started': 'A user signed in in a browser.' }

const SEAL_PURPOSE = 'id-token'

export interface ProviderSession {
  authenticated: number | null
  idToken: string | undefined
  sid: string | undefined
  sub: string | undefined
  maxLifetimeMs: number
  /** Account that the user signed in with, as it was when they proved who they are. */
  account?: ProvedAccount
  /** True for a sign-in with an account that used no second factor. */
  lacksSecondFactor?: boolean
}

type ProvedAccount = Pick<AccountRow, 'account_id' | 'auth_epoch'>

/** Locks the account. Throws 409 if its ways to sign in changed since, which ended its sessions, or it was disabled. */
export async function requireUnchangedAccount(
  trx: Transaction,
  { account_id, auth_epoch }: ProvedAccount,
): Promise<void> {
  const account = await lockAccount(trx, account_id)
  if (account?.auth_epoch === auth_epoch && account.disabled_at === null) return
  throw conflict(problemTexts.accountChanged)
}

export async function startBrowserSession(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  { authenticated, idToken, sid, sub, maxLifetimeMs, account, lacksSecondFactor = false }: ProviderSession,
): Promise<void> {
  const { config, keyring, database } = services
  const previousSecret = parseCookies(request).get(getSessionCookieName(config))
  const session_id = createSessionId(services.clock())
  const secret = await database.transaction(async (trx) => {
    if (account) await requireUnchangedAccount(trx, account)
    const ctx = createPageContext(services, request, { caller }, trx, true)
    const session: NewBrowserSession = {
      session_id,
      user_id: caller.user.user_id,
      authenticated,
      ip: ctx.ip,
      user_agent: ctx.userAgent,
      id_token: idToken === undefined ? null : keyring.encrypt(SEAL_PURPOSE, session_id, idToken),
      provider_sid: sid ?? null,
      provider_sub: sub ?? null,
      maxLifetimeMs,
      lacksSecondFactor,
    }
    const sessionSecret = await insertBrowserSession(trx, ctx.wallMillis, session, previousSecret)
    await saveUserLanguage(trx, session.user_id, chooseLanguage(request.headers['accept-language']))
    emitSessionStarted(ctx, session_id)
    await commitContextEvents(ctx, trx)
    return sessionSecret
  })
  const seconds = maxLifetimeMs / 1000
  setCookie(config, reply, getSessionCookieName(config), secret, { path: '/', seconds })
  setCookie(config, reply, getUserCookieName(config), caller.user.user_id, {
    path: '/',
    seconds,
    readable: true,
  })
}

/**
 * Ends the browser session, if any, and commits `session.ended` events. Returns the ID token of the sign-in, if stored.
 */
export async function endBrowserSession(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const { config, database } = services
  const secret = parseCookies(request).get(getSessionCookieName(config))
  for (const name of [getSessionCookieName(config), getUserCookieName(config)])
    setCookie(config, reply, name, '', { path: '/', seconds: 0 })
  const row = secret ? await findSessionBySecretHash(database, hashSessionSecret(secret)) : undefined
  if (!row) return undefined
  const caller = new Caller(row, row.memberships ?? [], null)
  const ended = await database.transaction(async (trx) => {
    const ctx = createPageContext(services, request, { caller }, trx, true)
    const found = await deleteBrowserSession(trx, row.user_id, row.session_id)
    if (found) emitSessionEnded(ctx, row.session_id, 'signed_out')
    await commitContextEvents(ctx, trx)
    return found
  })
  return ended?.id_token ? openIdToken(services, row.session_id, ended.id_token) : undefined
}

/** Decrypts an ID token; undefined if its key was removed, since signing out works without it. */
function openIdToken({ keyring }: Dependencies, sessionId: string, encrypted: string): string | undefined {
  try {
    return keyring.decrypt(SEAL_PURPOSE, sessionId, encrypted)
  } catch {
    return undefined
  }
}
