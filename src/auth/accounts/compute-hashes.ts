/** Computes password hashes; loaded by the threads that hash only, since the package has native code. */
import { scryptSync, timingSafeEqual } from 'node:crypto'
import { hashSync, verifySync } from '@node-rs/argon2'
import { HASH_COST } from './password-hashes.ts'

/** Hashes a password with a new salt; the result names its parameters, so that they can change. */
export const computeHash = (password: string): string => hashSync(password, HASH_COST)

/** Returns whether a password has this hash. */
export const matchesPasswordHash = (password: string, stored: string): boolean =>
  stored.startsWith('scrypt$') ? matchesScryptHash(password, stored) : verifySync(stored, password)

/** Versions up to 0.2 stored `scrypt$log2(N)$r$p$salt$key` (RFC 7914). */
function matchesScryptHash(password: string, stored: string): boolean {
  const [log2, r, p, salt, key] = stored.split('$').slice(1) as [string, string, string, string, string]
  const expected = Buffer.from(key, 'base64url')
  const options = { N: 2 ** +log2, r: +r, p: +p, maxmem: 256 * 2 ** +log2 * +r }
  return timingSafeEqual(scryptSync(password, Buffer.from(salt, 'base64url'), expected.length, options), expected)
}
