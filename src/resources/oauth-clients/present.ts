import { answer, type Answer } from '../../kernel/answer.ts'
import type { ClientRow } from './queries.ts'
import { clientOut } from './schemas.ts'

const names = Object.keys(clientOut.properties)

function presentClient(row: ClientRow): Record<string, unknown> {
  const known: Record<string, unknown> = { ...row, status: row.revoked_at === null ? 'active' : 'revoked' }
  return Object.fromEntries(names.map((name) => [name, known[name]]))
}

/** Apps as they are shown, without secrets. */
export const presentClients = (rows: ClientRow[]) => rows.map(presentClient)

/** The answer that is an app's record. */
export const shown = (row: ClientRow): Answer => answer(presentClient(row), row.version)

/** The answer that holds the secret itself; it is stored sealed where an Idempotency-Key has it stored. */
export const shownOnce = (row: ClientRow, client_secret: string | null): Answer => ({
  body: { ...presentClient(row), client_secret },
  version: row.version,
  secret: true,
})

/** What an event of an app is about. */
export const subject = ({ org_id, client_id }: ClientRow) => ({
  org_id,
  resource_type: 'oauth_client',
  resource_id: client_id,
})
