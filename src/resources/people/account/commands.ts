import { forgetFailures, releaseUnchecked, takeAttempt, toAttempt } from '../../../auth/accounts/attempts.ts'
import {
  deleteConnectedIdentities,
  deleteIdentity,
  findUsableIssuer,
  type ConnectedIdentity,
} from '../../../auth/accounts/identities.ts'
import { findPasswordProblem, hashPassword, verifyPassword } from '../../../auth/accounts/passwords.ts'
import {
  confirmPendingTotp,
  deleteCredential,
  deleteSecondFactors,
  findAccountById,
  findTotp,
  hasSecondFactor,
  markAccountVerified,
  raiseAccountVersion,
  raiseAuthEpoch,
  saveDisplayName,
  savePassword,
  savePendingTotp,
  type AccountForSignIn,
  type AccountRow,
} from '../../../auth/accounts/queries.ts'
import {
  createRecoveryCodes,
  decryptTotpSecret,
  encryptTotpSecret,
  hashRecoveryCode,
  lacksOwnSecondFactor,
} from '../../../auth/accounts/second-factor.ts'
import { buildTotpUri, createTotpSecret, findTotpStep } from '../../../auth/accounts/totp.ts'
import { markSecondFactor } from '../../../auth/browser-sessions.ts'
import type { Context } from '../../../core/context.ts'
import { conflict, invalid, secondFactorRequired, tooManyFailedLogins } from '../../../core/errors.ts'
import { renderQrCode } from '../../../core/qr-code.ts'
import { endAccessTokens, endSessionsAndApps } from './end-access.ts'
import { emitSignInChanged } from './events.ts'
import { requireOtherWay, type SignInChange } from './rules.ts'

/**
 * Ends the other sessions, the connected apps and the unused links of a user whose ways to sign in changed, and records
 * the change in each of their organizations. Open streams of an ended credential close at their next check.
 */
export async function endOtherAccess(ctx: Context, account: AccountRow, change: SignInChange): Promise<void> {
  await raiseAuthEpoch(ctx.db, account.account_id, ctx.now)
  const events = await endSessionsAndApps(ctx.db, {
    account,
    database: ctx.services.database,
    orgIds: ctx.caller.allOrgIds,
    exceptSessionId: ctx.caller.browser?.session_id ?? null,
    ending: { at: ctx.wallTime, by: ctx.user.username, reason: 'sign_in_changed' },
  })
  for (const event of events) ctx.emit(event)
  emitSignInChanged(ctx, account, change)
}

/** Stores a new password, and ends other access. */
export async function changePassword(ctx: Context, account: AccountRow, passwordHash: string): Promise<void> {
  const hadPassword = (await findAccountById(ctx.db, account.account_id))?.password_hash !== null
  await savePassword(ctx.db, account.account_id, passwordHash, ctx.now)
  await endOtherAccess(ctx, account, hadPassword ? 'password_changed' : 'password_added')
}

/**
 * Verifies the address of an account, and ends the ways to sign in and the access tokens of another user who may have
 * created it.
 */
export async function claimAccount(ctx: Context, account: AccountRow): Promise<void> {
  await deleteSecondFactors(ctx.db, account.account_id)
  await deleteConnectedIdentities(ctx.db, account.user_id)
  await markAccountVerified(ctx.db, account, ctx.now)
  const ending = { at: ctx.wallTime, by: ctx.user.username, reason: 'sign_in_changed' as const }
  const { database } = ctx.services
  for (const event of await endAccessTokens(ctx.db, { account, database, ending })) ctx.emit(event)
}

/** A hash of a new password, and the epoch of the account whose current password was verified. */
interface PreparedPassword {
  passwordHash: string
  auth_epoch: number
}

/** Verifies the current password and hashes the new one. Throws 422 for wrong ones, 429 after many attempts. */
export async function preparePassword(
  ctx: Context,
  account: AccountForSignIn,
  { current_password, new_password }: { current_password?: string | null; new_password: string },
): Promise<PreparedPassword> {
  requireOwnSecondFactor(ctx, account)
  const problem = findPasswordProblem(new_password, account.email)
  if (problem !== undefined) throw invalid(['body', 'new_password'], problem)
  if (account.password_hash !== null) {
    const attempts = [toAttempt('account', `change ${account.account_id}`)]
    const seconds = await takeAttempt(ctx.services, attempts)
    if (seconds > 0) throw tooManyFailedLogins(seconds)
    const check = verifyPassword(current_password ?? '', account.password_hash, 'proved')
    if (!(await releaseUnchecked(ctx.services.database.db, attempts, check)))
      throw invalid(['body', 'current_password'], 'is not the current password')
    await forgetFailures(ctx.services.database.db, attempts)
  }
  return { passwordHash: await hashPassword(new_password), auth_epoch: account.auth_epoch }
}

/** Stores a prepared password. Throws 409 if the ways to sign in changed since the current password was verified. */
export async function savePreparedPassword(
  ctx: Context,
  account: AccountRow,
  { passwordHash, auth_epoch }: PreparedPassword,
): Promise<void> {
  if (account.auth_epoch !== auth_epoch)
    throw conflict('The ways to sign in to this account have just changed. Try again.')
  await changePassword(ctx, account, passwordHash)
}

/** Changes the display name of the user of an account. */
export async function renameUser({ db, now }: Context, account: AccountRow, name: string): Promise<void> {
  if (await saveDisplayName(db, account.user_id, name, now)) await raiseAccountVersion(db, account.account_id, now)
}

export async function removePassword(ctx: Context, account: AccountForSignIn): Promise<void> {
  requireOwnSecondFactor(ctx, account)
  requireOtherWay(account, 'password', findUsableIssuer(ctx.services.config))
  await deleteCredential(ctx.db, account.account_id, 'password')
  await endOtherAccess(ctx, account, 'password_removed')
}

/** Stores a secret that a code must confirm. */
export async function beginTotp(ctx: Context, account: AccountForSignIn) {
  requireOwnSecondFactor(ctx, account)
  const secret = createTotpSecret()
  const encrypted = encryptTotpSecret(ctx.services.keyring, account.account_id, secret)
  await savePendingTotp(ctx.db, account.account_id, encrypted, ctx.now)
  await raiseAccountVersion(ctx.db, account.account_id, ctx.now)
  const otpauth_url = buildTotpUri(secret, account.email, new URL(ctx.services.config.baseUrl).host)
  return { secret, otpauth_url, qr_code: renderQrCode(otpauth_url), recovery_codes: null }
}

/** Confirms the stored secret by a code and creates recovery codes. Throws 422 for a wrong code. */
export async function confirmTotp(ctx: Context, account: AccountForSignIn, code: string) {
  requireOwnSecondFactor(ctx, account)
  const totp = await findTotp(ctx.db, account.account_id)
  const secret = totp && decryptTotpSecret(ctx.services.keyring, account.account_id, totp.secret)
  const step = secret === undefined ? undefined : findTotpStep(secret, code, ctx.wallMillis, null)
  if (step === undefined) throw invalid(['body', 'code'], 'is not the current code of the authenticator app')
  const recovery_codes = createRecoveryCodes()
  await confirmPendingTotp(ctx.db, account.account_id, step, recovery_codes.map(hashRecoveryCode), ctx.now)
  await unlockSession(ctx, account)
  await endOtherAccess(ctx, account, 'totp_added')
  return { secret: null, otpauth_url: null, qr_code: null, recovery_codes }
}

/** Throws 403 if organizations are locked for the session because it did not use the second factor of the account. */
export function requireOwnSecondFactor({ caller }: Context, account: AccountForSignIn): void {
  if (lacksOwnSecondFactor(caller, account))
    throw secondFactorRequired(caller.membershipsRequiringSecondFactor[0]!.org_name)
}

/** Records that the session has a second factor, unless the account had one before, which the session lacks. */
export async function unlockSession({ db, caller }: Context, account: AccountForSignIn): Promise<void> {
  if (caller.browser && !hasSecondFactor(account)) await markSecondFactor(db, caller.browser.session_id, false)
}

/** Records that the session lacks a second factor once the last one is removed. */
export async function lockSession({ db, caller }: Context, remaining: AccountForSignIn): Promise<void> {
  if (caller.browser && !hasSecondFactor(remaining)) await markSecondFactor(db, caller.browser.session_id, true)
}

export async function removeTotp(ctx: Context, account: AccountForSignIn): Promise<void> {
  requireOwnSecondFactor(ctx, account)
  await deleteCredential(ctx.db, account.account_id, 'totp')
  await lockSession(ctx, { ...account, has_totp: false })
  await endOtherAccess(ctx, account, 'totp_removed')
}

/** Removes an identity, and ends other access. Throws 409 for the last way to sign in. */
export async function disconnectIdentity(
  ctx: Context,
  account: AccountForSignIn,
  identity: ConnectedIdentity,
): Promise<void> {
  requireOwnSecondFactor(ctx, account)
  const issuer = findUsableIssuer(ctx.services.config)
  if (identity.issuer === issuer) requireOtherWay(account, 'identity', issuer)
  await deleteIdentity(ctx.db, account, identity, ctx.now)
  await endOtherAccess(ctx, account, 'identity_removed')
}
