import type { AccountForSignIn } from '../../../auth/accounts/queries.ts'
import { conflict } from '../../../core/errors.ts'

/** Throws 409 if the password is the only way to sign in. */
export function requireOtherWay({ has_passkey }: AccountForSignIn): void {
  if (!has_passkey) throw conflict('The password is the only way to sign in. Add a passkey first.')
}

/** Throws 409 if TOTP is set up already. */
export function rejectConfirmedTotp({ has_totp }: AccountForSignIn): void {
  if (has_totp) throw conflict('An authenticator app is set up already. Remove it first.')
}
