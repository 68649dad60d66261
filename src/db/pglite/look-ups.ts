import type { Pool, PoolClient } from 'pg'
import { sendTogether } from '../batch.ts'
import { isLost } from '../errors.ts'
import type { LookUps } from '../look-ups.ts'
import type { Sql } from '../sql.ts'

/** The most that go together, so that a transaction soon has its turn. */
const most = 32

interface Asked {
  readonly statement: Sql
  readonly resolve: (rows: object[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * Short reads that take turns at the one connection together: all that were asked for while others had it are sent in one
 * message when it is free. To wake the database's thread and to be woken by it costs more than a look-up by key.
 */
export class GatheredLookUps implements LookUps {
  /** The connection is the pool's. */
  readonly losses = 0
  readonly #pool: Pool
  readonly #asked: Asked[] = []
  #inLine = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  run(statement: Sql): Promise<object[]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ statement, resolve, reject })
      this.#lineUp()
    })
  }

  /** What is left waits for the pool, which ends by itself. */
  close(): Promise<void> {
    return Promise.resolve()
  }

  #lineUp(): void {
    if (this.#inLine || this.#asked.length === 0) return
    this.#inLine = true
    void this.#take()
  }

  async #take(): Promise<void> {
    const client = await this.#pool.connect().catch((error: unknown) => ({ error }))
    this.#inLine = false
    if ('error' in client) {
      for (const { reject } of this.#asked.splice(0)) reject(client.error)
      return
    }
    const some = this.#asked.splice(0, most)
    this.#lineUp()
    const lost = await answer(client, some)
    client.release(lost)
  }
}

/** Sends what was asked for together, and what failed once more by itself; gives whether the connection was lost. */
async function answer(client: PoolClient, some: Asked[]): Promise<boolean> {
  const answers = await Promise.allSettled(some.map(({ statement }) => sendTogether(client, statement)))
  let lost = false
  for (const [i, found] of answers.entries()) {
    const { statement, resolve, reject } = some[i]!
    if (found.status === 'fulfilled') resolve(found.value.rows)
    else if (lost || isLost(found.reason)) {
      lost = true
      reject(found.reason)
    }
    // The error may be that of one before it, behind which none is run.
    else if (some.length > 1) lost = await answer(client, [{ statement, resolve, reject }])
    else reject(found.reason)
  }
  return lost
}
