import { createHmac } from 'node:crypto'
import type { Dependencies } from '../../core/dependencies.ts'
import type { Database } from '../../db/database.ts'
import { UNMATCHABLE_HASH, UNMATCHABLE_SCRYPT_HASH } from './password-hashes.ts'
import { hasScryptPasswords } from './queries.ts'

/** Maximum age of a cached result. */
const MAX_AGE_MS = 60_000

const scryptPasswords = new WeakMap<Database, { readAt: number; exist: Promise<boolean> }>()

/**
 * Returns the hash to compare with if an address has no password, so that the response takes as long. While passwords
 * with slower hashes remain, half of the addresses get a slow one, always the same ones.
 */
export async function selectDecoyHash(
  { database, keyring, clock }: Pick<Dependencies, 'database' | 'keyring' | 'clock'>,
  emailKey: string,
): Promise<string> {
  let cached = scryptPasswords.get(database)
  if (!cached || Math.abs(clock() - cached.readAt) > MAX_AGE_MS) {
    cached = { readAt: clock(), exist: hasScryptPasswords(database.db) }
    scryptPasswords.set(database, cached)
    cached.exist.catch(() => scryptPasswords.delete(database))
  }
  if (!(await cached.exist)) return UNMATCHABLE_HASH
  const [byte] = createHmac('sha256', keyring.deriveKeys('decoy-hashes')[0]!).update(emailKey).digest()
  return byte! % 2 === 0 ? UNMATCHABLE_HASH : UNMATCHABLE_SCRYPT_HASH
}
