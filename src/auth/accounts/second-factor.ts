import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../core/caller.ts'
import type { Context } from '../../core/context.ts'
import type { Keyring } from '../../core/crypto/keyring.ts'
import { conflict } from '../../core/errors.ts'
import {
  acceptTotpStep,
  findAccountByUser,
  findTotp,
  hasSecondFactor,
  takeRecoveryCode,
  type AccountForSignIn,
} from './queries.ts'
import { findTotpStep } from './totp.ts'

const PURPOSE = 'account-totp'
const RECOVERY_CODES = 10
/** Crockford base32, without letters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export const encryptTotpSecret = (keyring: Keyring, accountId: string, secret: string): string =>
  keyring.encrypt(PURPOSE, accountId, secret)
export const decryptTotpSecret = (keyring: Keyring, accountId: string, encrypted: string): string =>
  keyring.decrypt(PURPOSE, accountId, encrypted)

/** Creates ten codes of 80 random bits, such as `4g7k-0qsd-m2xw-9zvr`. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(randomBytes(16), (byte) => ALPHABET[byte % 32]).join('')
    return letters.match(/.{4}/g)!.join('-')
  })

export const hashRecoveryCode = (code: string): string =>
  hash('sha256', code.toLowerCase().replaceAll(/[\s-]/g, ''), 'base64url')

/** Accepts a code of an authenticator app or a recovery code, each once. */
export async function acceptSecondFactor(
  db: Db,
  keyring: Keyring,
  accountId: string,
  code: string,
  millis: number,
): Promise<boolean> {
  if (!/^[\d\s]*$/.test(code)) return takeRecoveryCode(db, accountId, hashRecoveryCode(code))
  const totp = await findTotp(db, accountId)
  if (!totp || totp.confirmed_at === null) return false
  const step = findTotpStep(decryptTotpSecret(keyring, accountId, totp.secret), code, millis, totp.counter)
  return step !== undefined && acceptTotpStep(db, accountId, step, new Date(millis).toISOString())
}

/**
 * Returns whether organizations are locked for the session because it did not use the second factor of the account: it
 * must not change how its user signs in.
 */
export const lacksOwnSecondFactor = (caller: Caller, account: AccountForSignIn): boolean =>
  caller.membershipsRequiringSecondFactor.length > 0 && hasSecondFactor(account)

/** Throws 409 with this detail if the caller has an account without a second factor. */
export async function requireSecondFactor({ db, user }: Context, detail: string): Promise<void> {
  const account = await findAccountByUser(db, user.user_id)
  if (account && !hasSecondFactor(account)) throw conflict(detail)
}
