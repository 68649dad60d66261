import type { Sprint } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { navigate } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { sprintTexts as messages, teamTexts } from '../../messages/teams.ts'
import { BarTable } from '../../components/bar-table.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { getToday } from '../../components/util/dates.ts'
import { ConfirmDialog } from '../settings/kit/confirm-dialog.tsx'
import { deleteRow } from '../settings/kit/row-changes.ts'
import { openStatuses } from '../tasks/open-statuses.ts'
import { CloseSprint } from './close-sprint.tsx'
import { SprintForm } from './sprint-form.tsx'
import { SprintItem, type SprintDialog } from './sprint-item.tsx'

const VELOCITY_SPRINTS = 5

/** Lists the sprints of a team: the current ones with their burndown, the planned ones, and the closed ones. */
export function TeamSprints({ teamId, canEdit }: { teamId: string; canEdit: boolean }) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const sprints = getStore().all('sprints', undefined, [teamId]).value
  return (
    <section class="settings-section">
      <div class="settings-head">
        <h2>{messages.title}</h2>
        {sprints && <BacklogButton teamId={teamId} sprints={sprints} />}
        {canEdit && sprints && (
          <Button icon="plus" onClick={() => setDialog({ what: 'create' })}>
            {messages.plan}
          </Button>
        )}
      </div>
      {!sprints && <Skeleton rows={3} height={52} />}
      {sprints?.length === 0 && <p class="settings-hint">{messages.none}</p>}
      {sprints && sprints.length > 0 && (
        <SprintGroups {...{ sprints, canEdit }} onAsk={(sprint, what) => setDialog({ what, sprint })} />
      )}
      <Dialogs {...{ teamId, dialog }} sprints={sprints ?? []} onClose={() => setDialog(undefined)} />
    </section>
  )
}

interface GroupsProps {
  sprints: readonly Sprint[]
  canEdit: boolean
  onAsk: (sprint: Sprint, what: SprintDialog) => void
}

function SprintGroups({ sprints, canEdit, onAsk }: GroupsProps) {
  const { open, closed } = groupSprints(sprints)
  const today = getToday()
  const renderList = (rows: readonly Sprint[]) => (
    <ul class="settings-list">
      {rows.map((sprint) => (
        <SprintItem key={sprint.sprint_id} {...{ sprint, canEdit }} onAsk={(what) => onAsk(sprint, what)} />
      ))}
    </ul>
  )
  return (
    <>
      {!open.some(({ start_date }) => start_date <= today) && <p class="settings-hint">{messages.noCurrent}</p>}
      {open.length > 0 && renderList(open)}
      <Velocity closed={closed} />
      {closed.length > 0 && (
        <details>
          <summary>{messages.past(closed.length)}</summary>
          {renderList(closed)}
        </details>
      )}
    </>
  )
}

const byStart = (a: Sprint, b: Sprint) => a.start_date.localeCompare(b.start_date)

/** Current and planned sprints are one list, so that a row keeps its open menu when it starts. */
const groupSprints = (sprints: readonly Sprint[]) => ({
  open: sprints.filter(({ status }) => status === 'active').toSorted(byStart),
  closed: sprints.filter(({ status }) => status === 'completed').toSorted((a, b) => byStart(b, a)),
})

/** Opens the board of the open tasks without a sprint beside the open sprints, between which cards are moved. */
function BacklogButton({ teamId, sprints }: { teamId: string; sprints: readonly Sprint[] }) {
  const columns = ['__none__', ...groupSprints(sprints).open.map(({ sprint_id }) => sprint_id)]
  const statuses = openStatuses.join(',')
  const query = `view=board&group=sprint&filter[sprint]=${columns.join(',')}&filter[status]=${statuses}`
  return (
    <Button icon="board" onClick={() => navigate(`/o/${getStore().org}/team/${teamId}?${query}`)}>
      {messages.backlog}
    </Button>
  )
}

/** Shows how many tasks each of the last sprints completed, from the second one on. */
function Velocity({ closed }: { closed: readonly Sprint[] }) {
  if (closed.length < 2) return null
  const rows = closed.slice(0, VELOCITY_SPRINTS).toReversed()
  return <BarTable title={messages.velocity} rows={rows.map(({ name, completed_count: count }) => ({ name, count }))} />
}

interface OpenDialog {
  what: SprintDialog | 'create'
  sprint?: Sprint
}

interface DialogProps {
  teamId: string
  dialog: OpenDialog | undefined
  sprints: readonly Sprint[]
  onClose: () => void
}

function Dialogs({ teamId, dialog, sprints, onClose }: DialogProps) {
  const { what, sprint } = dialog ?? {}
  if (what === 'create' || (what === 'edit' && sprint)) return <SprintForm {...{ teamId, sprints, sprint, onClose }} />
  if (!sprint) return null
  if (what === 'close') return <CloseSprint {...{ sprint, sprints, onClose }} />
  return (
    <ConfirmDialog
      title={teamTexts.deleteTitle(sprint.name)}
      confirm={messages.deleteConfirm}
      effects={messages.deleteTexts}
      run={() => deleteRow('sprints', sprint)}
      onClose={onClose}
    />
  )
}
