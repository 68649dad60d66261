import { respond, type OperationResult } from '../../../http/result.ts'
import type { OAuthClientRow } from './queries.ts'
import { oauthClientSchema } from './schema.ts'

const propertyNames = Object.keys(oauthClientSchema.properties)

function presentClient(row: OAuthClientRow): Record<string, unknown> {
  const values: Record<string, unknown> = { ...row, status: row.revoked_at === null ? 'active' : 'revoked' }
  return Object.fromEntries(propertyNames.map((name) => [name, values[name]]))
}

export const presentOAuthClients = (rows: OAuthClientRow[]) => rows.map(presentClient)

export const respondWithOAuthClient = (row: OAuthClientRow): OperationResult => respond(presentClient(row), row.version)

/** Builds the response with the secret. `secret` encrypts it where it is stored for an Idempotency-Key. */
export const respondWithClientSecret = (row: OAuthClientRow, client_secret: string | null): OperationResult => ({
  body: { ...presentClient(row), client_secret },
  version: row.version,
  secret: true,
})

export const oauthClientSubject = ({ org_id, client_id }: OAuthClientRow) => ({
  org_id,
  resource_type: 'oauth_client',
  resource_id: client_id,
})
