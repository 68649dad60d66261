import type { Goal } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { projectPageTexts as messages } from '../../messages/project-page.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Icon } from '../../components/icon.tsx'
import type { MenuItem } from '../../components/menu.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import type { ToastOptions } from '../../components/toast.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatDay, getToday } from '../../components/util/dates.ts'
import { runAction } from '../settings/kit/action-problem.tsx'
import { ConfirmDialog } from '../settings/kit/confirm-dialog.tsx'
import { NameDialog } from '../settings/kit/name-dialog.tsx'
import { ItemMenu, SettingsItem } from '../settings/kit/settings-item.tsx'

export function ProjectGoals({ projectId, canEdit }: { projectId: string; canEdit: boolean }) {
  const { value, problem, refetch } = useQuery(`goals ${projectId}`, (svc) =>
    svc.goals.list(projectId, { limit: 1000 }),
  )
  const onChange = () => {
    refetch()
    getStore().notifyChanged('goals')
  }
  return (
    <section class="settings-section">
      <div class="settings-head">
        <h2>{messages.goals}</h2>
        {canEdit && <NewGoal projectId={projectId} onChange={onChange} />}
      </div>
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !value && <Skeleton rows={2} height={52} />}
      {value?.data.length === 0 && <p class="settings-hint">{messages.noGoals}</p>}
      {value && value.data.length > 0 && (
        <ul class="settings-list">
          {value.data.map((goal) => (
            <GoalItem key={goal.goal_id} {...{ goal, canEdit, onChange }} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NewGoal({ projectId, onChange }: { projectId: string; onChange: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const create = async (name: string) => {
    await createApiClient(getStore().org).goals.create(projectId, { name })
    onChange()
  }
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

interface GoalProps {
  goal: Goal
  onChange: () => void
}

function GoalItem({ goal, canEdit, onChange }: GoalProps & { canEdit: boolean }) {
  const { name, status, target_date, tasks_completed, tasks_total } = goal
  const isOpen = status === 'open'
  const isLate = isOpen && target_date !== null && target_date < getToday()
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
      {canEdit && <GoalActions goal={goal} onChange={onChange} />}
    </SettingsItem>
  )
}

/** Closes an open goal, or opens a closed one, with a message that offers to undo it. */
async function toggleGoal(goal: Goal, onChange: () => void) {
  const { goals } = createApiClient(goal.org_id)
  const set = async (ref: Goal | string, status: Goal['status'], done?: ToastOptions) => {
    if (await runAction(() => goals.update(goal.project_id, ref, { status }), done)) onChange()
  }
  // Without the version that the change has raised.
  const action = { label: layoutTexts.undo, run: () => void set(goal.goal_id, goal.status) }
  if (goal.status === 'open') await set(goal, 'closed', { text: messages.goalClosed(goal.name), action })
  else await set(goal, 'open', { text: messages.goalReopened(goal.name), action })
}

function GoalActions({ goal, onChange }: GoalProps) {
  const [isDeleting, setDeleting] = useState(false)
  const { goals } = createApiClient(goal.org_id)
  const remove = async () => {
    await goals.delete(goal.project_id, goal)
    onChange()
  }
  const onSelect = () => void toggleGoal(goal, onChange)
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
          run={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
