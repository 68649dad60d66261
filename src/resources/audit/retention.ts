import type { Services } from '../../kernel/services/services.ts'
import { deleteEvents, deleteEventsOfGone, findRetentions } from './queries.ts'

const batch = 1000
/** Tasks that are gone for good, whose events go at once: a task has a handful. */
const tasksAtOnce = 100
/** A turn ends after this many, so that a long backlog does not hold up the end of the process; the next turn goes on. */
const mostBatches = 200

/**
 * Deletes events past their organization's retention, in small batches; gives how many. A task's events stay, as its
 * history, until the task is gone for good. The audit hides every event from the moment it is past the retention, so nothing waits for this.
 */
export async function deleteOldEvents({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<number> {
  let deleted = 0
  let batches = 0
  for (const { org_id, before } of await findRetentions(database.db, new Date(clock()).toISOString())) {
    let gone = batch
    while (gone === batch && batches++ < mostBatches) {
      gone = await deleteEvents(database.db, org_id, before, batch)
      deleted += gone
    }
    for (gone = tasksAtOnce; gone === tasksAtOnce && batches++ < mostBatches;)
      gone = await deleteEventsOfGone(database.db, org_id, before, tasksAtOnce)
  }
  return deleted
}
