import type { Context } from '../../../../core/context.ts'
import { canEditTask, canReadTask } from '../../tasks/policy.ts'
import type { TaskListQuery } from '../../tasks/queries/list.ts'
import type { TaskWithAccess } from '../../tasks/queries/rows.ts'
import { requireClaimQuota } from '../policy.ts'
import {
  buildClaimableConditions,
  buildFreeConditions,
  findCandidates,
  takeFirstCandidate,
  type Candidate,
  type StartedClaim,
} from '../queries.ts'
import type { ClaimCreate } from '../schema.ts'
import { ClaimChanged, completeClaim, toTerms } from './claim.ts'

/**
 * Numbers of candidates per attempt. The first leaves dependencies to the lock, since planning their condition takes longer
 * than the rest; the second is for blocked tasks and for those that have changed since they were read, later ones for a
 * queue on which more workers wait.
 */
const CANDIDATES = [32, 32, 128, 512]

/** Claims the first candidate that can still be claimed; undefined if there is none. */
async function takeCandidate(
  ctx: Context,
  { visibility }: TaskListQuery,
  candidates: readonly Candidate[],
  request: ClaimCreate,
): Promise<{ task: TaskWithAccess; claim: StartedClaim } | undefined> {
  for (;;) {
    const taken = await takeFirstCandidate(ctx, visibility, candidates, toTerms(request))
    if (!taken) return undefined
    const { task, claim } = taken
    // The next statement sees the claim that was committed in the meantime.
    if (!claim) continue
    // The access of the caller has changed since it was read.
    if (!canReadTask(ctx, task) || !canEditTask(ctx, task)) throw new ClaimChanged()
    return { task, claim }
  }
}

/** Claims the first claimable task of a list, without waiting for others; undefined if there is none. */
export async function claimNextTask(
  ctx: Context,
  query: TaskListQuery,
  request: ClaimCreate,
): Promise<TaskWithAccess | undefined> {
  const { visibility } = query
  for (const [attempt, count] of CANDIDATES.entries()) {
    const claimable = attempt === 0 ? buildFreeConditions(ctx, visibility) : buildClaimableConditions(ctx, visibility)
    const finding = findCandidates(ctx, { ...query, conditions: [...query.conditions, ...claimable] }, count)
    ctx.ignoreRejection(finding)
    if (attempt === 0) await requireClaimQuota(ctx, visibility.org_id)
    const candidates = await finding
    if (candidates.length === 0) return undefined
    const taken = await takeCandidate(ctx, query, candidates, request)
    if (taken) return completeClaim(ctx, taken.task, request, Promise.resolve(taken.claim))
    if (attempt > 0 && candidates.length < count) return undefined
  }
  return undefined
}
