import type { AccountRow } from '../../../auth/accounts/queries.ts'
import type { ChangeEvent } from '../../../core/change-event.ts'
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

type ChangedAccount = Pick<AccountRow, 'account_id' | 'user_id'>

export const buildSignInChangedEvents = (
  orgIds: readonly string[],
  { account_id, user_id }: ChangedAccount,
  change: SignInChange,
): ChangeEvent[] =>
  orgIds.map((org_id) => ({
    org_id,
    type: 'account.sign_in_changed',
    resource_type: 'account',
    resource_id: account_id,
    before: null,
    after: { user_id, change },
  }))

/** Emits that a way to sign in changed, in every organization of the caller. */
export function emitSignInChanged(ctx: Context, account: ChangedAccount, change: SignInChange): void {
  for (const event of buildSignInChangedEvents(ctx.caller.allOrgIds, account, change)) ctx.emit(event)
}
