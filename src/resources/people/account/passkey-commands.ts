import { findUsableIssuer } from '../../../auth/accounts/identities.ts'
import {
  createPasskeyOptions,
  findPasskeyObstacle,
  storePasskeyChallenge,
  takePasskeyChallenge,
  verifyNewPasskey,
  type NewPasskey,
} from '../../../auth/accounts/passkeys.ts'
import { raiseAccountVersion, type AccountForSignIn } from '../../../auth/accounts/queries.ts'
import type { Context } from '../../../core/context.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { endOtherAccess, lockSession, requireOwnSecondFactor, unlockSession } from './commands.ts'
import { emitSignInChanged } from './events.ts'
import { deletePasskeyRow, insertPasskey, savePasskeyName, type PasskeyTarget } from './passkey-queries.ts'
import { requireOtherWay, requirePasskeyCapacity } from './rules.ts'

/** Throws 409 with the reason if browsers offer no passkeys for this server. */
export function requirePasskeys({ services }: Context): void {
  const obstacle = findPasskeyObstacle(services.config)
  if (obstacle !== undefined) throw conflict(obstacle)
}

/** Stores a challenge and returns the options for `navigator.credentials.create`. */
export async function beginPasskey(ctx: Context, account: AccountForSignIn) {
  requireOwnSecondFactor(ctx, account)
  requirePasskeyCapacity(account)
  const owner = { ...account, name: ctx.user.username }
  const options = await createPasskeyOptions(ctx.db, ctx.services.config, owner)
  await storePasskeyChallenge(ctx.db, account.account_id, options.challenge, ctx.wallMillis)
  await raiseAccountVersion(ctx.db, account.account_id, ctx.now)
  return { options: options as unknown as Record<string, unknown>, passkey: null }
}

/** Verifies the answer of the browser and uses up its challenge. Throws 422 if it is not valid. */
async function verifyAnswer(ctx: Context, account: AccountForSignIn, credential: object): Promise<NewPasskey> {
  const takeChallenge = (challenge: string) =>
    takePasskeyChallenge(ctx.db, account.account_id, challenge, ctx.wallMillis)
  const verified = await verifyNewPasskey(ctx.services.config, credential, takeChallenge)
  if (!verified) throw invalid(['body', 'credential'], 'is not a valid answer to the last options of this account')
  return verified
}

/** Stores a passkey that the browser created for the options. Other sessions continue. */
export async function confirmPasskey(
  ctx: Context,
  account: AccountForSignIn,
  { credential, name }: { credential: object; name: string },
) {
  requireOwnSecondFactor(ctx, account)
  requirePasskeyCapacity(account)
  const verified = await verifyAnswer(ctx, account, credential)
  const passkey = await insertPasskey(ctx, account.account_id, { ...verified, name })
  if (!passkey) throw conflict('This passkey is already set up.')
  await unlockSession(ctx, account)
  await raiseAccountVersion(ctx.db, account.account_id, ctx.now)
  emitSignInChanged(ctx, account, 'passkey_added')
  return { options: null, passkey }
}

export const renamePasskey = (ctx: Context, { passkey }: PasskeyTarget, name: string) =>
  passkey.name === name ? passkey : savePasskeyName(ctx, passkey, name)

/** Deletes a passkey, and ends other access. Throws 409 for the last way to sign in. */
export async function removePasskey(ctx: Context, { account, passkey }: PasskeyTarget): Promise<void> {
  requireOwnSecondFactor(ctx, account)
  requireOtherWay(account, 'passkey', findUsableIssuer(ctx.services.config))
  await deletePasskeyRow(ctx, passkey)
  await lockSession(ctx, { ...account, passkeys: account.passkeys - 1 })
  await endOtherAccess(ctx, account, 'passkey_removed')
}
