import { hash, timingSafeEqual } from 'node:crypto'
import { sql } from '../db/sql.ts'
import type { Services } from '../kernel/services/services.ts'
import type { Registration } from '../resources/oauth-clients/queries.ts'
import { askableScopes } from './askable.ts'
import { deviceGrant } from './device-codes.ts'
import { now, type Payload } from './model.ts'

/** An app as the protocol needs to know it; of its secrets the hashes. */
interface ProtocolClient {
  client_id: string
  name: string
  redirect_uris: string[]
  client_type: 'confidential' | 'public'
  allowed_scopes: string[]
  registration: Registration
  device_flow: boolean
  secrets: string[]
}

/** Apps that were registered, and the command line of svc itself, which a migration has made. */
const shape = /^(?:svcc_[0-9A-HJKMNP-TV-Z]{16}|svc-cli)$/

/**
 * What the library is told of an app; undefined when there is none that may do anything. An app that describes itself
 * begins under the address of its document alone, which is read then; `beginning` tells that it does.
 */
export async function findClientMetadata(
  { database, clock }: Services,
  clientId: string,
  beginning = false,
): Promise<Payload | undefined> {
  if (!shape.test(clientId)) return undefined
  const [row] = await database.db.lookUp(sql<ProtocolClient>`
    select c.client_id, c.name, c.redirect_uris, c.client_type, c.allowed_scopes, c.registration, c.device_flow,
      array_remove(array[encode(c.secret_hash, 'hex'),
        case when c.previous_secret_expires_at > ${now({ clock })} then encode(c.previous_secret_hash, 'hex') end],
        null) as secrets
    from oauth_clients c join organizations o on o.org_id = c.org_id and o.deleted_at is null
    where c.client_id = ${clientId} and c.revoked_at is null and (c.metadata_url is null or not ${beginning})`)
  if (!row) return undefined
  return {
    client_id: row.client_id,
    client_name: row.name,
    redirect_uris: row.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token', ...(row.device_flow ? [deviceGrant] : [])],
    response_types: ['code'],
    // The library takes `client_secret_post` for the same.
    token_endpoint_auth_method: row.client_type === 'public' ? 'none' : 'client_secret_basic',
    ...(row.secrets.length > 0 && { client_secret: row.secrets.join('.') }),
    allowed_scopes: row.allowed_scopes,
    askable_scopes: askableScopes(row),
  }
}

/** Whether a secret is one of those whose hashes the library was given in place of it. */
export function isSecret(hashes: string | undefined, secret: unknown): boolean {
  const given = hash('sha256', String(secret), 'buffer')
  return (hashes ?? '').split('.').some((hex) => {
    const known = Buffer.from(hex, 'hex')
    return known.length === given.length && timingSafeEqual(known, given)
  })
}
