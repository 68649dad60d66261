import { sql, type Sql, and } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { canEditTask, canReadTask } from '../../tasks/policy.ts'
import { buildVisibleTasksCondition } from '../../projects/queries/visibility.ts'
import type { TaskListQuery } from '../../tasks/queries/list.ts'
import { advanceTimePastEvents } from '../../tasks/queries/last-event.ts'
import { findTaskBy, type TaskWithAccess } from '../../tasks/queries/rows.ts'
import { requireClaimQuota } from '../policy.ts'
import { buildClaimableConditions, findCandidates, lockFirstCandidate } from '../queries.ts'
import type { ClaimCreate } from '../schema.ts'
import { startClaim } from './claim.ts'

/** Numbers of candidates per attempt; a later attempt is for a queue on which more workers wait. */
const CANDIDATES = [32, 128, 512]

/** Locks and loads the first candidate that is still claimable; undefined if there is none. */
async function lockCandidate(
  ctx: Context,
  orgId: string,
  taskIds: readonly string[],
  conditions: Sql[],
): Promise<TaskWithAccess | undefined> {
  let ids = taskIds
  for (;;) {
    const id = await lockFirstCandidate(ctx, orgId, ids)
    if (id === undefined) return undefined
    // Read by a new statement: the conditions may have been evaluated before another transaction ended.
    const [task] = await Promise.all([
      findTaskBy(ctx, orgId, and([sql`t.task_id = ${id}`, ...conditions]), { plan: 'custom' }),
      advanceTimePastEvents(ctx, id),
    ])
    if (task && canReadTask(ctx, task) && canEditTask(ctx, task)) return task
    ids = ids.filter((other) => other !== id)
  }
}

/** Claims the first claimable task of a list, without waiting for others; undefined if there is none. */
export async function claimNextTask(
  ctx: Context,
  query: TaskListQuery,
  request: ClaimCreate,
): Promise<TaskWithAccess | undefined> {
  const { visibility } = query
  const conditions = [...query.conditions, ...buildClaimableConditions(ctx, visibility)]
  const recheck = [...conditions, buildVisibleTasksCondition(ctx, visibility)]
  for (const count of CANDIDATES) {
    const finding = findCandidates(ctx, { ...query, conditions }, count)
    ctx.pipeline(finding)
    if (count === CANDIDATES[0]) await requireClaimQuota(ctx, visibility.org_id)
    const ids = await finding
    const task = ids.length > 0 && (await lockCandidate(ctx, visibility.org_id, ids, recheck))
    if (task) {
      ctx.advanceTimePast([task])
      return startClaim(ctx, task, request)
    }
    if (ids.length < count) return undefined
  }
  return undefined
}
