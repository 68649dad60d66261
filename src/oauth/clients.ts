import { hash, timingSafeEqual } from 'node:crypto'
import { lookUp } from '../db/database.ts'
import type { Services } from '../kernel/services/services.ts'
import type { Payload } from './model.ts'

interface ClientRow {
  client_id: string
  name: string
  redirect_uris: string[]
  client_type: 'confidential' | 'public'
  allowed_scopes: string[]
  secrets: string[]
}

const find = `
  SELECT c.client_id, c.name, c.redirect_uris, c.client_type, c.allowed_scopes,
    array_remove(ARRAY[encode(c.secret_hash, 'hex'),
      CASE WHEN c.previous_secret_expires_at > $2 THEN encode(c.previous_secret_hash, 'hex') END], NULL) AS secrets
  FROM oauth_clients c JOIN organizations o ON o.org_id = c.org_id AND o.deleted_at IS NULL
  WHERE c.client_id = $1 AND c.revoked_at IS NULL`

const shape = /^svcc_[0-9A-HJKMNP-TV-Z]{16}$/

/** What the library is told of an app; undefined when there is none that may do anything. */
export async function findClientMetadata(
  { database, clock }: Services,
  clientId: string,
): Promise<Payload | undefined> {
  if (!shape.test(clientId)) return undefined
  const [row] = await lookUp<ClientRow>(database.db, find, [clientId, new Date(clock()).toISOString()])
  if (!row) return undefined
  return {
    client_id: row.client_id,
    client_name: row.name,
    redirect_uris: row.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // Stands for `client_secret_post` as well.
    token_endpoint_auth_method: row.client_type === 'public' ? 'none' : 'client_secret_basic',
    ...(row.secrets.length > 0 && { client_secret: row.secrets.join('.') }),
    allowed_scopes: row.allowed_scopes,
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
