import { sumOverOrgs } from '../../../db/citus/per-org.ts'
import type { Transaction } from '../../../db/database.ts'
import type { ChangeEvent } from '../../../core/change-event.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { createServiceContext } from '../../../core/service-context.ts'
import { commitSystemEvents } from '../../../events/log.ts'
import { findTasks } from '../tasks/queries/rows.ts'
import { buildClaimEnd, restoreTask } from './commands/restore.ts'
import * as queries from './queries.ts'

/** Maximum number of claims per transaction. */
const BATCH_SIZE = 100
/** Maximum number of transactions per run, so that a backlog does not delay the shutdown; the next run continues. */
const MAX_BATCHES = 100

/** Ends lapsed claims, restores what they changed, and returns their number. Skips tasks that are locked until the next run. */
export async function endLapsedClaims(services: Dependencies): Promise<number> {
  const { database } = services
  return sumOverOrgs(database, queries.selectOrgsWithLapsedClaims(), async (orgId) => {
    let count = 0
    for (let i = 0; i < MAX_BATCHES && count === i * BATCH_SIZE; i++) {
      const keys = await database.db.query(queries.selectLapsedClaims(BATCH_SIZE, orgId))
      if (keys.length === 0) break
      count += await database.transaction((trx) => endBatch(services, trx, keys, orgId))
    }
    return count
  })
}

async function endBatch(
  services: Dependencies,
  trx: Transaction,
  keys: readonly queries.ClaimKey[],
  orgId?: string,
): Promise<number> {
  const locked = await trx.query(queries.lockUnlockedTasks(keys, orgId))
  if (locked.length === 0) return 0
  const claims = await trx.query(queries.findLapsedClaims(locked, orgId))
  const events: ChangeEvent[] = []
  for (const claim of claims) events.push(...(await endClaim(services, trx, claim)))
  await queries.endClaims(trx, claims, orgId)
  await commitSystemEvents(services, trx, events)
  return claims.length
}

/** Restores the task of a lapsed claim and returns the events. A deleted task stays as it is, and has none. */
async function endClaim(services: Dependencies, trx: Transaction, claim: queries.ClaimRow): Promise<ChangeEvent[]> {
  const { org_id: orgId, task_id } = claim
  const ctx = createServiceContext(services, trx, { orgId })
  const [task] = await findTasks(ctx, [orgId], [task_id], false)
  if (!task) return []
  const { events } = await restoreTask(ctx, task, claim, 'task.claim_expired')
  return [...events, buildClaimEnd('task.claim_expired', task, claim)]
}
