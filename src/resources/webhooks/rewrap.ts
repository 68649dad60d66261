import { inTurn } from '../../db/by-organization.ts'
import { sql, type Sql } from '../../db/sql.ts'
import { ofOrganization } from '../../kernel/sql.ts'
import { command, CommandError } from '../../kernel/services/command.ts'
import { SecretUnreadable } from '../../kernel/services/keyring.ts'
import type { Services } from '../../kernel/services/services.ts'
import { openSecret, sealSecret, type SealedSecrets } from './secrets.ts'

interface Row extends SealedSecrets {
  org_id: string
  subscription_id: string
}

const batch = 500

/** Some of the webhooks that have a secret sealed with another key than this one. */
const sealedOtherwise = (key: string): Sql<Row> => sql`
  select org_id, subscription_id, secret, previous_secret, previous_secret_expires_at from webhook_subscriptions
  where split_part(secret, '.', 1) <> ${key} or split_part(previous_secret, '.', 1) <> ${key} limit ${batch}`

/** Stores secrets sealed anew, as JSON. A rotation that came between has written secrets of its own, which stand. */
const resealing = (sealed: string, key: number, orgId?: string): Sql => sql`
  update webhook_subscriptions s
  set secret = n.secret, previous_secret = n.previous_secret, key_version = ${key}
  from jsonb_to_recordset(${sealed}::jsonb)
    as n(org_id uuid, subscription_id text, secret text, previous_secret text, was text)
  where ${ofOrganization('s.org_id', orgId)}
    and s.org_id = n.org_id and s.subscription_id = n.subscription_id and s.secret = n.was`

/** Seals with the current key of `SECRET_KEYS` what an older key sealed, so that the older one can be taken away. */
export const rewrapSecrets = command<null>({
  name: 'secrets rewrap',
  args: '',
  summary: 'seal stored secrets with the current key of SECRET_KEYS',

  read(args) {
    if (args.length > 0) throw new CommandError('Usage: svc-server secrets rewrap')
    return null
  },

  async run(services) {
    let total = 0
    for (;;) {
      const current = services.keyring.current
      const found = await services.database.db.query(sealedOtherwise(String(current)))
      if (found.length === 0) break
      const sealed = found.map((row) => rewrapped(services, row))
      await inTurn(services.database.sharded, sealed, (some, orgId) =>
        services.database.db.query(resealing(JSON.stringify(some), current, orgId)),
      )
      total += found.length
    }
    return `${total} ${total === 1 ? 'webhook' : 'webhooks'} rewrapped; stored answers follow within 24 hours`
  },
})

function rewrapped({ keyring }: Services, row: Row) {
  const { org_id, subscription_id, secret, previous_secret } = row
  const again = (sealed: string) => sealSecret(keyring, row, openSecret(keyring, row, sealed))
  try {
    const previous = previous_secret === null ? null : again(previous_secret)
    return { org_id, subscription_id, secret: again(secret), previous_secret: previous, was: secret }
  } catch (cause) {
    if (!(cause instanceof SecretUnreadable)) throw cause
    throw new CommandError(`the secret of webhook ${subscription_id} cannot be read: ${cause.message}`, {
      cause,
    })
  }
}
