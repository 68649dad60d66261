import type { FastifyRequest } from 'fastify'
import { insertIdentity } from '../../auth/accounts/identities.ts'
import { raiseAccountVersion, type AccountRow } from '../../auth/accounts/queries.ts'
import { lockBrowserSession } from '../../auth/browser-sessions.ts'
import type { Caller } from '../../core/caller.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { normalizeEmail } from '../../core/email-address.ts'
import { conflict, forbidden } from '../../core/errors.ts'
import { commitContextEvents } from '../../events/log.ts'
import { emitSignInChanged } from '../../resources/people/account/events.ts'
import { createPageContext } from '../consent/request.ts'
import { requireUnchangedAccount } from '../sign-in/sessions.ts'
import type { AccountFlow } from './flow.ts'
import { problemTexts } from '../messages/problems.ts'

/**
 * Connects an identity with the user of an account who proved both. Throws 409 if the identity belongs to a user, or the
 * ways to sign in to the account changed or the session of the caller ended since.
 */
export async function connectIdentity(
  services: Dependencies,
  request: FastifyRequest,
  caller: Caller,
  account: Pick<AccountRow, 'account_id' | 'user_id' | 'auth_epoch'>,
  identity: { issuer: string; subject: string },
): Promise<void> {
  await services.database.transaction(async (trx) => {
    await requireUnchangedAccount(trx, account)
    const { browser, user } = caller
    if (browser && !(await lockBrowserSession(trx, user.user_id, browser.session_id)))
      throw conflict(problemTexts.accountChanged)
    const ctx = createPageContext(services, request, { caller }, trx, true)
    if (!(await insertIdentity(trx, account.user_id, identity, ctx.now))) throw conflict(problemTexts.identityTaken)
    await raiseAccountVersion(trx, account.account_id, ctx.now)
    emitSignInChanged(ctx, account, 'identity_connected')
    await commitContextEvents(ctx, trx)
  })
}

/** Connects the identity with which a sign-in began, now that its user has proved the account with the same address. */
export async function connectPending(
  services: Dependencies,
  request: FastifyRequest,
  caller: Caller,
  account: AccountRow,
  connect: NonNullable<AccountFlow['connect']>,
): Promise<void> {
  if (!account.email_verified || normalizeEmail(account.email) !== normalizeEmail(connect.email))
    throw forbidden(problemTexts.proveAddress(connect.email))
  await connectIdentity(services, request, caller, account, connect)
}
