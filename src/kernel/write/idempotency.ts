import { createHash, hash } from 'node:crypto'
import { CommitUnknown, type Database, type Db, type Transaction } from '../../db/database.ts'
import { commitTogether, type Part } from '../../db/parts.ts'
import { sql, type Sql } from '../../db/sql.ts'
import {
  idempotencyKeyInFlight,
  idempotencyKeyInvalid,
  idempotencyKeyReused,
  Problem,
  unavailable,
} from '../problem.ts'
import type { Keyring } from '../services/keyring.ts'
import { pack, unpack } from './packing.ts'

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

/** An answer as it was sent, kept for 24 hours. */
export interface StoredAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A stored answer and the fingerprint of the request it answered. */
export interface Known extends StoredAnswer {
  fingerprint: string
}

const keptMillis = 24 * 60 * 60 * 1000
const cutoff = (millis: number) => new Date(millis - keptMillis).toISOString()

/**
 * The answer of another process was stored first. The write is rolled back and run again, and then finds that answer.
 */
export class AnsweredMeanwhile extends Error {
  readonly code = '40001'
}

/**
 * SQLSTATE of the division by zero with which `commit` fails, and commits nothing, where the key has an answer already.
 */
const noneStored = '22012'

/**
 * The statuses with which an operation's own rules refuse, which are kept. Whatever else failed may succeed the next
 * time.
 */
const keptRefusals = [404, 409, 412, 422]

const purpose = 'idempotency'
/** Keys whose first request is still running in this process; other processes are told by the key's lock. */
const running = new Set<string>()

/** What a write with an Idempotency-Key claims: the key of a principal for one request, told by its fingerprint. */
export class Claim {
  readonly #principal: string
  readonly #key: string
  readonly #fingerprint: string
  readonly #keyring: Keyring
  /** Milliseconds since the epoch at which the request was taken up. */
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

  /** Does the work, or throws 409 while this process does that of another request with the key. */
  async oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const name = `${this.#principal}\n${this.#key}`
    if (running.has(name)) throw idempotencyKeyInFlight()
    running.add(name)
    try {
      return await work()
    } finally {
      running.delete(name)
    }
  }

  /**
   * The first statement of the write: takes the key's lock for the transaction, or throws 409 at once; gives the stored
   * answer if there is one. The lock ends with the connection, so a crash leaves nothing behind. Look and lock share one
   * snapshot: an answer committed between the two is caught by `commit`, which then has the write run anew.
   */
  async find(db: Db): Promise<Known | null> {
    type Row = Stored & { locked: boolean; fingerprint: string | null }
    const [row] = await db.query(sql<Row>`
      SELECT pg_try_advisory_xact_lock(${this.#lock}::bigint) AS locked,
        k.fingerprint, k.status, k.headers, k.body, k.sealed
      FROM (SELECT) AS one LEFT JOIN idempotency_keys k
        ON k.principal = ${this.#principal} AND k.key = ${this.#key} AND k.created_at > ${cutoff(this.#millis())}`)
    if (!row!.locked) throw idempotencyKeyInFlight()
    if (row!.fingerprint === null) return null
    await this.#confirm(db)
    return { fingerprint: row!.fingerprint, ...(await this.#decode(row!)) }
  }

  /**
   * Writes a lock on the stored answer into the log of the database. With a synchronous standby, the end of this
   * transaction then waits until that standby has the answer too: what was committed and not confirmed is not told again
   * as done, whichever process it is asked from.
   */
  async #confirm(db: Db): Promise<void> {
    await db.query(sql`
      SELECT FROM idempotency_keys WHERE principal = ${this.#principal} AND key = ${this.#key} FOR KEY SHARE`)
  }

  /** A stored answer as it is given again; 422 when the key was first used for another request. */
  replay(known: Known, requestId: string): StoredAnswer {
    const { fingerprint, status, body } = known
    if (fingerprint !== this.#fingerprint) throw idempotencyKeyReused()
    const headers = { ...known.headers, 'idempotent-replayed': 'true' }
    if (status < 400) return { status, headers, body }
    // A problem names the request that is being answered, not the one it was first raised for.
    return { status, headers, body: JSON.stringify({ ...JSON.parse(body), request_id: requestId }) }
  }

  /**
   * Commits a write with its answer; a `secret` one is sealed. Throws `AnsweredMeanwhile`, and commits nothing, when the
   * key has an answer by now.
   */
  async commit(
    trx: Transaction,
    changes: readonly Part[],
    answer: StoredAnswer,
    secret = false,
  ): Promise<void> {
    const change = await this.#storing(answer, secret, 'fails')
    try {
      await commitTogether(trx, [...changes, { name: 'stored', change }])
    } catch (error) {
      if ((error as { code?: string }).code === noneStored) throw new AnsweredMeanwhile()
      throw error
    }
  }

  /**
   * Keeps what the operation's own rules refused, in a transaction of its own: the write itself was rolled back. False
   * when another answer is kept under the key already.
   */
  async keepRefusal(db: Db, refusal: StoredAnswer): Promise<boolean> {
    if (!keptRefusals.includes(refusal.status)) return true
    const kept = await db.query(await this.#storing(refusal, false, 'gives no row')).catch(() => undefined)
    return kept?.length !== 0
  }

  /** The connection broke while COMMIT was under way: the key, read on a new one, tells whether it took place. */
  async outcome(database: Database, lost: CommitUnknown): Promise<StoredAnswer> {
    for (let waited = 0; waited < 3000; waited += 200) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      try {
        const known = await database.transaction((trx) => this.find(trx))
        if (known) return known
        throw unavailable(
          'The database was lost while committing, and nothing was written. Retry with the same key.',
        )
      } catch (error) {
        // It is there, and its standby does not say so: to ask again would take as long.
        if (error instanceof CommitUnknown) throw error
        const stillOpen = error instanceof Problem && error.status === 409
        if (error instanceof Problem && !stillOpen) throw error
      }
    }
    throw lost
  }

  /** 64 bits of the key's hash. Two keys that share them wait for each other and nothing worse. */
  get #lock(): string {
    return hash('sha256', `${this.#principal}\n${this.#key}`, 'buffer').readBigInt64BE().toString()
  }

  get #rowId(): string {
    return `${this.#principal} ${this.#key}`
  }

  /** Keeps an answer. Where one is kept already that one stays, and this fails by a division, or gives no row. */
  async #storing(answer: StoredAnswer, secret: boolean, elseIt: 'fails' | 'gives no row'): Promise<Sql> {
    const millis = this.#millis()
    const { status, headers, body, sealed } = await this.#encode(answer, secret)
    const over = sql`idempotency_keys.created_at <= ${cutoff(millis)}`
    const [stored, where] =
      elseIt === 'fails'
        ? [sql`excluded.status / (CASE WHEN ${over} THEN 1 ELSE 0 END)`, sql``]
        : [sql`excluded.status`, sql`WHERE ${over} RETURNING 1 AS stored`]
    return sql`
      INSERT INTO idempotency_keys (principal, key, fingerprint, status, headers, body, sealed, created_at)
      VALUES (${this.#principal}, ${this.#key}, ${this.#fingerprint}, ${status}, ${JSON.stringify(headers)}, ${body},
        ${sealed}, ${new Date(millis).toISOString()})
      ON CONFLICT (principal, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = ${stored},
        headers = excluded.headers, body = excluded.body, sealed = excluded.sealed, created_at = excluded.created_at
      ${where}`
  }

  /** An answer as it is stored: a large one packed, a secret one sealed. */
  async #encode({ status, headers, body }: StoredAnswer, secret: boolean): Promise<Stored> {
    const packed = await pack(body)
    const written = secret ? this.#keyring.seal(purpose, this.#rowId, packed) : packed
    return { status, headers, body: written, sealed: secret }
  }

  /** An answer as it was before it was stored. */
  async #decode({ status, headers, body, sealed }: Stored): Promise<StoredAnswer> {
    const packed = sealed ? this.#keyring.open(purpose, this.#rowId, body) : body
    return { status, headers, body: await unpack(packed) }
  }
}

/** The columns of a stored answer that depend on how it is written down. */
interface Stored extends StoredAnswer {
  sealed: boolean
}

const batch = 5000
/** A run ends after this many batches, so that a long backlog never holds up a stop; the next run goes on. */
const mostBatches = 200

/** Deletes answers past their 24 hours, in batches; gives how many. `millis`: the time now, since the epoch. */
export async function deleteOldAnswers({ db, sharded }: Database, millis: number): Promise<number> {
  const old = sql`SELECT principal, key FROM idempotency_keys WHERE created_at <= ${cutoff(millis)} LIMIT ${batch}`
  const deletion = (which: Sql) => sql`DELETE FROM idempotency_keys WHERE ${which} RETURNING 1`
  let deleted = 0
  for (let turn = 0; turn < mostBatches && deleted === turn * batch; turn++) {
    if (!sharded) {
      deleted += (await db.query(deletion(sql`(principal, key) IN (${old})`))).length
      continue
    }
    // Those of a principal lie on one server, and no server sees the rows of the others.
    const found = await db.query(sql<{ principal: string; key: string }>`${old}`)
    for (const principal of new Set(found.map((row) => row.principal))) {
      const keys = found.filter((row) => row.principal === principal).map(({ key }) => key)
      await db.query(
        deletion(
          sql`principal = ${principal} AND key = any(${keys}::text[]) AND created_at <= ${cutoff(millis)}`,
        ),
      )
    }
    deleted += found.length
  }
  return deleted
}
