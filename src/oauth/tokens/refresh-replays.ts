import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../core/scopes.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { hashCredential } from './credentials.ts'

export interface IssuedTokens {
  access_token: string
  refresh_token: string
  scopes: Scope[]
  expiresAtMs: number
}

const algorithm = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives the encryption key from the refresh token, which the server does not store. */
const deriveKey = (refreshToken: string): Buffer =>
  Buffer.from(hkdfSync('sha256', refreshToken, '', 'svc oauth-replay', 32))

function encrypt(refreshToken: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(algorithm, deriveKey(refreshToken), nonce)
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url')
}

function decrypt(refreshToken: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  const decipher = createDecipheriv(algorithm, deriveKey(refreshToken), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8')
  return text + decipher.final('utf8')
}

/** Stores the response for a refresh token for the grace period, encrypted with a key of that token. */
export async function storeReplay(
  { config, clock }: Pick<Dependencies, 'config' | 'clock'>,
  trx: Transaction,
  refreshToken: string,
  successor: IssuedTokens,
): Promise<void> {
  if (config.oauthRefreshGrace === 0) return
  const credential = hashCredential(refreshToken)
  const response = encrypt(refreshToken, JSON.stringify(successor))
  const expires_at = new Date(clock() + config.oauthRefreshGrace * 1000).toISOString()
  await trx.query(sql`
    insert into oauth_replays (credential_hash, response, expires_at)
    values (${credential}, ${response}, ${expires_at})`)
}

/** Finds the stored response of a refresh token within its grace period. The grant must be locked. */
export async function findReplay(
  { clock }: Pick<Dependencies, 'clock'>,
  trx: Transaction,
  refreshToken: string,
): Promise<IssuedTokens | undefined> {
  const credential = hashCredential(refreshToken)
  const [row] = await trx.query(sql<{ response: string }>`
    select response from oauth_replays
    where credential_hash = ${credential} and expires_at > ${new Date(clock()).toISOString()}`)
  return row && (JSON.parse(decrypt(refreshToken, row.response)) as IssuedTokens)
}
