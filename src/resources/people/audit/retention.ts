import type { Dependencies } from '../../../core/dependencies.ts'
import { deleteExpiredEvents, deleteEventsOfPurgedTasks, listAuditRetentions } from './queries.ts'

const EVENT_BATCH_SIZE = 1000
/** Purged tasks per batch; each has only a few events. */
const TASK_BATCH_SIZE = 100
/** Limits one run, so that a long backlog does not delay a shutdown. The next run continues. */
const MAX_BATCHES = 200

/** Returns the number of deleted events. Events of a task are its history, deleted once the task is purged. */
export async function enforceAuditRetention({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<number> {
  let deleted = 0
  let batches = 0
  for (const { org_id, before } of await listAuditRetentions(database.db, new Date(clock()).toISOString())) {
    let removed = EVENT_BATCH_SIZE
    while (removed === EVENT_BATCH_SIZE && batches++ < MAX_BATCHES) {
      removed = await deleteExpiredEvents(database.db, org_id, before, EVENT_BATCH_SIZE)
      deleted += removed
    }
    for (removed = TASK_BATCH_SIZE; removed === TASK_BATCH_SIZE && batches++ < MAX_BATCHES;)
      removed = await deleteEventsOfPurgedTasks(database.db, org_id, before, TASK_BATCH_SIZE)
  }
  return deleted
}
