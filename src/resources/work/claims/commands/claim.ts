import type { Context } from '../../../../core/context.ts'
import { notFound } from '../../../../core/errors.ts'
import { canReadTask, requireTaskEditor } from '../../tasks/policy.ts'
import type { TaskClaim } from '../../tasks/queries/claims.ts'
import type { TaskWithAccess } from '../../tasks/queries/rows.ts'
import { requireClaimQuota, type TaskWithStoredClaim } from '../policy.ts'
import {
  endClaims,
  extendClaim,
  insertClaim,
  saveClaimedChanges,
  type ChangedAttributes,
  type ClaimRow,
  type StartedClaim,
} from '../queries.ts'
import { claimedByOther, diffClaimed, isOwnClaim, requireClaimable, requireHeldClaim } from '../rules.ts'
import { DEFAULT_CLAIM_SECONDS, type ClaimCreate } from '../schema.ts'
import { buildClaimEnd, restoreTask } from './restore.ts'
import { updateInSet } from './set.ts'

/** Rolls the transaction back and runs it again, since the claim of a locked task changed nevertheless. */
export class ClaimChanged extends Error {
  readonly code = '40001'
}

/** Returns the claim with its keys in the order of the stored JSON, so that a later read has the same ETag. */
const toClaim = (ctx: Context, started: StartedClaim, note: string | null): TaskClaim => ({
  by: ctx.user.username,
  note,
  until: started.until!,
  token_id: ctx.caller.token?.token_id ?? null,
  generation: started.generation,
})

/** Ends a lapsed claim before the job does, and returns the task as it was before the claim. */
async function endLapsedClaim(ctx: Context, task: TaskWithAccess, claim: ClaimRow): Promise<TaskWithAccess> {
  const restored = await restoreTask(ctx, task, claim, 'task.claim_expired')
  for (const event of restored.events) ctx.emit(event)
  ctx.emit({ ...buildClaimEnd('task.claim_expired', task, claim), by_service: true })
  await endClaims(ctx.db, [task], task.org_id)
  ctx.advanceTimePast([restored.task], 0)
  // The claim may have given the caller their access, by making them the assignee.
  if (!canReadTask(ctx, restored.task)) throw notFound()
  requireTaskEditor(ctx, restored.task)
  return restored.task
}

export const toTerms = ({ seconds = DEFAULT_CLAIM_SECONDS, note = null }: ClaimCreate) => ({ seconds, note })

/** Starts a claim of a locked task without one, and makes the changes of `set`. */
function startClaim(ctx: Context, task: TaskWithAccess, request: ClaimCreate): Promise<TaskWithAccess> {
  const starting = insertClaim(ctx, task, toTerms(request))
  ctx.ignoreRejection(starting)
  return completeClaim(ctx, task, request, starting)
}

/** Makes the changes of `set` under a new claim of a locked task, and emits its events. */
export async function completeClaim(
  ctx: Context,
  stored: TaskWithAccess,
  request: ClaimCreate,
  starting: Promise<StartedClaim | undefined>,
): Promise<TaskWithAccess> {
  const { set = {} } = request
  const { note } = toTerms(request)
  const task = await updateInSet(ctx, stored, set)
  const started = await starting
  if (!started) throw new ClaimChanged()
  const changed = diffClaimed(stored, task, set)
  if (Object.keys(changed).length > 0) saveClaimedChanges(ctx, task, changed)
  const claim = toClaim(ctx, started, note)
  const { by, until, generation } = claim
  const { org_id, task_id: resource_id, project_id } = task
  const subject = { org_id, resource_type: 'task', resource_id, project_id }
  ctx.emit({ ...subject, type: 'task.claimed', before: null, after: { by, until, generation, note } })
  return { ...task, claim }
}

/** Renews a claim, which may come to another token, and makes the changes of `set`, which count as changes by the claim. */
async function continueClaim(ctx: Context, stored: TaskWithAccess, claim: ClaimRow, request: ClaimCreate) {
  const { seconds = DEFAULT_CLAIM_SECONDS, note = claim.note, set = {} } = request
  if (!isOwnClaim(ctx, claim)) await requireClaimQuota(ctx, stored.org_id)
  const task = await updateInSet(ctx, stored, set)
  const changed = mergeChanged(claim.changed ?? {}, diffClaimed(stored, task, set))
  return { ...task, claim: toClaim(ctx, await extendClaim(ctx, task, { seconds, note, changed }), note) }
}

/** Returns the changes of a claim and a renewal: the first previous and the last new value of each attribute. */
const mergeChanged = (first: ChangedAttributes, then: ChangedAttributes): ChangedAttributes => ({
  ...first,
  ...Object.fromEntries(
    Object.entries(then).map(([name, { before, after }]) => [
      name,
      { before: first[name as keyof ChangedAttributes]?.before ?? before, after },
    ]),
  ),
})

/** Claims a locked task, or renews the claim of the same credential. Throws 409 if it is claimed by another. */
export async function claimTask(
  ctx: Context,
  stored: TaskWithStoredClaim,
  request: ClaimCreate,
): Promise<TaskWithAccess> {
  const claim = await stored.storedClaim
  if (claim?.live) {
    if (!isOwnClaim(ctx, claim)) throw claimedByOther(claim)
    return continueClaim(ctx, stored, claim, request)
  }
  const task = claim?.until ? await endLapsedClaim(ctx, stored, claim) : stored
  requireClaimable(task)
  await requireClaimQuota(ctx, task.org_id)
  return startClaim(ctx, task, request)
}

/** Extends the caller's claim of a locked task. Throws 412 if it has ended or was taken over. */
export async function renewClaim(
  ctx: Context,
  task: TaskWithStoredClaim,
  { generation, ...request }: Pick<ClaimCreate, 'seconds' | 'note'> & { generation: number },
): Promise<TaskWithAccess> {
  return continueClaim(ctx, task, requireHeldClaim(ctx, await task.storedClaim, generation), request)
}
