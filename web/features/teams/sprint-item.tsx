import type { Sprint } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { sprintStatusNames, sprintTexts as messages, teamTexts } from '../../messages/teams.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import type { MenuItem } from '../../components/menu.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { showToast } from '../../components/toast.tsx'
import { addDays, countDaysBetween, formatDay, getToday } from '../../components/util/dates.ts'
import { BurndownChart } from '../burndown/burndown-chart.tsx'
import { updateRow } from '../settings/kit/row-changes.ts'
import { ItemMenu, SettingsItem } from '../settings/kit/settings-item.tsx'

/** Dialog about an existing sprint. */
export type SprintDialog = 'edit' | 'close' | 'delete'

interface SprintItemProps {
  sprint: Sprint
  canEdit: boolean
  onAsk: (dialog: SprintDialog) => void
}

export function SprintItem({ sprint, canEdit, onAsk }: SprintItemProps) {
  const { sprint_id, team_id, name, completed_count, task_count } = sprint
  const { isActive, isPlanned, isOver } = getState(sprint)
  const isCurrent = isActive && !isPlanned
  const [isOpen, setOpen] = useState(isCurrent && !isOver)
  return (
    <SettingsItem
      icon={<Icon name="sprint" />}
      title={name}
      onOpen={() => navigate(`/o/${sprint.org_id}/team/${team_id}?filter[sprint]=${sprint_id}`)}
      isOff={!isActive}
      badges={[isPlanned ? messages.planned : sprintStatusNames[sprint.status], isOver && messages.overdue]}
      facts={listFacts(sprint)}
      extra={isOpen && <BurndownChart sprint={sprint} />}
    >
      <ProgressBar done={completed_count} all={task_count} label={messages.progress(completed_count, task_count)} />
      {!isPlanned && (
        <Button
          kind="quiet"
          icon="chart"
          expanded={isOpen}
          title={messages.burndown(name)}
          onClick={() => setOpen(!isOpen)}
        />
      )}
      {canEdit && isCurrent && <Button onClick={() => onAsk('close')}>{messages.close}</Button>}
      {canEdit && <ItemMenu name={name} items={listActions(sprint, onAsk)} />}
    </SettingsItem>
  )
}

function getState({ status, start_date, end_date }: Sprint) {
  const [isActive, today] = [status === 'active', getToday()]
  return { isActive, isPlanned: isActive && start_date > today, isOver: isActive && end_date < today }
}

function listFacts(sprint: Sprint) {
  const { start_date, end_date, completed_count, task_count, goal } = sprint
  const { isActive, isPlanned, isOver } = getState(sprint)
  return [
    messages.dates(formatDay(start_date), formatDay(end_date)),
    isActive && !isPlanned && !isOver && messages.daysLeft(countDaysBetween(getToday(), end_date) + 1),
    messages.progress(completed_count, task_count),
    goal,
  ]
}

/** Moves a planned sprint so that it starts today, as long as it was. */
function startToday(sprint: Sprint) {
  const { name, start_date, end_date } = sprint
  const today = getToday()
  const text = messages.started(name)
  const next = { start_date: today, end_date: addDays(today, countDaysBetween(start_date, end_date)) }
  updateRow('sprints', sprint, next, text)
  showToast({ text, action: { label: teamTexts.undo, run: () => getStore().undo(text) } })
}

function listActions(sprint: Sprint, onAsk: (dialog: SprintDialog) => void): MenuItem[] {
  const { isActive, isPlanned } = getState(sprint)
  const items: MenuItem[] = [{ id: 'edit', label: messages.edit, icon: 'edit', onSelect: () => onAsk('edit') }]
  if (isPlanned)
    items.push({ id: 'start', label: messages.startToday, icon: 'sprint', onSelect: () => startToday(sprint) })
  if (isActive) items.push({ id: 'close', label: messages.close, icon: 'check', onSelect: () => onAsk('close') })
  else {
    const onSelect = () => updateRow('sprints', sprint, { status: 'active' })
    items.push({ id: 'reopen', label: messages.reopen, icon: 'undo', onSelect })
  }
  items.push({
    id: 'delete',
    label: teamTexts.delete,
    icon: 'trash',
    danger: true,
    onSelect: () => onAsk('delete'),
  })
  return items
}
