import { wherever } from '../../db/by-organization.ts'
import type { Services } from '../../kernel/services/services.ts'
import { deleteEnded, withEnded } from './due-queries.ts'

const RETENTION_MS = 90 * 24 * 3600 * 1000
const BATCH_SIZE = 1000

/** Deletes reminders that ended before the retention period and returns their number. */
export async function sweepReminders({ database, clock }: Services): Promise<number> {
  const before = new Date(clock() - RETENTION_MS).toISOString()
  return wherever(database, withEnded(before), async (orgId) => {
    let count = 0
    for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; count += deleted)
      deleted = (await database.db.query(deleteEnded(before, BATCH_SIZE, orgId))).length
    return count
  })
}
