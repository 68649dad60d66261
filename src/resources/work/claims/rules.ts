import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../core/context.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { claimLost } from '../../../http/if-claim.ts'
import type { TaskRow } from '../tasks/queries/rows.ts'
import type { ChangedAttributes, ClaimRow } from './queries.ts'
import type { ClaimChanges, ClaimRelease } from './schema.ts'

/** Maximum number of claims that an access token holds, or a user through sessions. */
export const MAX_CLAIMS = 100

/** Statuses of finished tasks, which cannot be claimed. */
const closedStatuses: readonly string[] = ['completed', 'archived']

/** Throws 409 for a completed or archived task. */
export function requireClaimable({ status }: Pick<TaskRow, 'status'>): void {
  if (closedStatuses.includes(status)) throw conflict(`The task is ${status}. Change its status to claim it.`)
}

/** Returns whether a live claim was made with the credential of the caller: the same token, or any session. */
export const isOwnClaim = (ctx: Context, claim: ClaimRow): boolean =>
  claim.user_id === ctx.user.user_id && claim.token_id === (ctx.caller.token?.token_id ?? null)

/** Returns 409 that names the holder and the end of a claim. */
export const claimedByOther = ({ claimed_by, until }: ClaimRow) =>
  conflict(`The task is claimed by ${claimed_by} until ${until}. Wait for its end, or claim another task.`)

export function requireQuota(count: number): void {
  if (count >= MAX_CLAIMS)
    throw conflict(`You hold ${count} claims, the maximum of an access token. Release one, or wait until one ends.`)
}

/** Returns the claim. Throws 412 unless it is live, of the caller and of this generation. */
export function requireHeldClaim(ctx: Context, claim: ClaimRow | undefined, generation: number): ClaimRow {
  if (!claim?.live || claim.user_id !== ctx.user.user_id || claim.generation !== generation)
    throw claimLost('The claim has ended, or `generation` is that of an earlier claim. Claim the task again.')
  return claim
}

/** Returns the claim to release; undefined if a forced release finds none. Throws 412 or 422. */
export function requireReleasable(
  ctx: Context,
  claim: ClaimRow | undefined,
  { generation, force = false }: ClaimRelease,
): ClaimRow | undefined {
  if (!force) {
    if (generation === undefined) throw invalid(['body', 'generation'], 'is required without `force`', 'missing')
    return requireHeldClaim(ctx, claim, generation)
  }
  if (!claim || claim.until === null) return undefined
  if (generation !== undefined && generation !== claim.generation)
    throw claimLost('The claim has ended, or `generation` is that of an earlier claim. Read the task again.')
  return claim
}

/** Returns the attributes in `set` that differ between both states of a task. */
export function diffClaimed(before: TaskRow, after: TaskRow, set: ClaimChanges): ChangedAttributes {
  const names = Object.keys(set).filter((name) => name in before) as (keyof ClaimChanges)[]
  return Object.fromEntries(
    names
      .filter((name) => !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, { before: before[name], after: after[name] }]),
  )
}

/** Returns the update that restores what a claim changed, without attributes that were changed since. */
export const buildRestoration = (task: TaskRow, changed: ChangedAttributes): ClaimChanges =>
  Object.fromEntries(
    Object.entries(changed)
      .filter(([name, { after }]) => isDeepStrictEqual(task[name as keyof TaskRow], after))
      .map(([name, { before }]) => [name, before]),
  )
