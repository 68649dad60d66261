import type { Database, Db } from '../../db/database.ts'
import { MIGRATION_LOCK_KEY } from '../../db/migrate.ts'
import { sql } from '../../db/sql.ts'
import type { Log } from '../../core/log.ts'
import { readWatermark } from './queries.ts'

/** Checks the lineage at start, every minute and after lost connections, when the database may be another one. */
export class LineageMonitor {
  readonly #database: Database
  readonly #log: Log
  #checkedLosses: number | undefined
  #checkedAt = 0
  #pendingCheck: Promise<void> | undefined

  constructor(database: Database, log: Log = () => undefined) {
    this.#database = database
    this.#log = log
  }

  /** Skips the check without lost connections, or within `millis` of the last. */
  async ensureCurrent(millis = Infinity): Promise<void> {
    const losses = this.#database.connectionLosses()
    const startedAt = performance.now()
    if (losses === this.#checkedLosses && startedAt - this.#checkedAt < millis) return
    this.#pendingCheck ??= this.#checkNow(losses, startedAt).finally(() => (this.#pendingCheck = undefined))
    await this.#pendingCheck
  }

  async #checkNow(losses: number, startedAt: number): Promise<void> {
    await ensureLineage(this.#database, this.#log)
    this.#checkedLosses = losses
    this.#checkedAt = startedAt
  }
}

/** Starts a new lineage after a restored dump, whose transaction IDs start over (docs/decisions/0007). */
async function ensureLineage(database: Database, log: Log): Promise<void> {
  if ((await findOutdatedLineage(database.db)) === undefined) return
  const newLineage = await database.transaction(async (trx) => {
    // Lets one of several processes start the lineage.
    await trx.query(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK_KEY}::bigint)`)
    const last = await findOutdatedLineage(trx)
    if (last === undefined) return undefined
    const next = last + 1
    await trx.query(sql.raw(`alter table events alter column lineage set default ${next}`))
    // Moves events that this cluster wrote before the check to the new lineage. Only their `xmin` equals their
    // `tx`.
    await trx.query(sql`
      update events e set lineage = ${next}::smallint
      where e.lineage = ${last}::smallint and e.tx < pg_snapshot_xmax(pg_current_snapshot())
        and e.xmin = e.tx::xid`)
    return next
  })
  if (newLineage === undefined) return
  log('warn', 'the event log continues in a new lineage: its database was restored into another cluster', {
    lineage: newLineage,
  })
}

async function findOutdatedLineage(db: Db): Promise<number | undefined> {
  const [newest] = await db.query(sql<{ lineage: number; tx: string }>`
    select e.lineage, e.tx from events e where e.lineage > 0
    order by e.lineage desc, e.tx desc, e.ord desc, e.event_id desc limit 1`)
  if (!newest) return undefined
  // Read after the event, so that its transaction has ended for the watermark.
  const { next, lineage } = await readWatermark(db)
  const isOutdated = BigInt(newest.tx) >= BigInt(next) && newest.lineage >= lineage
  return isOutdated ? newest.lineage : undefined
}
