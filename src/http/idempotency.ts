import { createHash, hash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { CommitUnknown, type Database, type Db, type Transaction } from '../db/database.ts'
import { commitWith, type NamedStatement } from '../db/named-statements.ts'
import { sql, type Sql } from '../db/sql.ts'
import {
  idempotencyKeyInFlight,
  idempotencyKeyInvalid,
  idempotencyKeyReused,
  Problem,
  unavailable,
} from '../core/errors.ts'
import type { Keyring } from '../core/crypto/keyring.ts'

/** Parses the header. Throws 400 unless it is 1 to 255 printable ASCII characters. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) throw idempotencyKeyInvalid()
  return header
}

/** Hashes method, path, query and body; the order of keys in the body does not matter. */
export const fingerprintRequest = (method: string, url: string, body: unknown): string =>
  createHash('sha256').update(`${method} ${url}\n`).update(toCanonicalJson(body)).digest('base64url')

function toCanonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join()}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${toCanonicalJson(item)}`).join()}}`
}

export interface StoredHttpResponse {
  status: number
  headers: Record<string, string>
  body: string
}

interface StoredResponse extends StoredHttpResponse {
  fingerprint: string
}

const RETENTION_MS = 24 * 60 * 60 * 1000
const getExpiryCutoff = (millis: number) => new Date(millis - RETENTION_MS).toISOString()

/** Another process stored its response first. The write is rolled back and retried, and then returns that response. */
export class ConcurrentResponseStored extends Error {
  readonly code = '40001'
}

/** division_by_zero: raised by `commit`, which then commits nothing, when the key already has a response. */
const DIVISION_BY_ZERO = '22012'

/** Statuses of business rules, which are stored if thrown after authorization. Other errors may succeed on retry. */
const STORED_STATUSES = [404, 409, 412, 422]

const purpose = 'idempotency'
/** Keys in flight in this process; the advisory lock covers other processes. */
const keysInFlight = new Set<string>()

export class IdempotentRequest {
  readonly #principal: string
  readonly #key: string
  readonly #fingerprint: string
  readonly #keyring: Keyring
  /** Start of the request in milliseconds since the epoch. */
  readonly #millis: () => number

  constructor(
    { principal, key, fingerprint }: { principal: string; key: string; fingerprint: string },
    keyring: Keyring,
    millis: () => number,
  ) {
    this.#principal = principal
    this.#key = key
    this.#fingerprint = fingerprint
    this.#keyring = keyring
    this.#millis = millis
  }

  /** Runs the work. Throws 409 while this process handles another request with the key. */
  async runExclusively<T>(work: () => Promise<T>): Promise<T> {
    const name = `${this.#principal}\n${this.#key}`
    if (keysInFlight.has(name)) throw idempotencyKeyInFlight()
    keysInFlight.add(name)
    try {
      return await work()
    } finally {
      keysInFlight.delete(name)
    }
  }

  /**
   * Locks the key for the transaction and returns the stored response, if any. Throws 409 if it is locked. A response that
   * is committed between snapshot and lock is detected by `commit`.
   */
  async lockAndFind(db: Db): Promise<StoredResponse | null> {
    type Row = StoredRow & { locked: boolean; fingerprint: string | null }
    const [row] = await db.query(sql<Row>`
      SELECT pg_try_advisory_xact_lock(${this.#lock}::bigint) AS locked,
        k.fingerprint, k.status, k.headers, k.body, k.sealed
      FROM (SELECT) AS one LEFT JOIN idempotency_keys k
        ON k.principal = ${this.#principal} AND k.key = ${this.#key} AND k.created_at > ${getExpiryCutoff(this.#millis())}`)
    if (!row!.locked) throw idempotencyKeyInFlight()
    if (row!.fingerprint === null) return null
    await this.#waitForStandby(db)
    return { fingerprint: row!.fingerprint, ...(await this.#decode(row!)) }
  }

  /**
   * Row-locks the stored response, which writes to the WAL: with a synchronous standby the commit then waits until the
   * standby has it, so that an unconfirmed response is never replayed.
   */
  async #waitForStandby(db: Db): Promise<void> {
    await db.query(sql`
      SELECT FROM idempotency_keys WHERE principal = ${this.#principal} AND key = ${this.#key} FOR KEY SHARE`)
  }

  /** Returns the response to replay. Throws 422 if the key was used for a different request. */
  replay(stored: StoredResponse, requestId: string): StoredHttpResponse {
    const { fingerprint, status, body } = stored
    if (fingerprint !== this.#fingerprint) throw idempotencyKeyReused()
    const headers = { ...stored.headers, 'idempotent-replayed': 'true' }
    if (status < 400) return { status, headers, body }
    // A problem has the id of the current request.
    return { status, headers, body: JSON.stringify({ ...JSON.parse(body), request_id: requestId }) }
  }

  /** Commits a write with its response, encrypted if `secret`. Throws `ConcurrentResponseStored` if the key has a response. */
  async commit(
    trx: Transaction,
    changes: readonly NamedStatement[],
    response: StoredHttpResponse,
    secret = false,
  ): Promise<void> {
    const change = await this.#buildUpsert(response, secret, 'fails')
    try {
      await commitWith(trx, [...changes, { name: 'stored_response', statement: change }])
    } catch (error) {
      if ((error as { code?: string }).code === DIVISION_BY_ZERO) throw new ConcurrentResponseStored()
      throw error
    }
  }

  /** Stores a problem outside the rolled-back write. Returns false if another response is stored already. */
  async storeProblem(db: Db, refusal: StoredHttpResponse): Promise<boolean> {
    if (!STORED_STATUSES.includes(refusal.status)) return true
    const rows = await db.query(await this.#buildUpsert(refusal, false, 'returns no row')).catch(() => undefined)
    return rows?.length !== 0
  }

  /** Determines the outcome of a lost COMMIT by reading the key on a new connection. */
  async findOutcome(database: Database, commitError: CommitUnknown): Promise<StoredHttpResponse> {
    for (let waited = 0; waited < 3000; waited += 200) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      try {
        const stored = await database.transaction((trx) => this.lockAndFind(trx))
        if (stored) return stored
        throw unavailable(
          'The database connection was lost during the commit and nothing was written. Retry with the same key.',
        )
      } catch (error) {
        // The response exists but the standby has not confirmed it: another attempt would wait as long.
        if (error instanceof CommitUnknown) throw error
        const isInFlight = error instanceof Problem && error.status === 409
        if (error instanceof Problem && !isInFlight) throw error
      }
    }
    throw commitError
  }

  /** Advisory lock id: 64 bits of the key's hash. On a collision two keys only wait for each other. */
  get #lock(): string {
    return hash('sha256', `${this.#principal}\n${this.#key}`, 'buffer').readBigInt64BE().toString()
  }

  get #rowId(): string {
    return `${this.#principal} ${this.#key}`
  }

  /** Builds the upsert of a response. An unexpired one is not replaced: the statement then fails or returns no row. */
  async #buildUpsert(
    response: StoredHttpResponse,
    secret: boolean,
    onConflict: 'fails' | 'returns no row',
  ): Promise<Sql> {
    const millis = this.#millis()
    const { status, headers, body, sealed } = await this.#encode(response, secret)
    const isExpired = sql`idempotency_keys.created_at <= ${getExpiryCutoff(millis)}`
    const [stored, where] =
      onConflict === 'fails'
        ? [sql`excluded.status / (CASE WHEN ${isExpired} THEN 1 ELSE 0 END)`, sql``]
        : [sql`excluded.status`, sql`WHERE ${isExpired} RETURNING 1 AS stored`]
    return sql`
      INSERT INTO idempotency_keys (principal, key, fingerprint, status, headers, body, sealed, created_at)
      VALUES (${this.#principal}, ${this.#key}, ${this.#fingerprint}, ${status}, ${JSON.stringify(headers)}, ${body},
        ${sealed}, ${new Date(millis).toISOString()})
      ON CONFLICT (principal, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = ${stored},
        headers = excluded.headers, body = excluded.body, sealed = excluded.sealed, created_at = excluded.created_at
      ${where}`
  }

  async #encode({ status, headers, body }: StoredHttpResponse, secret: boolean): Promise<StoredRow> {
    const compressed = await compress(body)
    const encoded = secret ? this.#keyring.encrypt(purpose, this.#rowId, compressed) : compressed
    return { status, headers, body: encoded, sealed: secret }
  }

  async #decode({ status, headers, body, sealed }: StoredRow): Promise<StoredHttpResponse> {
    const compressed = sealed ? this.#keyring.decrypt(purpose, this.#rowId, body) : body
    return { status, headers, body: await decompress(compressed) }
  }
}

interface StoredRow extends StoredHttpResponse {
  sealed: boolean
}

/** Length from which a response is compressed; most are shorter. */
const MIN_COMPRESSED_LENGTH = 8_192
/** Prefix of compressed text, which no JSON has. */
const PREFIX = 'deflate:'

const deflateAsync = promisify(deflate)
const inflateAsync = promisify(inflate)

async function compress(text: string): Promise<string> {
  if (text.length < MIN_COMPRESSED_LENGTH) return text
  return PREFIX + (await deflateAsync(text)).toString('base64')
}

async function decompress(stored: string): Promise<string> {
  if (!stored.startsWith(PREFIX)) return stored
  return (await inflateAsync(Buffer.from(stored.slice(PREFIX.length), 'base64'))).toString()
}

const BATCH_SIZE = 5000
/** Bounds a run, so that a backlog does not delay shutdown. */
const MAX_BATCHES = 200

export async function deleteExpiredResponses({ db, sharded }: Database, millis: number): Promise<number> {
  const expired = sql`SELECT principal, key FROM idempotency_keys WHERE created_at <= ${getExpiryCutoff(millis)} LIMIT ${BATCH_SIZE}`
  const buildDelete = (condition: Sql) => sql`DELETE FROM idempotency_keys WHERE ${condition} RETURNING 1`
  let deleted = 0
  for (let batch = 0; batch < MAX_BATCHES && deleted === batch * BATCH_SIZE; batch++) {
    if (!sharded) {
      deleted += (await db.query(buildDelete(sql`(principal, key) IN (${expired})`))).length
      continue
    }
    // The table is sharded by principal.
    const rows = await db.query(sql<{ principal: string; key: string }>`${expired}`)
    for (const principal of new Set(rows.map((row) => row.principal))) {
      const keys = rows.filter((row) => row.principal === principal).map(({ key }) => key)
      await db.query(
        buildDelete(
          sql`principal = ${principal} AND key = any(${keys}::text[]) AND created_at <= ${getExpiryCutoff(millis)}`,
        ),
      )
    }
    deleted += rows.length
  }
  return deleted
}
