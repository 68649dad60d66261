import { createHmac } from 'node:crypto'
import type { Dependencies } from '../../core/dependencies.ts'
import type { Database } from '../../db/database.ts'
import { UNMATCHABLE_HASH, UNMATCHABLE_SCRYPT_HASH } from './password-hashes.ts'
import { hasScryptPasswords } from './queries.ts'

const scryptPasswords = new WeakMap<Database, Promise<boolean>>()

/**
 * Returns the hash to compare with if an address has no password, so that the response takes as long. While passwords
 * with slower hashes remain, half of the addresses get a slow one, always the same ones.
 */
export async function selectDecoyHash(
  { database, keyring }: Pick<Dependencies, 'database' | 'keyring'>,
  emailKey: string,
): Promise<string> {
  let hasScrypt = scryptPasswords.get(database)
  if (!hasScrypt) {
    hasScrypt = hasScryptPasswords(database.db)
    scryptPasswords.set(database, hasScrypt)
    hasScrypt.catch(() => scryptPasswords.delete(database))
  }
  if (!(await hasScrypt)) return UNMATCHABLE_HASH
  const [byte] = createHmac('sha256', keyring.deriveKeys('decoy-hashes')[0]!).update(emailKey).digest()
  return byte! % 2 === 0 ? UNMATCHABLE_HASH : UNMATCHABLE_SCRYPT_HASH
}
