import { randomBytes } from 'node:crypto'
import type { Keyring } from '../../kernel/services/keyring.ts'

/** How long after a rotation the previous secret goes on signing beside the new one. */
export const graceMillis = 24 * 60 * 60 * 1000

/** A new signing secret as in the Standard Webhooks specification: `whsec_` and the base64 of 32 random bytes. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** What is shown of a secret later: the prefix and 6 characters. */
export const secretPrefix = (secret: string): string => secret.slice(0, 'whsec_'.length + 6)

interface Row {
  org_id: string
  subscription_id: string
}

const purpose = 'webhook'
const bound = ({ org_id, subscription_id }: Row) => `${org_id} ${subscription_id}`

/** Seals a secret for storing. It can be opened as the secret of this row alone. */
export const sealSecret = (keyring: Keyring, row: Row, secret: string): string =>
  keyring.seal(purpose, bound(row), secret)

/** Opens what `sealSecret` has sealed. */
export const openSecret = (keyring: Keyring, row: Row, sealed: string): string =>
  keyring.open(purpose, bound(row), sealed)

/** What is stored of a webhook's secrets. */
export interface SealedSecrets {
  secret: string
  previous_secret: string | null
  previous_secret_expires_at: string | null
}

/** The secrets that sign at an instant: the current one, and in a rotation's grace the one before. */
export function secretsAt(keyring: Keyring, row: Row, stored: SealedSecrets, millis: number): string[] {
  const { secret, previous_secret, previous_secret_expires_at } = stored
  const inGrace = previous_secret !== null && Date.parse(previous_secret_expires_at!) > millis
  return (inGrace ? [secret, previous_secret] : [secret]).map((one) => openSecret(keyring, row, one))
}
