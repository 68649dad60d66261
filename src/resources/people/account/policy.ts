import { computeIdentityId, type ConnectedIdentity } from '../../../auth/accounts/identities.ts'
import { findAccountByUser, lockAccount, type AccountForSignIn } from '../../../auth/accounts/queries.ts'
import type { Call, Context } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'

/** Returns the caller's account, locked on writes. Throws 404 for users of an identity provider, who have none. */
export async function loadOwnAccount({ ctx }: { ctx: Context }): Promise<AccountForSignIn> {
  const found = await findAccountByUser(ctx.db, ctx.user.user_id)
  if (!found) throw notFound()
  if (!ctx.locksRows) return found
  ctx.advanceTimePast([await lockAccount(ctx.db, found.account_id)].filter((row) => row !== undefined))
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
