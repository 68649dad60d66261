import { wherever } from '../../db/by-organization.ts'
import type { Services } from '../../kernel/services/services.ts'
import { deleteEnded, withEnded } from './due-queries.ts'

const keptMillis = 90 * 24 * 3600 * 1000
const batch = 1000

/** Deletes the reminders that ended over 90 days ago; gives how many. */
export async function sweepReminders({ database, clock }: Services): Promise<number> {
  const before = new Date(clock() - keptMillis).toISOString()
  return wherever(database, withEnded(before), async (orgId) => {
    let count = 0
    for (let gone = batch; gone === batch; count += gone)
      gone = (await database.db.query(deleteEnded(before, batch, orgId))).length
    return count
  })
}
