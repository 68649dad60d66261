import { hash } from 'node:crypto'
import { lookUp, query, type Db } from '../db/database.ts'

export type CredentialKind = 'code' | 'refresh_token'

/** A code or refresh token; what it is made of stays with whoever holds it. */
export interface Credential {
  grant_id: string
  payload: Record<string, unknown>
  consumed_at: string | null
  expires_at: string
}

/** What is stored of a secret that only has to be recognised. */
export const credentialHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** Stores a code or refresh token of a connection. */
export async function insertCredential(
  db: Db,
  kind: CredentialKind,
  secret: string,
  { grant_id, payload, expires_at }: Omit<Credential, 'consumed_at'>,
  now: string,
): Promise<void> {
  const values = [credentialHash(secret), kind, grant_id, JSON.stringify(payload), expires_at, now]
  await query(
    db,
    `INSERT INTO oauth_credentials (credential_hash, kind, grant_id, payload, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    values,
  )
}

/** A code or refresh token that has not expired, used ones too. */
export async function findCredential(
  db: Db,
  kind: CredentialKind,
  secret: string,
  now: string,
): Promise<Credential | undefined> {
  const [row] = await lookUp<Credential>(
    db,
    `SELECT grant_id, payload, consumed_at, expires_at FROM oauth_credentials
     WHERE credential_hash = $1 AND kind = $2 AND expires_at > $3`,
    [credentialHash(secret), kind, now],
  )
  return row
}

/** Marks a code or refresh token as used; false when somebody was first. */
export async function consumeCredential(db: Db, secret: string, now: string): Promise<boolean> {
  const consumed = await query(
    db,
    `UPDATE oauth_credentials SET consumed_at = $2 WHERE credential_hash = $1 AND consumed_at IS NULL RETURNING 1`,
    [credentialHash(secret), now],
  )
  return consumed.length > 0
}
