import type { Task } from '@svc/sdk'
import { claimTexts } from '../../messages/claims.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { withChunk } from '../../components/util/load-chunk.ts'
import type { Command } from '../../commands/commands.ts'
import { getMyUsername } from '../members/members.ts'
import { isProjectOwner } from '../members/permissions.ts'
import { canClaim, describeClaim, isOwnClaim } from './claim-rules.ts'
import './claim-line.css'

const openClaimForm = (task: Task): void =>
  void withChunk(
    () => import('./claim-dialogs.tsx'),
    ({ showClaimForm }) => showClaimForm(task),
  )

const startRelease = (task: Task): void =>
  void withChunk(
    () => import('./claim-dialogs.tsx'),
    ({ release }) => release(task),
  )

const canRelease = ({ claim, project_id }: Task): boolean =>
  Boolean(claim) && (isOwnClaim(claim!, getMyUsername()) || isProjectOwner(project_id))

/** Line of the task panel that says who has claimed the task, until when and for what. */
export function ClaimLine({ task }: { task: Task }) {
  const { claim } = task
  if (!claim) return null
  return (
    <p class="claim-line" role="status">
      <Icon name="clock" size={14} />
      <span class="claim-line-text" dir="auto">
        {describeClaim(claim, getMyUsername())}
        {claim.note && claimTexts.note(claim.note)}
      </span>
      {isOwnClaim(claim, getMyUsername()) && (
        <Button kind="quiet" small keys="t" title={claimTexts.renew} onClick={() => openClaimForm(task)}>
          {claimTexts.renew}
        </Button>
      )}
      {canRelease(task) && (
        <Button kind="quiet" small keys="Shift+t" title={claimTexts.release} onClick={() => startRelease(task)}>
          {claimTexts.release}
        </Button>
      )}
    </p>
  )
}

/** Returns the commands that claim, renew and release the task of a list or panel. */
export function buildClaimCommands(prefix: string, find: () => Task | undefined): Command[] {
  const { section, take, release } = claimTexts
  const mayClaim = () => {
    const task = find()
    return task !== undefined && canClaim(task, getMyUsername())
  }
  const mayRelease = () => {
    const task = find()
    return task !== undefined && canRelease(task)
  }
  return [
    {
      id: `${prefix}.claim`,
      title: take,
      section,
      keys: 't',
      menu: 'clock',
      when: mayClaim,
      run: () => openClaimForm(find()!),
    },
    {
      id: `${prefix}.release`,
      title: release,
      section,
      keys: 'Shift+t',
      menu: 'clock',
      when: mayRelease,
      run: () => startRelease(find()!),
    },
  ]
}
