import { randomBytes } from 'node:crypto'
import { UndecryptableSecret, type Keyring } from '../../../core/crypto/keyring.ts'

/** Returns a new secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const generateWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const toWebhookSecretPrefix = (secret: string): string => secret.slice(0, 'whsec_'.length + 6)

interface SecretOwner {
  org_id: string
  subscription_id: string
}

const PURPOSE = 'webhook'
const toContext = ({ org_id, subscription_id }: SecretOwner) => `${org_id} ${subscription_id}`

export const encryptWebhookSecret = (keyring: Keyring, row: SecretOwner, secret: string): string =>
  keyring.encrypt(PURPOSE, toContext(row), secret)

export const decryptWebhookSecret = (keyring: Keyring, row: SecretOwner, encrypted: string): string =>
  keyring.decrypt(PURPOSE, toContext(row), encrypted)

export interface EncryptedSecrets {
  secret: string
  previous_secret: string | null
  previous_secret_expires_at: string | null
}

/**
 * Returns the secrets that sign at an instant: the current one, and the previous one while it is valid. Empty if the key
 * of the current one was lost; a previous one whose key was lost is left out.
 */
export function listSigningSecrets(
  keyring: Keyring,
  row: SecretOwner,
  stored: EncryptedSecrets,
  millis: number,
): string[] {
  const { secret, previous_secret, previous_secret_expires_at } = stored
  const isInGrace = previous_secret !== null && Date.parse(previous_secret_expires_at!) > millis
  const current = findWebhookSecret(keyring, row, secret)
  if (current === undefined) return []
  const previous = isInGrace ? findWebhookSecret(keyring, row, previous_secret) : undefined
  return previous === undefined ? [current] : [current, previous]
}

/** Decrypts a secret; undefined if its key was lost. */
export function findWebhookSecret(keyring: Keyring, row: SecretOwner, encrypted: string): string | undefined {
  try {
    return decryptWebhookSecret(keyring, row, encrypted)
  } catch (error) {
    if (error instanceof UndecryptableSecret) return undefined
    throw error
  }
}
