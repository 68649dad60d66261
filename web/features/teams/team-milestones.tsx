import type { Milestone, Team } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { milestoneTexts as messages, sprintTexts, teamTexts } from '../../messages/teams.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import type { MenuItem } from '../../components/menu.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { showToast } from '../../components/toast.tsx'
import { formatDay, getToday } from '../../components/util/dates.ts'
import { getMembers } from '../members/members.ts'
import { ConfirmDialog } from '../settings/kit/confirm-dialog.tsx'
import { deleteRow, updateRow } from '../settings/kit/row-changes.ts'
import { ItemMenu, SettingsItem } from '../settings/kit/settings-item.tsx'
import { MilestoneForm } from './milestone-form.tsx'

/** Lists the milestones of a team: open ones by date, then closed ones, the latest first. */
export function TeamMilestones({ team, canEdit }: { team: Team; canEdit: boolean }) {
  const [isCreating, setCreating] = useState(false)
  const milestones = getStore().all('milestones', undefined, [team.team_id]).value
  const isOpen = ({ status }: Milestone) => status === 'open'
  const rows = milestones?.toSorted((a, b) => a.target_date.localeCompare(b.target_date)) ?? []
  const sorted = [...rows.filter(isOpen), ...rows.filter((one) => !isOpen(one)).toReversed()]
  return (
    <section class="settings-section">
      <div class="settings-head">
        <h2>{messages.title}</h2>
        {canEdit && (
          <Button icon="plus" onClick={() => setCreating(true)}>
            {messages.create}
          </Button>
        )}
      </div>
      {!milestones && <Skeleton rows={2} height={52} />}
      {milestones?.length === 0 && <p class="settings-hint">{messages.none}</p>}
      {sorted.length > 0 && (
        <ul class="settings-list">
          {sorted.map((milestone) => (
            <MilestoneItem key={milestone.milestone_id} {...{ team, milestone, canEdit }} />
          ))}
        </ul>
      )}
      {isCreating && <MilestoneForm team={team} onClose={() => setCreating(false)} />}
    </section>
  )
}

interface MilestoneProps {
  team: Team
  milestone: Milestone
  canEdit: boolean
}

function MilestoneItem({ team, milestone, canEdit }: MilestoneProps) {
  const { milestone_id, team_id, title, status, target_date, owner_user_id, completed_count, task_count } = milestone
  const progress = sprintTexts.progress(completed_count, task_count)
  const isOpen = status === 'open'
  const owner = owner_user_id === null ? undefined : getMembers().byId.get(owner_user_id)
  return (
    <SettingsItem
      icon={<Icon name="diamond" />}
      title={title}
      onOpen={() => navigate(`/o/${milestone.org_id}/team/${team_id}?filter[milestone]=${milestone_id}`)}
      isOff={!isOpen}
      badges={[!isOpen && messages.closed, isOpen && target_date < getToday() && messages.overdue]}
      facts={[messages.due(formatDay(target_date)), progress, owner && (owner.name ?? owner.username)]}
    >
      <ProgressBar done={completed_count} all={task_count} label={progress} />
      <MilestoneActions {...{ team, milestone, canEdit }} />
    </SettingsItem>
  )
}

/** Closes an open milestone, or opens a closed one, with a message that offers to undo it. */
function toggleMilestone(milestone: Milestone): void {
  const { title, status } = milestone
  const isOpen = status === 'open'
  const text = isOpen ? messages.isClosed(title) : messages.isOpen(title)
  updateRow('milestones', milestone, { status: isOpen ? 'closed' : 'open' }, text)
  showToast({ text, action: { label: teamTexts.undo, run: () => getStore().undo(text) } })
}

function MilestoneActions({ team, milestone, canEdit }: MilestoneProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const { owner_user_id, title } = milestone
  const isOwner = owner_user_id === getStore().me.value.principal.id
  const close = () => setDialog(undefined)
  const items = canEdit || isOwner ? [buildToggle(milestone)] : []
  if (canEdit)
    items.push(
      { id: 'edit', label: sprintTexts.edit, icon: 'edit', onSelect: () => setDialog('edit') },
      { id: 'delete', label: teamTexts.delete, icon: 'trash', danger: true, onSelect: () => setDialog('delete') },
    )
  return (
    <>
      <ItemMenu name={title} items={items} />
      {dialog === 'edit' && <MilestoneForm {...{ team, milestone }} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={teamTexts.deleteTitle(title)}
          confirm={messages.deleteConfirm}
          effects={messages.deleteTexts}
          run={() => deleteRow('milestones', milestone)}
          onClose={close}
        />
      )}
    </>
  )
}

function buildToggle(milestone: Milestone): MenuItem {
  const onSelect = () => toggleMilestone(milestone)
  return milestone.status === 'open'
    ? { id: 'close', label: messages.close, icon: 'check', onSelect }
    : { id: 'reopen', label: messages.reopen, icon: 'undo', onSelect }
}
