import { randomBytes, timingSafeEqual } from 'node:crypto'
import { isCommonPassword } from './common-passwords.ts'
import type { HashSource } from './hash-queue.ts'
import { runInTurn, type DeriveKey } from './hash-threads.ts'
import { passwordTexts } from './password-texts.ts'
import type { HashJob } from './hash-worker.ts'

export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 256

/** Parameters of scrypt (RFC 7914): 32 MiB and about 0.2 s for each hash, as OWASP recommends for this memory size. */
const COST = { log2: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32

function buildHashJob(password: string, salt: Buffer, { log2, r, p }: typeof COST): HashJob {
  // NFKC, since keyboards enter the same character in different forms (NIST SP 800-63B, section 3.1.1.2).
  const text = password.normalize('NFKC')
  return { text, salt, bytes: HASH_BYTES, options: { N: 2 ** log2, r, p, maxmem: 256 * 2 ** log2 * r } }
}

/** Hashes a new password with scrypt; the result names its parameters, so that they can change. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await runInTurn('proved', (derive) => derive(buildHashJob(password, salt, COST)))
  return ['scrypt', COST.log2, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Hash of no password, compared for unknown addresses so that their response takes as long. */
const NO_PASSWORD = `scrypt$${COST.log2}$${COST.r}$${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Returns whether a password matches its hash; `null` takes as long and never matches. Throws 503 if too many wait. */
export const verifyPassword = (password: string, stored: string | null, source: HashSource): Promise<boolean> =>
  runInTurn(
    source,
    (derive) => verifyPasswordInTurn(password, stored, derive),
    (matches) => !matches,
  )

/** Verifies a password on the thread of a turn. */
export async function verifyPasswordInTurn(
  password: string,
  stored: string | null,
  derive: DeriveKey,
): Promise<boolean> {
  const [log2, r, p, salt, key] = (stored ?? NO_PASSWORD).split('$').slice(1) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const limited = password.slice(0, MAX_PASSWORD_LENGTH)
  const derived = await derive(buildHashJob(limited, Buffer.from(salt, 'base64url'), { log2: +log2, r: +r, p: +p }))
  return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && stored !== null && limited === password
}

/** Returns why a new password is not accepted; undefined if it is. There are no composition rules. */
export function findPasswordProblem(password: string, email: string): string | undefined {
  const length = [...password].length
  if (length < MIN_PASSWORD_LENGTH) return passwordTexts.tooShort(MIN_PASSWORD_LENGTH)
  if (length > MAX_PASSWORD_LENGTH) return passwordTexts.tooLong(MAX_PASSWORD_LENGTH)
  const lower = password.normalize('NFKC').toLowerCase()
  const address = email.toLowerCase()
  const isGuessable =
    isCommonPassword(lower) || /^(.{1,3})\1+$/u.test(lower) || lower === address || lower === address.split('@')[0]
  return isGuessable ? passwordTexts.guessable : undefined
}
