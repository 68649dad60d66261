import type { Sprint } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { sprintTexts as messages } from '../../messages/teams.ts'
import { showToast } from '../../components/toast.tsx'
import { DialogForm } from '../settings/kit/dialog-form.tsx'
import { SelectField } from '../settings/kit/select-field.tsx'

interface CloseSprintProps {
  sprint: Sprint
  sprints: readonly Sprint[]
  onClose: () => void
}

const STAY = 'stay'
const NONE = 'none'

/** Asks where the open tasks of a sprint go; proposes the next sprint. */
export function CloseSprint({ sprint, sprints, onClose }: CloseSprintProps) {
  const others = sprints
    .filter(({ sprint_id, status }) => status === 'active' && sprint_id !== sprint.sprint_id)
    .toSorted((a, b) => a.start_date.localeCompare(b.start_date))
  const next = others.find(({ start_date }) => start_date >= sprint.start_date) ?? others[0]
  const [target, setTarget] = useState(next?.sprint_id ?? NONE)
  const openCount = sprint.task_count - sprint.completed_count
  const close = () => {
    const { team_id, sprint_id: id, name } = sprint
    const body = target === STAY ? {} : { move_open_to: target === NONE ? null : target }
    getStore().mutate({
      method: 'sprints.complete',
      args: [team_id, id, body],
      rows: { kind: 'sprints', id },
      optimisticPatches: { type: 'patch', kind: 'sprints', id, patch: { status: 'completed' } },
      label: messages.closed(name),
    })
    showToast({ text: messages.closed(name) })
  }
  return (
    <DialogForm title={messages.closeTitle(sprint.name)} submit={messages.closeConfirm} run={close} onClose={onClose}>
      <p>{messages.open(openCount)}</p>
      {openCount > 0 && (
        <SelectField
          label={messages.moveTo}
          value={target}
          options={[
            ...others.map(({ sprint_id, name }) => [sprint_id, messages.toSprint(name)] as const),
            [NONE, messages.toNone],
            [STAY, messages.toStay],
          ]}
          onChange={setTarget}
        />
      )}
    </DialogForm>
  )
}
