/** Formats of stored password hashes. */
import { scryptSync, timingSafeEqual } from 'node:crypto'
import { hashSync, verifySync } from '@node-rs/argon2'

/** Argon2id (RFC 9106) with the memory and the passes that OWASP recommends: about 20 ms for each hash. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const CURRENT_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** Hashes that no password has, with the cost of the current format and of that of versions up to 0.2. */
export const UNMATCHABLE_HASH = `${CURRENT_PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`
export const UNMATCHABLE_SCRYPT_HASH = ['scrypt', 15, 8, 3, 'A'.repeat(22), 'A'.repeat(43)].join('$')

/** Hashes a password with a new salt; the result names its parameters, so that they can change. */
export const computeHash = (password: string): string => hashSync(password, COST)

/** Returns whether a password has this hash. */
export const matchesHash = (password: string, stored: string): boolean =>
  stored.startsWith('scrypt$') ? matchesScryptHash(password, stored) : verifySync(stored, password)

/** Returns whether a hash has another format or cost than new ones. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(CURRENT_PREFIX)

/** Versions up to 0.2 stored `scrypt$log2(N)$r$p$salt$key` (RFC 7914). */
function matchesScryptHash(password: string, stored: string): boolean {
  const [log2, r, p, salt, key] = stored.split('$').slice(1) as [string, string, string, string, string]
  const expected = Buffer.from(key, 'base64url')
  const options = { N: 2 ** +log2, r: +r, p: +p, maxmem: 256 * 2 ** +log2 * +r }
  return timingSafeEqual(scryptSync(password, Buffer.from(salt, 'base64url'), expected.length, options), expected)
}
