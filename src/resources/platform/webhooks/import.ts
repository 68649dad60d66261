// Shared with restores, which bring webhooks back without their secrets.
import type { Keyring } from '../../../core/crypto/keyring.ts'
import { encryptWebhookSecret, generateWebhookSecret, toWebhookSecretPrefix } from './secrets.ts'

/** Returns the columns of a secret that no one knows, since a webhook cannot be without. */
export function buildPlaceholderSecret(keyring: Keyring, owner: { org_id: string; subscription_id: string }) {
  const secret = generateWebhookSecret()
  return {
    secret: encryptWebhookSecret(keyring, owner, secret),
    secret_prefix: toWebhookSecretPrefix(secret),
    key_version: keyring.current,
  }
}
