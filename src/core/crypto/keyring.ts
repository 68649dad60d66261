import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type Config, ConfigError, type SecretKey } from '../config/config.ts'
import { parseSecretKeys } from '../config/formats.ts'
import { decodeBase64url } from '../base64url.ts'
import { readOrCreatePrivateFile } from '../private-file.ts'

/** Purposes whose ciphertexts are stored in the database; `secrets rewrap` encrypts each again. */
export type StoredPurpose = 'account-totp' | 'id-token' | 'idempotency' | 'webhook'

/** Purposes whose ciphertexts only clients have: in cookies, pages, links and cursors. */
type ClientPurpose =
  | 'account-device'
  | 'account-flow'
  | 'events-cursor'
  | 'invitation-stop'
  | 'oauth-device'
  | 'oauth-sign-in'
  | 'unsubscribe'

export type EncryptionPurpose = StoredPurpose | ClientPurpose

/** Encrypts secrets that must be readable again. A ciphertext is bound to its purpose and row. */
export interface Keyring {
  readonly current: number
  readonly versions: readonly number[]
  /** Encrypts with AES-256-GCM (NIST SP 800-38D) under the current key; returns `VERSION.base64url`. */
  encrypt(purpose: EncryptionPurpose, row_id: string, plaintext: string): string
  /** Throws `UndecryptableSecret` if its key is missing, or purpose, row or ciphertext do not match. */
  decrypt(purpose: EncryptionPurpose, row_id: string, encrypted: string): string
  /** Returns whether a value should be re-encrypted, because its key is not the current one. */
  usesOldKey(encrypted: string): boolean
  /** Derives 32-byte keys for another use, such as signing cursors (HKDF, RFC 5869), the current key's first. */
  deriveKeys(purpose: string): Buffer[]
}

export class UndecryptableSecret extends Error {}

const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createKeyring(keys: readonly SecretKey[]): Keyring {
  const [current] = keys
  if (!current) throw new ConfigError('SECRET_KEYS', 'must have at least one key')
  const derivedKeys = new Map<string, Buffer[]>()
  const byVersion = new Map(keys.map(({ version, key }) => [version, key]))
  return {
    current: current.version,
    versions: keys.map(({ version }) => version),
    encrypt(purpose, row_id, plaintext) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
      cipher.setAAD(buildAad(current.version, purpose, row_id))
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      const encrypted = Buffer.concat([nonce, cipher.getAuthTag(), body])
      return `${current.version}.${encrypted.toString('base64url')}`
    },
    decrypt(purpose, row_id, encrypted) {
      const version = parseVersion(encrypted)
      const key = byVersion.get(version)
      if (!key) throw new UndecryptableSecret(`no key of version ${version} in the keyring`)
      const bytes = decodeBase64url(encrypted.slice(encrypted.indexOf('.') + 1))
      if (!bytes) throw new UndecryptableSecret('not in canonical base64url')
      try {
        return decryptBytes(key, buildAad(version, purpose, row_id), bytes)
      } catch (cause) {
        throw new UndecryptableSecret(`not encrypted for ${purpose} of ${row_id}`, { cause })
      }
    },
    usesOldKey: (encrypted) => parseVersion(encrypted) !== current.version,
    deriveKeys(purpose) {
      const cached = derivedKeys.get(purpose)
      if (cached) return cached
      const derived = keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
      derivedKeys.set(purpose, derived)
      return derived
    },
  }
}

function decryptBytes(key: Buffer, aad: Buffer, bytes: Buffer): string {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(aad)
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

/** Loads `SECRET_KEYS`, or the key file of the data folder, created on first use. Throws `ConfigError`. */
export function loadKeyring(config: KeySettings): Keyring {
  if (config.secretKeys) return createKeyring(config.secretKeys)
  return createKeyring(parseSecretKeys(readKeyFile(config.dataDir), `DATA_DIR: ${config.dataDir}/secret-keys`))
}

type KeySettings = Pick<Config, 'secretKeys' | 'dataDir'>

/** Returns the keys in the form of `SECRET_KEYS`. */
export const readSecretKeysText = ({ secretKeys, dataDir }: KeySettings): string =>
  secretKeys
    ? `${secretKeys.map(({ version, key }) => `${version}:${key.toString('base64')}`).join(',')}\n`
    : readKeyFile(dataDir)

const readKeyFile = (dataDir: string) =>
  readOrCreatePrivateFile(dataDir, 'secret-keys', () => `1:${randomBytes(32).toString('base64')}\n`)

const parseVersion = (encrypted: string) => Number(/^[1-9]\d{0,8}(?=\.)/.exec(encrypted)?.[0] ?? 0)

const buildAad = (version: number, purpose: string, row_id: string) =>
  Buffer.from(JSON.stringify([version, purpose, row_id]))
