import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type Config, ConfigError, type SecretKey } from '../config/config.ts'
import { parseSecretKeys } from '../config/formats.ts'
import { decodeBase64url } from '../values/base64url.ts'
import { privateFile } from './private-file.ts'

/**
 * Keeps secrets that must be read back (webhook secrets, stored answers) unreadable in the database.
 * What is sealed is bound to its purpose and its row: copied into another row it does not open.
 */
export interface Keyring {
  /** Version of the key that seals now. */
  readonly current: number
  /** Versions of all keys, in the order of `derived`. */
  readonly versions: readonly number[]
  /** AES-256-GCM (NIST SP 800-38D) under the current key; gives `VERSION.base64url`. */
  seal(purpose: string, row_id: string, plaintext: string): string
  /** Throws `SecretUnreadable` when the key is not in the ring, or purpose, row or text differ from the sealed. */
  open(purpose: string, row_id: string, sealed: string): string
  /** Whether `sealed` is under an older key than the current one, and so wants to be sealed anew. */
  isOld(sealed: string): boolean
  /** Keys of 32 bytes for another use, such as signing cursors (HKDF, RFC 5869): the current key's first. */
  derived(purpose: string): Buffer[]
}

/** A sealed value that this keyring cannot open. */
export class SecretUnreadable extends Error {}

const NONCE = 12
const TAG = 16

/** Makes a keyring of `keys`, the first of which is current. */
export function createKeyring(keys: readonly SecretKey[]): Keyring {
  const [current] = keys
  if (!current) throw new ConfigError('SECRET_KEYS', 'must hold at least one key')
  const derivedKeys = new Map<string, Buffer[]>()
  const byVersion = new Map(keys.map(({ version, key }) => [version, key]))
  return {
    current: current.version,
    versions: keys.map(({ version }) => version),
    seal(purpose, row_id, plaintext) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
      cipher.setAAD(binding(current.version, purpose, row_id))
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body])
      return `${current.version}.${sealed.toString('base64url')}`
    },
    open(purpose, row_id, sealed) {
      const version = versionOf(sealed)
      const key = byVersion.get(version)
      if (!key) throw new SecretUnreadable(`no key of version ${version} in the keyring`)
      const bytes = decodeBase64url(sealed.slice(sealed.indexOf('.') + 1))
      if (!bytes) throw new SecretUnreadable('not in canonical base64url')
      try {
        return decrypted(key, binding(version, purpose, row_id), bytes)
      } catch (cause) {
        throw new SecretUnreadable(`sealed otherwise than for ${purpose} of ${row_id}`, { cause })
      }
    },
    isOld: (sealed) => versionOf(sealed) !== current.version,
    derived(purpose) {
      const known = derivedKeys.get(purpose)
      if (known) return known
      const made = keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
      derivedKeys.set(purpose, made)
      return made
    },
  }
}

/** The text that was sealed into `bytes` under this key and binding; throws when either is another. */
function decrypted(key: Buffer, bound: Buffer, bytes: Buffer): string {
  const nonce = bytes.subarray(0, NONCE)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
  decipher.setAAD(bound)
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
}

/**
 * The keyring of `config`: `SECRET_KEYS`, else the key file of the data folder, made on first use.
 * Throws `ConfigError`.
 */
export function loadKeyring(config: Pick<Config, 'secretKeys' | 'dataDir'>): Keyring {
  if (config.secretKeys) return createKeyring(config.secretKeys)
  const text = privateFile(config.dataDir, 'secret-keys', () => `1:${randomBytes(32).toString('base64')}\n`)
  return createKeyring(parseSecretKeys(text, `DATA_DIR: ${config.dataDir}/secret-keys`))
}

const versionOf = (sealed: string) => Number(/^[1-9]\d{0,8}(?=\.)/.exec(sealed)?.[0] ?? 0)

/** JSON keeps the parts apart, whatever they hold. */
const binding = (version: number, purpose: string, row_id: string) =>
  Buffer.from(JSON.stringify([version, purpose, row_id]))
