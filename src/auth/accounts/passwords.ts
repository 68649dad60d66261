import { isCommonPassword } from './common-passwords.ts'
import type { HashSource } from './hash-queue.ts'
import { runInTurn, type Hasher } from './hash-threads.ts'
import { UNMATCHABLE_HASH } from './password-hashes.ts'
import { passwordTexts } from './password-texts.ts'

export const MIN_PASSWORD_LENGTH = 10
/** In UTF-16 code units, as `maxlength` counts. */
export const MAX_PASSWORD_LENGTH = 256

/** NFKC, since keyboards enter the same character in different forms (NIST SP 800-63B, section 3.1.1.2). */
const normalizePassword = (password: string): string => password.normalize('NFKC')

/** Hashes a new password. Throws 503 if too many wait. */
export const hashPassword = (password: string): Promise<string> =>
  runInTurn('proved', (hasher) => hashPasswordInTurn(password, hasher))

/** Hashes a password on the thread of a turn. */
export const hashPasswordInTurn = (password: string, hasher: Hasher): Promise<string> =>
  hasher.hash(normalizePassword(password))

/** Returns whether a password matches its hash; `null` takes as long and never matches. Throws 503 if too many wait. */
export const verifyPassword = (password: string, stored: string | null, source: HashSource): Promise<boolean> =>
  runInTurn(
    source,
    (hasher) => verifyPasswordInTurn(password, stored ?? UNMATCHABLE_HASH, hasher),
    (matches) => !matches,
  )

/** Verifies a password on the thread of a turn. */
export async function verifyPasswordInTurn(password: string, stored: string, hasher: Hasher): Promise<boolean> {
  const limited = password.slice(0, MAX_PASSWORD_LENGTH)
  return (await hasher.verify(normalizePassword(limited), stored)) && limited === password
}

/** Returns why a new password is not accepted; undefined if it is. There are no composition rules. */
export function findPasswordProblem(password: string, email: string): string | undefined {
  if ([...password].length < MIN_PASSWORD_LENGTH) return passwordTexts.tooShort(MIN_PASSWORD_LENGTH)
  if (password.length > MAX_PASSWORD_LENGTH) return passwordTexts.tooLong(MAX_PASSWORD_LENGTH)
  const lower = password.normalize('NFKC').toLowerCase()
  const address = email.toLowerCase()
  const isGuessable =
    isCommonPassword(lower) || /^(.{1,3})\1+$/u.test(lower) || lower === address || lower === address.split('@')[0]
  return isGuessable ? passwordTexts.guessable : undefined
}
