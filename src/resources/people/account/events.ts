import type { AccountRow } from '../../../auth/accounts/queries.ts'
import type { Context } from '../../../core/context.ts'
import type { SignInChange } from './rules.ts'

export const signInChangedEvent = {
  'account.sign_in_changed': 'A user changed how they sign in: password, second factor, passkey or connected identity.',
}

/** Events of the access that ends with a way to sign in. */
export const endedAccessEvents = {
  'session.ended': 'A user signed out in a browser or at the identity provider, or ended a session.',
  'oauth_grant.revoked': 'A connection to an OAuth app was ended.',
}

/** Emits that a way to sign in changed, in every organization of the caller. */
export function emitSignInChanged(
  ctx: Context,
  { account_id }: Pick<AccountRow, 'account_id'>,
  change: SignInChange,
): void {
  for (const org_id of ctx.caller.allOrgIds)
    ctx.emit({
      org_id,
      type: 'account.sign_in_changed',
      resource_type: 'account',
      resource_id: account_id,
      before: null,
      after: { user_id: ctx.user.user_id, change },
    })
}
