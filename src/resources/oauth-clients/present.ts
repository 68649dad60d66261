import { answer, type Answer } from '../../kernel/answer.ts'
import type { ClientRow } from './queries.ts'
import { clientOut } from './schemas.ts'

const propertyNames = Object.keys(clientOut.properties)

function presentClient(row: ClientRow): Record<string, unknown> {
  const values: Record<string, unknown> = { ...row, status: row.revoked_at === null ? 'active' : 'revoked' }
  return Object.fromEntries(propertyNames.map((name) => [name, values[name]]))
}

export const presentClients = (rows: ClientRow[]) => rows.map(presentClient)

export const shown = (row: ClientRow): Answer => answer(presentClient(row), row.version)

/** Builds the response with the secret. `secret` encrypts it where it is stored for an Idempotency-Key. */
export const shownOnce = (row: ClientRow, client_secret: string | null): Answer => ({
  body: { ...presentClient(row), client_secret },
  version: row.version,
  secret: true,
})

export const subject = ({ org_id, client_id }: ClientRow) => ({
  org_id,
  resource_type: 'oauth_client',
  resource_id: client_id,
})
