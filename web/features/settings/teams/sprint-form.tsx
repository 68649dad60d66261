import type { Sprint } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { sprintTexts as messages } from '../../../messages/teams.ts'
import { addDays, getToday } from '../../../components/util/dates.ts'
import { DialogForm } from '../kit/dialog-form.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { TextField } from '../kit/text-field.tsx'

interface SprintFormProps {
  teamId: string
  sprints: readonly Sprint[]
  onSaved: () => void
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

export function SprintForm({ teamId, sprints, onSaved, onClose }: SprintFormProps) {
  const [draft, setDraft] = useState(() => proposeSprint(sprints))
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const lengths = [...new Set([...LENGTHS_WEEKS, draft.duration_weeks])]
  const save = async () => {
    const body = { ...draft, name: draft.name.trim(), goal: draft.goal.trim() || null }
    await createApiClient(getStore().org).sprints.create(teamId, body)
    onSaved()
  }
  return (
    <DialogForm
      title={messages.plan}
      submit={messages.planConfirm}
      disabled={!draft.name.trim() || !draft.start_date}
      run={save}
      onClose={onClose}
    >
      <TextField
        label={messages.name}
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={120}
        autofocus
      />
      <TextField
        label={messages.start}
        type="date"
        value={draft.start_date}
        onChange={(start_date) => change({ start_date })}
      />
      <SelectField
        label={messages.weeks}
        value={String(draft.duration_weeks)}
        options={lengths.map((weeks) => [String(weeks), messages.inWeeks(weeks)])}
        onChange={(weeks) => change({ duration_weeks: Number(weeks) })}
      />
      <TextField label={messages.goal} value={draft.goal} onChange={(goal) => change({ goal })} />
    </DialogForm>
  )
}
