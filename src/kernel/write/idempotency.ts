import { createHash, hash } from 'node:crypto'
import { query, type Db } from '../../db/database.ts'
import type { Keyring } from '../services/keyring.ts'
import { idempotencyKeyInFlight, idempotencyKeyInvalid, idempotencyKeyReused } from '../problem.ts'

/** A write sent with an Idempotency-Key: whose, which, and for what request. */
export interface Claim {
  principal: string
  key: string
  fingerprint: string
}

/** An answer as it was sent, kept for 24 hours. */
export interface StoredAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const keptMillis = 24 * 60 * 60 * 1000
const purpose = 'idempotency'

/** Reads the header: 1 to 255 printable ASCII characters, else 400. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) throw idempotencyKeyInvalid()
  return header
}

/** What makes two requests the same: method, path, query, and the body whatever the order of its keys. */
export const fingerprintOf = (method: string, url: string, body: unknown): string =>
  createHash('sha256').update(`${method} ${url}\n`).update(canonical(body)).digest('base64url')

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`
}

/** The lock of a key: 64 bits of its hash. Two keys that share them wait for each other and nothing worse. */
const lockOf = (claim: Claim): string =>
  hash('sha256', `${claim.principal}\n${claim.key}`, 'buffer').readBigInt64BE().toString()

const lockAndLook = `
  SELECT pg_try_advisory_xact_lock($1::bigint) AS locked, k.fingerprint, k.status, k.headers, k.body, k.sealed
  FROM (SELECT) AS one LEFT JOIN idempotency_keys k ON k.principal = $2 AND k.key = $3 AND k.created_at > $4`

/** A stored answer and the fingerprint of the request it answered. */
export interface Known extends StoredAnswer {
  fingerprint: string
}

/**
 * The first statement of a write with a key: takes the key's lock for the transaction, or throws 409 at once; gives the
 * stored answer if there is one. The lock ends with the connection, so a crash leaves nothing behind. Look and lock
 * share one snapshot: an answer committed between the two is caught by `storeAnswer`, which then runs the write anew.
 */
export async function claimKey(
  db: Db,
  claim: Claim,
  keyring: Keyring,
  millis: number,
): Promise<Known | null> {
  type Row = Known & { locked: boolean; sealed: boolean; fingerprint: string | null }
  const [row] = await query<Row>(db, lockAndLook, [lockOf(claim), claim.principal, claim.key, cutoff(millis)])
  if (!row!.locked) throw idempotencyKeyInFlight()
  if (row!.fingerprint === null) return null
  const body = row!.sealed ? keyring.open(purpose, rowId(claim), row!.body) : row!.body
  return { fingerprint: row!.fingerprint, status: row!.status, headers: row!.headers, body }
}

/** 422 when the key was first used for another request. */
export function requireSameRequest(claim: Claim, known: Known): void {
  if (known.fingerprint !== claim.fingerprint) throw idempotencyKeyReused()
}

const insertAnswer = `
  INSERT INTO idempotency_keys (principal, key, fingerprint, status, headers, body, sealed, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (principal, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
    headers = excluded.headers, body = excluded.body, sealed = excluded.sealed, created_at = excluded.created_at
  WHERE idempotency_keys.created_at <= $9
  RETURNING 1 AS stored`

/** The statement that keeps an answer, and its parameters; `secret` bodies are sealed. */
export function answerRow(
  claim: Claim,
  answer: StoredAnswer,
  secret: boolean,
  keyring: Keyring,
  millis: number,
): { text: string; parameters: unknown[] } {
  const body = secret ? keyring.seal(purpose, rowId(claim), answer.body) : answer.body
  const { principal, key, fingerprint } = claim
  const created = new Date(millis).toISOString()
  const values = [principal, key, fingerprint, answer.status, JSON.stringify(answer.headers), body, secret]
  return { text: insertAnswer, parameters: [...values, created, cutoff(millis)] }
}

/** Another process's answer was there first: the write is rolled back and tried again, and then finds it. */
export class AnsweredMeanwhile extends Error {
  readonly code = '40001'
}

const rowId = (claim: Claim) => `${claim.principal} ${claim.key}`
const cutoff = (millis: number) => new Date(millis - keptMillis).toISOString()

const batch = 5000
/** So that a long backlog never holds up a stop; the next turn goes on. */
const mostBatches = 200

/** Deletes answers past their 24 hours, in batches; gives how many. */
export async function deleteOldAnswers(db: Db, millis: number): Promise<number> {
  let deleted = 0
  for (let turn = 0; turn < mostBatches && deleted === turn * batch; turn++) {
    const gone = await query(
      db,
      `DELETE FROM idempotency_keys WHERE (principal, key) IN
         (SELECT principal, key FROM idempotency_keys WHERE created_at <= $1 LIMIT ${batch}) RETURNING 1`,
      [cutoff(millis)],
    )
    deleted += gone.length
  }
  return deleted
}
