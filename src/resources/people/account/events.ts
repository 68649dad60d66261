import type { AccountRow } from '../../../auth/accounts/queries.ts'
import type { Context } from '../../../core/context.ts'
import type { SignInChange } from './rules.ts'

export const signInChangedEvent = {
  'account.sign_in_changed': 'A user changed how they sign in to their account: password or second factor.',
}

/** Emits that a way to sign in changed, in every organization of the caller. */
export function emitSignInChanged(
  ctx: Context,
  { account_id }: Pick<AccountRow, 'account_id'>,
  change: SignInChange,
): void {
  for (const org_id of ctx.caller.orgIds)
    ctx.emit({
      org_id,
      type: 'account.sign_in_changed',
      resource_type: 'account',
      resource_id: account_id,
      before: null,
      after: { user_id: ctx.user.user_id, change },
    })
}
