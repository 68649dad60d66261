import type { Database, Db } from '../../db/database.ts'
import { migrationLock } from '../../db/migrate.ts'
import { sql } from '../../db/sql.ts'
import type { Log } from '../services/log.ts'

/**
 * Has events written in a lineage in which their order is that of the ledger. The ids of transactions begin anew when a
 * dump is restored into another cluster: the newest event is then of a transaction that this cluster has not come to
 * yet, and events of now would be placed before it (docs/decisions/0031). Gives whether a lineage began.
 */
export async function settleLineage(database: Database, log: Log = () => undefined): Promise<boolean> {
  if (!(await findStrayed(database.db))) return false
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
  if (began === undefined) return false
  log('warn', 'the ledger goes on in a new lineage: its database was restored into another cluster', {
    lineage: began,
  })
  return true
}

/** The lineage that must not be gone on with; undefined where all is well, or where the next one has begun. */
async function findStrayed(db: Db): Promise<number | undefined> {
  const [newest] = await db.query(
    sql<{ lineage: number; strayed: boolean }>`
      select e.lineage, e.tx >= pg_snapshot_xmax(pg_current_snapshot())
          and e.lineage >= substring(pg_get_expr(d.adbin, d.adrelid) from '[0-9]+')::smallint as strayed
      from events e, pg_attribute a
      join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where e.lineage > 0 and a.attrelid = 'events'::regclass and a.attname = 'lineage'
      order by e.lineage desc, e.tx desc, e.ord desc, e.event_id desc limit 1`,
  )
  return newest?.strayed ? newest.lineage : undefined
}
