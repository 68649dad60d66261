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

/** Throws 409 if the password is the only way to sign in. */
export function requireOtherWay({ has_passkey }: AccountForSignIn): void {
  if (!has_passkey) throw conflict('The password is the only way to sign in, and the last one cannot be removed.')
}

/** Throws 409 if TOTP is set up already. */
export function rejectConfirmedTotp({ has_totp }: AccountForSignIn): void {
  if (has_totp) throw conflict('An authenticator app is set up already. Remove it first.')
}
