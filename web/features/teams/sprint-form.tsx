import type { Sprint } from '@svc/sdk'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { sprintTexts as messages, teamTexts } from '../../messages/teams.ts'
import { addDays, getToday } from '../../components/util/dates.ts'
import { DialogForm } from '../settings/kit/dialog-form.tsx'
import { createRow, updateRow } from '../settings/kit/row-changes.ts'
import { SelectField } from '../settings/kit/select-field.tsx'
import { TextField } from '../settings/kit/text-field.tsx'

interface SprintFormProps {
  teamId: string
  sprints: readonly Sprint[]
  /** Sprint to edit; a new one, if unset. */
  sprint?: Sprint | undefined
  onClose: () => void
}

const LENGTHS_WEEKS = [1, 2, 3, 4]
const DEFAULT_LENGTH_WEEKS = 2

/** Proposes the next sprint: it follows the last one and is as long, so that Enter is usually enough. */
function proposeSprint(sprints: readonly Sprint[]) {
  const last = sprints.toSorted((a, b) => b.end_date.localeCompare(a.end_date))[0]
  const next = last && addDays(last.end_date, 1)
  const numbers = sprints.map(({ name }) => Number(/(\d+)\s*$/.exec(name)?.[1] ?? 0))
  return {
    name: messages.defaultName(Math.max(0, ...numbers) + 1),
    start_date: next && next > getToday() ? next : getToday(),
    duration_weeks: last?.duration_weeks ?? DEFAULT_LENGTH_WEEKS,
    goal: '',
  }
}

export function SprintForm({ sprint, ...props }: SprintFormProps) {
  return sprint ? <EditSprint sprint={sprint} {...props} /> : <NewSprint {...props} />
}

function NewSprint({ teamId, sprints, onClose }: SprintFormProps) {
  const [draft, setDraft] = useState(() => proposeSprint(sprints))
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const lengths = [...new Set([...LENGTHS_WEEKS, draft.duration_weeks])]
  const save = () => {
    const days = 7 * draft.duration_weeks - 1
    const counts = { task_count: 0, completed_count: 0 }
    const defaults = {
      team_id: teamId,
      status: 'active',
      end_date: addDays(draft.start_date, days),
      ...counts,
    } as const
    createRow('sprints', teamId, { ...draft, ...trim(draft) }, defaults)
  }
  return (
    <DialogForm
      title={messages.plan}
      submit={messages.planConfirm}
      disabled={!draft.name.trim() || !draft.start_date}
      run={save}
      onClose={onClose}
    >
      <SprintFields draft={draft} onChange={change}>
        <SelectField
          label={messages.weeks}
          value={String(draft.duration_weeks)}
          options={lengths.map((weeks) => [String(weeks), messages.inWeeks(weeks)])}
          onChange={(weeks) => change({ duration_weeks: Number(weeks) })}
        />
      </SprintFields>
    </DialogForm>
  )
}

function EditSprint({ sprint, onClose }: Pick<SprintFormProps, 'onClose'> & { sprint: Sprint }) {
  const { name, start_date, end_date, goal } = sprint
  const [draft, setDraft] = useState({ name, start_date, end_date, goal: goal ?? '' })
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const save = () => updateRow('sprints', sprint, { ...draft, ...trim(draft) })
  return (
    <DialogForm
      title={messages.editTitle}
      submit={teamTexts.save}
      disabled={!draft.name.trim() || !draft.start_date || draft.end_date < draft.start_date}
      run={save}
      onClose={onClose}
    >
      <SprintFields draft={draft} onChange={change}>
        <TextField
          label={messages.end}
          type="date"
          min={draft.start_date}
          value={draft.end_date}
          onChange={(day) => change({ end_date: day })}
        />
      </SprintFields>
    </DialogForm>
  )
}

interface Draft {
  name: string
  start_date: string
  goal: string
}

const trim = ({ name, goal }: Draft) => ({ name: name.trim(), goal: goal.trim() || null })

interface FieldsProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  /** Field for the end. */
  children: ComponentChildren
}

const SprintFields = ({ draft, onChange, children }: FieldsProps) => (
  <>
    <TextField
      label={messages.name}
      value={draft.name}
      onChange={(name) => onChange({ name })}
      maxLength={120}
      autofocus
    />
    <TextField
      label={messages.start}
      type="date"
      value={draft.start_date}
      onChange={(start_date) => onChange({ start_date })}
    />
    {children}
    <TextField label={messages.goal} value={draft.goal} onChange={(goal) => onChange({ goal })} maxLength={2000} />
  </>
)
