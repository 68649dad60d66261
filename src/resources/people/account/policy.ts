import { computeIdentityId, type ConnectedIdentity } from '../../../auth/accounts/identities.ts'
import { findAccountByUser, lockAccount, type AccountForSignIn } from '../../../auth/accounts/queries.ts'
import type { Call, Context } from '../../../core/context.ts'
import { lockBrowserSession } from '../../../auth/browser-sessions.ts'
import { notFound } from '../../../core/errors.ts'
import { browserSessionEnded } from '../../../http/credential-errors.ts'

/**
 * Returns the caller's account, locked on writes. Throws 404 for users of an identity provider, who have none, and 401 if
 * the session ended since the request was authenticated.
 */
export async function loadOwnAccount({ ctx }: { ctx: Context }): Promise<AccountForSignIn> {
  const found = await findAccountByUser(ctx.db, ctx.user.user_id)
  if (!found) throw notFound()
  if (!ctx.inTransaction) return found
  const { browser, user } = ctx.caller
  const account = await lockAccount(ctx.db, found.account_id)
  // A concurrent change of the ways to sign in ends the session, which then must not change them again.
  if (browser && !(await lockBrowserSession(ctx.db, user.user_id, browser.session_id))) throw browserSessionEnded()
  ctx.advanceTimePast(account ? [account] : [])
  return (await findAccountByUser(ctx.db, ctx.user.user_id))!
}

/** Returns the account like `loadOwnAccount`. Throws 404 if it lacks the method. */
export const loadAccountWith =
  (method: 'password' | 'totp') =>
  async (call: { ctx: Context }): Promise<AccountForSignIn> => {
    const account = await loadOwnAccount(call)
    if (!(method === 'totp' ? account.has_totp : account.password_hash !== null)) throw notFound()
    return account
  }

/** Returns the account like `loadOwnAccount`, with one of its identities. Throws 404 if it has no such identity. */
export async function loadOwnIdentity(
  call: Call<{ identity_id: string }>,
): Promise<AccountForSignIn & { identity: ConnectedIdentity }> {
  const account = await loadOwnAccount(call)
  const identity = account.identities.find((one) => computeIdentityId(one) === call.params.identity_id)
  if (!identity) throw notFound()
  return { ...account, identity }
}
