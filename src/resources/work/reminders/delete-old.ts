import { sumOverOrgs } from '../../../db/citus/per-org.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { deleteEndedReminders, selectOrgsWithEndedReminders } from './due-queries.ts'

const RETENTION_MS = 90 * 24 * 3600 * 1000
const BATCH_SIZE = 1000

/** Deletes reminders that ended before the retention period and returns their number. */
export async function deleteOldReminders({ database, clock }: Dependencies): Promise<number> {
  const before = new Date(clock() - RETENTION_MS).toISOString()
  return sumOverOrgs(database, selectOrgsWithEndedReminders(before), async (orgId) => {
    let count = 0
    for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; count += deleted)
      deleted = (await database.db.query(deleteEndedReminders(before, BATCH_SIZE, orgId))).length
    return count
  })
}
