import { forEachOrg } from '../../../db/citus/per-org.ts'
import { sql, type Sql } from '../../../db/sql.ts'
import { orgEquals } from '../../../core/sql-fragments.ts'
import { defineCommand, CommandError } from '../../../core/command.ts'
import { UndecryptableSecret } from '../../../core/crypto/keyring.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { decryptWebhookSecret, encryptWebhookSecret, type EncryptedSecrets } from './secrets.ts'

interface SecretRow extends EncryptedSecrets {
  org_id: string
  subscription_id: string
}

const BATCH_SIZE = 500

const selectOutdated = (key: string): Sql<SecretRow> => sql`
  select org_id, subscription_id, secret, previous_secret, previous_secret_expires_at from webhook_subscriptions
  where split_part(secret, '.', 1) <> ${key} or split_part(previous_secret, '.', 1) <> ${key} limit ${BATCH_SIZE}`

/** Stores re-encrypted secrets. Skips webhooks whose secret was rotated concurrently. */
const updateSecrets = (secrets: string, key: number, orgId?: string): Sql => sql`
  update webhook_subscriptions s
  set secret = n.secret, previous_secret = n.previous_secret, key_version = ${key}
  from jsonb_to_recordset(${secrets}::jsonb)
    as n(org_id uuid, subscription_id text, secret text, previous_secret text, was text)
  where ${orgEquals('s.org_id', orgId)}
    and s.org_id = n.org_id and s.subscription_id = n.subscription_id and s.secret = n.was`

export const rewrapSecrets = defineCommand<null>({
  name: 'secrets rewrap',
  args: '',
  summary: 'encrypt stored secrets with the current key of SECRET_KEYS',

  read(args) {
    if (args.length > 0) throw new CommandError('Usage: svc-server secrets rewrap')
    return null
  },

  async run(services) {
    let total = 0
    for (;;) {
      const current = services.keyring.current
      const rows = await services.database.db.query(selectOutdated(String(current)))
      if (rows.length === 0) break
      const secrets = rows.map((row) => reencrypt(services, row))
      await forEachOrg(services.database.sharded, secrets, (some, orgId) =>
        services.database.db.query(updateSecrets(JSON.stringify(some), current, orgId)),
      )
      total += rows.length
    }
    return `${total} ${total === 1 ? 'webhook' : 'webhooks'} rewrapped; stored responses follow within 24 hours`
  },
})

function reencrypt({ keyring }: Dependencies, row: SecretRow) {
  const { org_id, subscription_id, secret, previous_secret } = row
  const again = (value: string) => encryptWebhookSecret(keyring, row, decryptWebhookSecret(keyring, row, value))
  try {
    const previous = previous_secret === null ? null : again(previous_secret)
    return { org_id, subscription_id, secret: again(secret), previous_secret: previous, was: secret }
  } catch (cause) {
    if (!(cause instanceof UndecryptableSecret)) throw cause
    throw new CommandError(`the secret of webhook ${subscription_id} cannot be read: ${cause.message}`, {
      cause,
    })
  }
}
