import { computeIdentityId } from '../../../auth/accounts/identities.ts'
import { loadAccountDetails, type AccountForSignIn } from '../../../auth/accounts/queries.ts'
import type { Context } from '../../../core/context.ts'
import { respond } from '../../../http/result.ts'

/** Returns the ways to sign in, never their secrets. */
export async function respondWithAccount(ctx: Context, account: AccountForSignIn) {
  const { account_id, email, email_verified, password_hash, has_totp, passkeys, identities, version } = account
  const { name, recovery_codes_left } = await loadAccountDetails(ctx.db, account)
  const body = { account_id, email, name, email_verified, has_password: password_hash !== null, has_totp, passkeys }
  const connected = identities.map((one) => ({
    identity_id: computeIdentityId(one),
    issuer: one.issuer,
    connected_at: one.connected_at,
  }))
  const can_connect = ctx.services.config.accounts.mode === 'beside'
  return respond({ ...body, recovery_codes_left, identities: connected, can_connect, version }, version)
}
