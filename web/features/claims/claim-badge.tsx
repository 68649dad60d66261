import type { TaskClaim } from '@svc/sdk'
import { claimTexts } from '../../messages/claims.ts'
import { Icon } from '../../components/icon.tsx'
import { getMyUsername } from '../members/members.ts'
import { describeClaim } from './claim-rules.ts'
import './claim-badge.css'

/** Sign and name of the user who holds a task, in its row or on its card. A function, since rows are plain elements. */
export function renderClaimBadge(claim: TaskClaim | null | undefined) {
  if (!claim) return null
  const label = describeClaim(claim, getMyUsername())
  return (
    <span
      key="claim"
      class="claim-badge"
      role="img"
      aria-label={label}
      title={label + (claim.note ? claimTexts.note(claim.note) : '')}
    >
      {Icon({ name: 'clock', size: 12 })}
      <bdi class="one-line">{claim.by}</bdi>
    </span>
  )
}
