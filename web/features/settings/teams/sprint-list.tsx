import type { Sprint } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { navigate } from '../../../location.ts'
import { getStore } from '../../../store/current-store.ts'
import { useQuery } from '../../../store/use-query.ts'
import { sprintStatusNames, sprintTexts as messages } from '../../../messages/teams.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { formatDay, getToday } from '../../../components/util/dates.ts'
import { runAction } from '../kit/action-problem.tsx'
import { SettingsItem } from '../kit/settings-item.tsx'
import { BurndownChart } from '../../burndown/burndown-chart.tsx'
import { CloseSprint } from './close-sprint.tsx'
import { SprintForm } from './sprint-form.tsx'

export function SprintList({ teamId, canEdit }: { teamId: string; canEdit: boolean }) {
  const [isPlanning, setPlanning] = useState(false)
  const [closing, setClosing] = useState<Sprint>()
  const { value, problem, refetch } = useQuery(`sprints ${teamId}`, (svc) => svc.sprints.list(teamId, { limit: 200 }))
  const sprints = value?.data ?? []
  const onSaved = () => {
    refetch()
    getStore().notifyChanged('sprints')
  }
  return (
    <section class="settings-section">
      <div class="settings-head">
        <h2>{messages.title}</h2>
        {canEdit && (
          <Button icon="plus" onClick={() => setPlanning(true)}>
            {messages.plan}
          </Button>
        )}
      </div>
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !value && <Skeleton rows={3} height={52} />}
      {value && sprints.length === 0 && <p class="settings-hint">{messages.none}</p>}
      {sprints.length > 0 && (
        <ul class="settings-list">
          {sprints.map((sprint) => (
            <SprintItem key={sprint.sprint_id} {...{ sprint, canEdit, onSaved }} onAskClose={setClosing} />
          ))}
        </ul>
      )}
      {isPlanning && <SprintForm {...{ teamId, sprints, onSaved }} onClose={() => setPlanning(false)} />}
      {closing && <CloseSprint sprint={closing} {...{ sprints, onSaved }} onClose={() => setClosing(undefined)} />}
    </section>
  )
}

interface SprintItemProps {
  sprint: Sprint
  canEdit: boolean
  onSaved: () => void
  onAskClose: (sprint: Sprint) => void
}

function listBadges({ status, start_date, end_date }: Sprint) {
  const [isActive, today] = [status === 'active', getToday()]
  return [
    isActive && start_date > today ? messages.planned : sprintStatusNames[status],
    isActive && end_date < today && messages.overdue,
  ]
}

const listFacts = ({ start_date, end_date, completed_count, task_count, goal }: Sprint) => [
  messages.dates(formatDay(start_date), formatDay(end_date)),
  messages.progress(completed_count, task_count),
  goal,
]

function SprintItem({ sprint, canEdit, onSaved, onAskClose }: SprintItemProps) {
  const { sprint_id, team_id, name, status, start_date, end_date } = sprint
  const isActive = status === 'active'
  const today = getToday()
  const [isOpen, setOpen] = useState(isActive && start_date <= today && end_date >= today)
  const reopen = async () => {
    await runAction(() => createApiClient(sprint.org_id).sprints.update(team_id, sprint_id, { status: 'active' }))
    onSaved()
  }
  return (
    <SettingsItem
      icon={<Icon name="sprint" />}
      title={name}
      onOpen={() => navigate(`/o/${sprint.org_id}/team/${team_id}?filter[sprint]=${sprint_id}`)}
      isOff={!isActive}
      badges={listBadges(sprint)}
      facts={listFacts(sprint)}
      extra={isOpen && <BurndownChart sprint={sprint} />}
    >
      <Button
        kind="quiet"
        icon="chart"
        expanded={isOpen}
        title={messages.burndown(name)}
        onClick={() => setOpen(!isOpen)}
      />
      {canEdit &&
        (isActive ? (
          <Button onClick={() => onAskClose(sprint)}>{messages.close}</Button>
        ) : (
          <Button kind="quiet" onClick={() => void reopen()}>
            {messages.reopen}
          </Button>
        ))}
    </SettingsItem>
  )
}
