import type { Pool, PoolClient } from 'pg'
import { sendBatched } from '../driver/batch.ts'
import { isConnectionLost } from '../errors.ts'
import type { Lookups } from '../lookup-connections.ts'
import type { Sql } from '../sql.ts'

/** Maximum batch size, so that transactions do not wait long. */
const MAX_BATCH = 32

interface PendingRead {
  readonly statement: Sql
  readonly resolve: (rows: object[]) => void
  readonly reject: (error: unknown) => void
}

/** Batches short reads that wait for the only connection: waking the thread costs more than a lookup. */
export class BatchedLookups implements Lookups {
  readonly losses = 0
  readonly #pool: Pool
  readonly #pending: PendingRead[] = []
  #isWaiting = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  run(statement: Sql): Promise<object[]> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ statement, resolve, reject })
      this.#scheduleBatch()
    })
  }

  /** Does nothing: pending reads end with the pool. */
  close(): Promise<void> {
    return Promise.resolve()
  }

  #scheduleBatch(): void {
    if (this.#isWaiting || this.#pending.length === 0) return
    this.#isWaiting = true
    void this.#runBatch()
  }

  async #runBatch(): Promise<void> {
    const client = await this.#pool.connect().catch((error: unknown) => ({ error }))
    this.#isWaiting = false
    if ('error' in client) {
      for (const { reject } of this.#pending.splice(0)) reject(client.error)
      return
    }
    const batch = this.#pending.splice(0, MAX_BATCH)
    this.#scheduleBatch()
    const lost = await sendBatch(client, batch)
    client.release(lost)
  }
}

/** Sends the reads in one batch and retries failed ones singly; returns whether the connection was lost. */
async function sendBatch(client: PoolClient, batch: PendingRead[]): Promise<boolean> {
  const results = await Promise.allSettled(batch.map(({ statement }) => sendBatched(client, statement)))
  let lost = false
  for (const [i, result] of results.entries()) {
    const { statement, resolve, reject } = batch[i]!
    if (result.status === 'fulfilled') resolve(result.value.rows)
    else if (lost || isConnectionLost(result.reason)) {
      lost = true
      reject(result.reason)
    }
    // The error may be that of an earlier statement, after which the server skips the rest.
    else if (batch.length > 1) lost = await sendBatch(client, [{ statement, resolve, reject }])
    else reject(result.reason)
  }
  return lost
}
