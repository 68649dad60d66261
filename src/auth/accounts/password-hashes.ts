/** Formats of stored password hashes. */

/** Argon2id (RFC 9106) with the memory and the passes that OWASP recommends: about 20 ms for each hash. */
export const HASH_COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const CURRENT_PREFIX = `$argon2id$v=19$m=${HASH_COST.memoryCost},t=${HASH_COST.timeCost},p=${HASH_COST.parallelism}$`

/** Hashes that no password has, with the cost of the current format and of that of versions up to 0.2. */
export const UNMATCHABLE_HASH = `${CURRENT_PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`
export const UNMATCHABLE_SCRYPT_HASH = ['scrypt', 15, 8, 3, 'A'.repeat(22), 'A'.repeat(43)].join('$')

/** Returns whether a hash has another format or cost than new ones. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(CURRENT_PREFIX)
