import type { FastifyReply, FastifyRequest } from 'fastify'
import { findUserOfIdentity, IdentityNotConnected } from '../../auth/accounts/identities.ts'
import { findAccountByUser } from '../../auth/accounts/queries.ts'
import { lacksOwnSecondFactor } from '../../auth/accounts/second-factor.ts'
import type { OidcIdentity } from '../../auth/oidc/session-token.ts'
import type { Caller } from '../../core/caller.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { conflict, forbidden, secondFactorRequired } from '../../core/errors.ts'
import { findBrowserCaller } from '../accounts/browser-caller.ts'
import { connectIdentity } from '../accounts/connect-identity.ts'
import { encryptFlow } from '../accounts/flow.ts'
import { problemTexts } from '../messages/problems.ts'

interface SignInTarget {
  path: string
  uid?: string
  connectUser?: string
}

/**
 * Returns the caller of an identity, created if it is unknown, also if a user of a former provider has the address. If an
 * account has it, returns the path of the page where the user signs in to the account first. Throws 403 if the account of
 * the user is disabled.
 */
export async function findCallerOrConnect(
  services: Dependencies,
  reply: FastifyReply,
  identity: OidcIdentity,
  { path, uid }: SignInTarget,
): Promise<Caller | string> {
  try {
    const caller = await services.identity.findOrCreateUser(identity, services.clock())
    const account = await findAccountByUser(services.database.db, caller.user.user_id)
    if (account && account.disabled_at !== null) throw forbidden(problemTexts.disabled)
    return caller
  } catch (error) {
    if (!(error instanceof IdentityNotConnected)) throw error
    const { issuer, subject } = identity
    const connect = { issuer, subject, email: error.email }
    const flow = encryptFlow(services, reply, { path, ...(uid !== undefined && { uid }), again: false, connect })
    return `/id/sign-in?flow=${encodeURIComponent(flow)}`
  }
}

/** Connects an identity with the user who began it in this browser. Returns the page to open afterwards. */
export async function connectOwn(
  services: Dependencies,
  request: FastifyRequest,
  identity: OidcIdentity,
  { path, connectUser }: SignInTarget,
): Promise<string> {
  const caller = await findBrowserCaller(services, request)
  if (!caller || caller.user.user_id !== connectUser) throw conflict(problemTexts.anotherUser)
  const account = await findAccountByUser(services.database.db, caller.user.user_id)
  if (!account || account.disabled_at !== null) throw forbidden(problemTexts.disabled)
  if (lacksOwnSecondFactor(caller, account))
    throw secondFactorRequired(caller.membershipsRequiringSecondFactor[0]!.org_name)
  const owner = await findUserOfIdentity(services.database.db, identity)
  if (owner !== caller.user.user_id) await connectIdentity(services, request, caller, account, identity)
  return path
}
