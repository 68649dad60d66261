import type { Goal } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { projectPageTexts as messages } from '../../messages/project-page.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import type { MenuItem } from '../../components/menu.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { showToast } from '../../components/toast.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatDay, getToday } from '../../components/util/dates.ts'
import { ConfirmDialog } from '../settings/kit/confirm-dialog.tsx'
import { NameDialog } from '../settings/kit/name-dialog.tsx'
import { createRow, deleteRow, updateRow } from '../settings/kit/row-changes.ts'
import { ItemMenu, SettingsItem } from '../settings/kit/settings-item.tsx'

export function ProjectGoals({ projectId, canEdit }: { projectId: string; canEdit: boolean }) {
  const goals = getStore().all('goals', undefined, [projectId]).value
  return (
    <section class="settings-section">
      <div class="settings-head">
        <h2>{messages.goals}</h2>
        {canEdit && <NewGoal projectId={projectId} />}
      </div>
      {!goals && <Skeleton rows={2} height={52} />}
      {goals?.length === 0 && <p class="settings-hint">{messages.noGoals}</p>}
      {goals && goals.length > 0 && (
        <ul class="settings-list">
          {goals.map((goal) => (
            <GoalItem key={goal.goal_id} {...{ goal, canEdit }} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NewGoal({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false)
  const create = (name: string) =>
    createRow(
      'goals',
      projectId,
      { name },
      { project_id: projectId, status: 'open', tasks_total: 0, tasks_completed: 0 },
    )
  const texts = { title: messages.newGoal, submit: messages.createGoal, name: '' }
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        {messages.newGoal}
      </Button>
      {isOpen && <NameDialog {...texts} run={create} onClose={() => setOpen(false)} />}
    </>
  )
}

function GoalItem({ goal, canEdit }: { goal: Goal; canEdit: boolean }) {
  const { name, status, target_date, tasks_completed, tasks_total } = goal
  const isOpen = status === 'open'
  const isLate = isOpen && target_date && target_date < getToday()
  const progress = messages.progress(tasks_completed, tasks_total)
  return (
    <SettingsItem
      icon={<Icon name="goal" />}
      title={name}
      isOff={!isOpen}
      badges={[!isOpen && messages.closed, isLate && messages.overdue]}
      facts={[progress, target_date && messages.due(formatDay(target_date))]}
    >
      <ProgressBar done={tasks_completed} all={tasks_total} label={progress} />
      {canEdit && <GoalActions goal={goal} />}
    </SettingsItem>
  )
}

/** Closes an open goal, or opens a closed one, with a message that offers to undo it. */
function toggleGoal(goal: Goal): void {
  const { name, status } = goal
  const isOpen = status === 'open'
  const text = isOpen ? messages.goalClosed(name) : messages.goalReopened(name)
  updateRow('goals', goal, { status: isOpen ? 'closed' : 'open' }, text)
  showToast({ text, action: { label: layoutTexts.undo, run: () => getStore().undo(text) } })
}

function GoalActions({ goal }: { goal: Goal }) {
  const [isDeleting, setDeleting] = useState(false)
  const onSelect = () => toggleGoal(goal)
  const toggle: MenuItem =
    goal.status === 'open'
      ? { id: 'close', label: messages.closeGoal, icon: 'check', onSelect }
      : { id: 'reopen', label: messages.reopenGoal, icon: 'undo', onSelect }
  const confirmDelete = () => setDeleting(true)
  return (
    <>
      <ItemMenu
        name={goal.name}
        items={[
          toggle,
          { id: 'delete', label: messages.deleteGoal, icon: 'trash', danger: true, onSelect: confirmDelete },
        ]}
      />
      {isDeleting && (
        <ConfirmDialog
          title={messages.deleteGoalTitle(goal.name)}
          confirm={messages.deleteGoalConfirm}
          effects={messages.deleteGoalTexts}
          run={() => deleteRow('goals', goal)}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
