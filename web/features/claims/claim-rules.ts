import type { Task, TaskClaim } from '@svc/sdk'
import { claimTexts } from '../../messages/claims.ts'
import { formatClockTime } from '../../components/util/dates.ts'
import { isFinished } from '../tasks/open-statuses.ts'

type ClaimedTask = Pick<Task, 'status' | 'has_edit_access'> & { claim?: TaskClaim | null }

export const isOwnClaim = ({ by }: TaskClaim, me: string | null): boolean => by === me

/** Returns whether the task can be claimed: not finished, not claimed by another user, and editable. */
export const canClaim = ({ claim, status, has_edit_access }: ClaimedTask, me: string | null): boolean =>
  has_edit_access && !isFinished(status) && (!claim || isOwnClaim(claim, me))

export function describeClaim(claim: TaskClaim, me: string | null): string {
  const until = formatClockTime(claim.until)
  return isOwnClaim(claim, me) ? claimTexts.byYou(until) : claimTexts.by(claim.by, until)
}
