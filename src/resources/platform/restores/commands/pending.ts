/** Files that a restore stores before the transaction of their rows commits, recorded so that a crash does not leave them. */
import type { Db } from '../../../../db/database.ts'
import { sql } from '../../../../db/sql.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { removeStoredContent } from '../../../../http/uploads/stored-files.ts'

export interface PendingRestore {
  org_id: string
  file_ids: string[]
}

/** Records the files of a restore before the first one is stored. Keeps those of another restore with the same id. */
export const recordPendingRestore = (db: Db, { org_id, file_ids }: PendingRestore, now: string): Promise<unknown> =>
  db.query(sql`
    insert into pending_restores (org_id, file_ids, created_at) values (${org_id}, ${file_ids}, ${now})
    on conflict (org_id) do nothing`)

const lockName = (orgId: string) => `restore ${orgId}`

const findPendingRestore = (db: Db, orgId: string): Promise<PendingRestore | undefined> =>
  db.queryRow(sql<PendingRestore>`select org_id, file_ids from pending_restores where org_id = ${orgId}`)

/**
 * Locks the files of a restore until its transaction ends, which also ends with its process. Returns false if another
 * restore with the same id has committed, or has left other files: choose the id and record the files again.
 */
export async function lockPendingRestore(trx: Db, { org_id, file_ids }: PendingRestore): Promise<boolean> {
  await trx.query(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(org_id)}, 0))`)
  const row = await findPendingRestore(trx, org_id)
  return row !== undefined && JSON.stringify(row.file_ids) === JSON.stringify(file_ids)
}

export const forgetPendingRestore = (db: Db, orgId: string): Promise<unknown> =>
  db.query(sql`delete from pending_restores where org_id = ${orgId}`)

const BATCH_FILES = 100

/** Removes the files of restores that were interrupted; returns their number. Restores in progress hold a lock. */
export async function removeInterruptedRestores(services: Dependencies): Promise<number> {
  const pending = await services.database.db.query(sql<{ org_id: string }>`
    select org_id from pending_restores order by created_at`)
  let removed = 0
  for (const { org_id } of pending) removed += await removeInterruptedRestore(services, org_id)
  return removed
}

/** Removes the files of a restore that did not commit; returns their number. */
export async function removeInterruptedRestore(services: Dependencies, orgId: string): Promise<number> {
  let removed = 0
  for (;;) {
    const count = await services.database.transaction((trx) => removeBatch(services, trx, orgId))
    removed += count
    if (count < BATCH_FILES) return removed
  }
}

async function removeBatch(services: Dependencies, trx: Db, orgId: string): Promise<number> {
  const lock = await trx.queryRow(sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${lockName(orgId)}, 0)) as is_free`)
  if (!lock!.is_free) return 0
  const { file_ids } = (await findPendingRestore(trx, orgId)) ?? { file_ids: [] }
  const batch = file_ids.slice(0, BATCH_FILES)
  for (const id of batch) await removeStoredContent(services, orgId, id)
  if (file_ids.length > BATCH_FILES)
    await trx.query(sql`update pending_restores set file_ids = ${file_ids.slice(BATCH_FILES)} where org_id = ${orgId}`)
  else await forgetPendingRestore(trx, orgId)
  return batch.length
}
