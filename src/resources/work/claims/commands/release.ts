import type { Context } from '../../../../core/context.ts'
import type { TaskWithAccess } from '../../tasks/queries/rows.ts'
import type { TaskWithStoredClaim } from '../policy.ts'
import { endClaims } from '../queries.ts'
import { requireReleasable } from '../rules.ts'
import type { ClaimRelease } from '../schema.ts'
import { buildClaimEnd, restoreTask } from './restore.ts'
import { updateInSet } from './set.ts'

/** Ends the claim of a locked task, and makes the changes of `set` or restores the task. */
export async function releaseClaim(
  ctx: Context,
  stored: TaskWithStoredClaim,
  request: ClaimRelease,
): Promise<TaskWithAccess> {
  const claim = requireReleasable(ctx, await stored.storedClaim, request)
  const changed = request.set ? await updateInSet(ctx, stored, request.set) : stored
  if (!claim) return changed
  ctx.emit(buildClaimEnd('task.claim_released', stored, claim))
  ctx.ignoreRejection(endClaims(ctx.db, [stored], stored.org_id))
  if (request.set) return { ...changed, claim: null }
  const restored = await restoreTask(ctx, stored, claim, 'task.claim_released')
  for (const event of restored.events) ctx.emit(event)
  return { ...restored.task, claim: null }
}
