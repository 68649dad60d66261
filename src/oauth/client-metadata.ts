import { hash, timingSafeEqual } from 'node:crypto'
import { sql } from '../db/sql.ts'
import type { Dependencies } from '../core/dependencies.ts'
import type { OAuthClientRegistration } from '../resources/platform/oauth-clients/queries.ts'
import { listRequestableScopes } from './requestable-scopes.ts'
import { DEVICE_GRANT_TYPE } from './device/codes.ts'
import { toIsoTime, type ModelPayload } from './storage-model.ts'

interface ProtocolClient {
  client_id: string
  name: string
  redirect_uris: string[]
  client_type: 'confidential' | 'public'
  allowed_scopes: string[]
  registration: OAuthClientRegistration
  device_flow: boolean
  secrets: string[]
}

const clientIdPattern = /^(?:svcc_[0-9A-HJKMNP-TV-Z]{16}|svc-cli)$/

/**
 * Returns the client metadata for oidc-provider, or undefined for unknown, revoked and deleted apps. At the `beginning`
 * of an authorization, apps with a metadata document are accepted under their URL only, so that the document is
 * fetched.
 */
export async function findClientMetadata(
  { database, clock }: Dependencies,
  clientId: string,
  beginning = false,
): Promise<ModelPayload | undefined> {
  if (!clientIdPattern.test(clientId)) return undefined
  const [row] = await database.db.queryByKey(sql<ProtocolClient>`
    select c.client_id, c.name, c.redirect_uris, c.client_type, c.allowed_scopes, c.registration, c.device_flow,
      array_remove(array[encode(c.secret_hash, 'hex'),
        case when c.previous_secret_expires_at > ${toIsoTime({ clock })} then encode(c.previous_secret_hash, 'hex') end],
        null) as secrets
    from oauth_clients c join organizations o on o.org_id = c.org_id and o.deleted_at is null
    where c.client_id = ${clientId} and c.revoked_at is null and (c.metadata_url is null or not ${beginning})`)
  if (!row) return undefined
  return {
    client_id: row.client_id,
    client_name: row.name,
    redirect_uris: row.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token', ...(row.device_flow ? [DEVICE_GRANT_TYPE] : [])],
    response_types: ['code'],
    // The library accepts `client_secret_post` as well.
    token_endpoint_auth_method: row.client_type === 'public' ? 'none' : 'client_secret_basic',
    ...(row.secrets.length > 0 && { client_secret: row.secrets.join('.') }),
    allowed_scopes: row.allowed_scopes,
    askable_scopes: listRequestableScopes(row),
  }
}

/** Returns whether the hash of a secret is one of the hashes that stand in for the client secret. */
export function isClientSecret(hashes: string | undefined, secret: unknown): boolean {
  const hashed = hash('sha256', String(secret), 'buffer')
  return (hashes ?? '').split('.').some((hex) => {
    const expected = Buffer.from(hex, 'hex')
    return expected.length === hashed.length && timingSafeEqual(expected, hashed)
  })
}
