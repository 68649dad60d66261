import type { AccountForSignIn } from '../../../auth/accounts/queries.ts'
import { conflict } from '../../../core/errors.ts'

/** Change of the ways in which a user signs in, as named in the event. */
export type SignInChange =
  | 'password_added'
  | 'password_changed'
  | 'password_removed'
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'identity_connected'
  | 'identity_removed'

type RemovedWay = 'password' | 'passkey' | 'identity'

/** Throws 409 if the way to sign in that is about to be removed is the only one. `issuer` is the provider, if any. */
export function requireOtherWay(
  { password_hash, passkeys, identities }: Pick<AccountForSignIn, 'password_hash' | 'passkeys' | 'identities'>,
  removed: RemovedWay,
  issuer: string | undefined,
): void {
  const signInWayCount =
    (password_hash === null ? 0 : 1) + passkeys + identities.filter((one) => one.issuer === issuer).length
  if (signInWayCount < 2)
    throw conflict(`The ${removed} is the only way to sign in, and the last one cannot be removed.`)
}

const MAX_PASSKEYS = 20

/** Throws 409 if the account has as many passkeys as allowed. */
export function requirePasskeyCapacity({ passkeys }: Pick<AccountForSignIn, 'passkeys'>): void {
  if (passkeys >= MAX_PASSKEYS) throw conflict(`An account has at most ${MAX_PASSKEYS} passkeys. Delete one first.`)
}

/** Throws 409 if TOTP is set up already. */
export function rejectConfirmedTotp({ has_totp }: AccountForSignIn): void {
  if (has_totp) throw conflict('An authenticator app is set up already. Remove it first.')
}
