import { randomBytes } from 'node:crypto'
import type { Keyring } from '../../kernel/services/keyring.ts'

export const graceMillis = 24 * 60 * 60 * 1000

/** Returns a new secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const secretPrefix = (secret: string): string => secret.slice(0, 'whsec_'.length + 6)

interface SecretOwner {
  org_id: string
  subscription_id: string
}

const PURPOSE = 'webhook'
const toContext = ({ org_id, subscription_id }: SecretOwner) => `${org_id} ${subscription_id}`

export const sealSecret = (keyring: Keyring, row: SecretOwner, secret: string): string =>
  keyring.seal(PURPOSE, toContext(row), secret)

export const openSecret = (keyring: Keyring, row: SecretOwner, sealed: string): string =>
  keyring.open(PURPOSE, toContext(row), sealed)

export interface SealedSecrets {
  secret: string
  previous_secret: string | null
  previous_secret_expires_at: string | null
}

/** Returns the secrets that sign at an instant: the current one, and the previous one while it is valid. */
export function secretsAt(
  keyring: Keyring,
  row: SecretOwner,
  stored: SealedSecrets,
  millis: number,
): string[] {
  const { secret, previous_secret, previous_secret_expires_at } = stored
  const isInGrace = previous_secret !== null && Date.parse(previous_secret_expires_at!) > millis
  return (isInGrace ? [secret, previous_secret] : [secret]).map((secretBox) =>
    openSecret(keyring, row, secretBox),
  )
}
