import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountRow } from '../../auth/accounts/queries.ts'
import { findUserById } from '../../auth/users.ts'
import { Caller } from '../../core/caller.ts'
import { unauthorized } from '../../core/errors.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { recordRequestSignIn } from '../consent/interactions.ts'
import { getMaxSessionMs } from '../sign-in/session-lifetime.ts'
import { startBrowserSession } from '../sign-in/sessions.ts'
import { connectPending } from './connect-identity.ts'
import { rememberDevice } from './known-devices.ts'
import type { FlowTarget } from './flow.ts'

/** Accounts end their sessions themselves, as a provider with back-channel logout does. */
const ENDS_SESSIONS = { backchannel_logout_supported: true }

export async function loadAccountCaller(services: Dependencies, { user_id }: AccountRow): Promise<Caller> {
  const user = await findUserById(services.database, user_id)
  if (!user) throw unauthorized()
  return new Caller(user, user.memberships ?? [], null)
}

/** Factors by which a user proved who they are: one opens only the organizations that do not require a second one. */
type ProvedFactors = 'one factor' | 'two factors'

/** Creates the browser session of an account whose user has proved who they are, and redirects to the page they wanted. */
export async function finishAccountSignIn(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  account: AccountRow,
  target: FlowTarget & { factors: ProvedFactors },
): Promise<void> {
  await startAccountSession(services, request, reply, account, target)
  await reply.header('cache-control', 'no-store').redirect(target.path, 303)
}

export async function startAccountSession(
  services: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  account: AccountRow,
  { uid, connect, factors }: FlowTarget & { factors: ProvedFactors },
): Promise<void> {
  const caller = await loadAccountCaller(services, account)
  if (connect) await connectPending(services, request, caller, account, connect)
  await startBrowserSession(services, request, reply, caller, {
    authenticated: services.clock(),
    idToken: undefined,
    sid: undefined,
    sub: undefined,
    maxLifetimeMs: getMaxSessionMs(services.config, ENDS_SESSIONS),
    account,
    lacksSecondFactor: factors === 'one factor',
  })
  rememberDevice(services, reply, account.account_id)
  if (uid !== undefined) await recordRequestSignIn(services.database.db, uid, caller.user.user_id)
}
