import { findAccountById, raiseAuthEpoch, savePassword, type AccountRow } from '../../../auth/accounts/queries.ts'
import { deleteLinksOfAccount } from '../../../auth/accounts/links.ts'
import { deleteOtherSessions } from '../../../auth/browser-sessions.ts'
import type { Context } from '../../../core/context.ts'
import { buildGrantRevokedEvent } from '../../platform/connected-apps/queries.ts'
import { revokeGrant } from '../../platform/tokens/queries.ts'
import { emitSessionEnded } from '../sessions/events.ts'
import { emitSignInChanged, type SignInChange } from './events.ts'
import { lockOwnGrants } from './queries.ts'

/**
 * Ends the other sessions, the connected apps and the unused links of a user whose ways to sign in changed, and records
 * the change in each of their organizations. Open streams of an ended credential close at their next check.
 */
export async function endOtherAccess(ctx: Context, account: AccountRow, change: SignInChange): Promise<void> {
  const { db, user, caller } = ctx
  await raiseAuthEpoch(db, account.account_id, ctx.now)
  await deleteLinksOfAccount(db, account.account_id)
  for (const session_id of await deleteOtherSessions(db, user.user_id, caller.browser?.session_id ?? null))
    emitSessionEnded(ctx, session_id, 'sign_in_changed')
  const ending = { at: ctx.wallTime, by: user.username, reason: 'sign_in_changed' }
  for (const grant of await lockOwnGrants(ctx)) {
    await revokeGrant(db, grant.org_id, grant.grant_id, ending)
    ctx.emit(buildGrantRevokedEvent(grant, ending.reason))
  }
  emitSignInChanged(ctx, account, change)
}

/** Stores a new password, and ends other access. */
export async function changePassword(ctx: Context, account: AccountRow, passwordHash: string): Promise<void> {
  const hadPassword = (await findAccountById(ctx.db, account.account_id))?.password_hash !== null
  await savePassword(ctx.db, account.account_id, passwordHash, ctx.now)
  await endOtherAccess(ctx, account, hadPassword ? 'password_changed' : 'password_added')
}
