import { query } from '../../db/database.ts'
import { command, CommandError } from '../../kernel/services/command.ts'
import { SecretUnreadable } from '../../kernel/services/keyring.ts'
import type { Services } from '../../kernel/services/services.ts'
import { openSecret, sealSecret, type SealedSecrets } from './secrets.ts'

interface Row extends SealedSecrets {
  org_id: string
  subscription_id: string
}

const batch = 500

const oldSql = `
  SELECT org_id, subscription_id, secret, previous_secret, previous_secret_expires_at FROM webhook_subscriptions
  WHERE split_part(secret, '.', 1) <> $1 OR split_part(previous_secret, '.', 1) <> $1 LIMIT ${batch}`

// A rotation meanwhile has written secrets of its own, which stand.
const rewrapSql = `
  UPDATE webhook_subscriptions s SET secret = n.secret, previous_secret = n.previous_secret, key_version = $2
  FROM jsonb_to_recordset($1::jsonb) AS n(org_id uuid, subscription_id text, secret text, previous_secret text,
    was text)
  WHERE s.org_id = n.org_id AND s.subscription_id = n.subscription_id AND s.secret = n.was`

/** After a change of `SECRET_KEYS`: seals with the current key what an older one sealed, so that that one can go. */
export const rewrapSecrets = command<null>({
  name: 'secrets rewrap',
  args: '',
  summary: 'seal stored secrets with the current key of SECRET_KEYS',

  read(args) {
    if (args.length > 0) throw new CommandError('Usage: svc secrets rewrap')
    return null
  },

  async run(services) {
    let total = 0
    for (;;) {
      const current = services.keyring.current
      const found = await query<Row>(services.database.db, oldSql, [String(current)])
      if (found.length === 0) break
      const sealed = JSON.stringify(found.map((row) => rewrapped(services, row)))
      await query(services.database.db, rewrapSql, [sealed, current])
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
