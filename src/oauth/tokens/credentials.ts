import { hash } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

export type CredentialKind = 'code' | 'refresh_token' | 'device_code'

interface Credential {
  grant_id: string
  /** Organization of the grant; null in rows of an earlier version. */
  org_id: string | null
  payload: Record<string, unknown>
  consumed_at: string | null
  expires_at: string
}

export const hashCredential = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const insertCredential = (
  db: Db,
  kind: CredentialKind,
  secret: string,
  { grant_id, org_id, payload, expires_at }: Omit<Credential, 'consumed_at'>,
  now: string,
) =>
  db.query(sql`
    insert into oauth_credentials (credential_hash, kind, grant_id, org_id, payload, expires_at, created_at)
    values (${hashCredential(secret)}, ${kind}, ${grant_id}, ${org_id}, ${JSON.stringify(payload)}, ${expires_at}, ${now})`)

/** Finds a code or refresh token, including used and expired ones. */
export const findCredential = (db: Db, kind: CredentialKind, secret: string) =>
  db.queryRowByKey(sql<Credential>`
    select grant_id, org_id, payload, consumed_at, expires_at from oauth_credentials
    where credential_hash = ${hashCredential(secret)} and kind = ${kind}`)

/** Marks a code or refresh token as used and returns its kind; undefined if it was used before. */
export async function consumeCredential(db: Db, secret: string, now: string): Promise<CredentialKind | undefined> {
  const [consumed] = await db.query(sql<{ kind: CredentialKind }>`
    update oauth_credentials set consumed_at = ${now}
    where credential_hash = ${hashCredential(secret)} and consumed_at is null returning kind`)
  return consumed?.kind
}
