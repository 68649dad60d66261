import type { Database, Db } from '../../db/database.ts'
import { migrationLock } from '../../db/migrate.ts'
import { sql } from '../../db/sql.ts'
import type { Log } from '../services/log.ts'
import { readHorizon } from './settled.ts'

/** Looks after the lineage: at the start, and whenever connections were lost, since another database may be there then. */
export class LineageWatch {
  readonly #database: Database
  readonly #log: Log
  /** The connections lost by the time it was looked at. */
  #looked: number | undefined
  #at = 0
  #looking: Promise<void> | undefined

  constructor(database: Database, log: Log = () => undefined) {
    this.#database = database
    this.#log = log
  }

  /**
   * Resolves once events are written in the right lineage. Asks nothing when no connection was lost since, and where
   * `millis` are given, when it was looked at within these.
   */
  async check(millis = Infinity): Promise<void> {
    const losses = this.#database.losses()
    const at = performance.now()
    if (losses === this.#looked && at - this.#at < millis) return
    this.#looking ??= this.#look(losses, at).finally(() => (this.#looking = undefined))
    await this.#looking
  }

  async #look(losses: number, at: number): Promise<void> {
    await settleLineage(this.#database, this.#log)
    this.#looked = losses
    this.#at = at
  }
}

/**
 * Has events written in a lineage in which their order is that of the ledger. The ids of transactions begin anew when a
 * dump is restored into another cluster: the newest event is then of a transaction that this cluster has not come to
 * yet, and events of now would be placed before it (docs/decisions/0007).
 */
async function settleLineage(database: Database, log: Log): Promise<void> {
  if ((await findStrayed(database.db)) === undefined) return
  const began = await database.transaction(async (trx) => {
    // Processes that start together, or find out together, take turns; the second finds it done.
    await trx.query(sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`)
    const last = await findStrayed(trx)
    if (last === undefined) return undefined
    const next = last + 1
    await trx.query(sql.raw(`alter table events alter column lineage set default ${next}`))
    // What this cluster itself wrote before this was noticed belongs to the new lineage. Of such rows alone the
    // transaction that wrote them here is the one they name.
    await trx.query(sql`
      update events e set lineage = ${next}::smallint
      where e.lineage = ${last}::smallint and e.tx < pg_snapshot_xmax(pg_current_snapshot())
        and e.xmin = e.tx::xid`)
    return next
  })
  if (began === undefined) return
  log('warn', 'the ledger goes on in a new lineage: its database was restored into another cluster', {
    lineage: began,
  })
}

/** The lineage that must not be gone on with; undefined where all is well, or where the next one has begun. */
async function findStrayed(db: Db): Promise<number | undefined> {
  const [newest] = await db.query(sql<{ lineage: number; tx: string }>`
    select e.lineage, e.tx from events e where e.lineage > 0
    order by e.lineage desc, e.tx desc, e.ord desc, e.event_id desc limit 1`)
  if (!newest) return undefined
  // Asked after the event was seen, so that its transaction is over for whoever tells how far the ids have come.
  const { next, lineage } = await readHorizon(db)
  const strayed = BigInt(newest.tx) >= BigInt(next) && newest.lineage >= lineage
  return strayed ? newest.lineage : undefined
}
