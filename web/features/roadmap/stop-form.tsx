import type { Stop } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { stopTexts as messages } from '../../messages/roadmap.ts'
import { CheckField } from '../settings/kit/check-field.tsx'
import { DialogForm } from '../settings/kit/dialog-form.tsx'
import { SelectField } from '../settings/kit/select-field.tsx'
import { TextField } from '../settings/kit/text-field.tsx'
import type { ApiProject } from './layout.ts'

export interface StopValues {
  title: string
  target_date: string | null
  description: string | null
  journey_ids: string[]
}

interface StopFormProps {
  title: string
  submit: string
  /** Projects to choose from. */
  projects: readonly ApiProject[]
  stop?: Stop
  save: (projectId: string, values: StopValues) => unknown
  onClose: () => void
}

export function StopForm({ title, submit, projects, stop, save, onClose }: StopFormProps) {
  const [projectId, setProjectId] = useState(projects[0]!.project_id)
  const { journeys } = projects.find(({ project_id }) => project_id === projectId)!
  const [draft, setDraft] = useState({
    title: stop?.title ?? '',
    target_date: stop?.target_date ?? '',
    description: stop?.description ?? '',
  })
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const [chosen, setChosen] = useState<readonly string[] | undefined>(stop?.journey_ids)
  const ids = journeys.map(({ journey_id }) => journey_id)
  // A new stop is on the first line until others are chosen.
  const journey_ids = chosen ? ids.filter((id) => chosen.includes(id)) : ids.slice(0, 1)
  const values = toValues(draft, journey_ids)
  return (
    <DialogForm
      title={title}
      submit={submit}
      disabled={!values.title || journey_ids.length === 0}
      run={() => save(projectId, values)}
      onClose={onClose}
    >
      {projects.length > 1 && (
        <SelectField
          label={messages.project}
          value={projectId}
          options={projects.map((one) => [one.project_id, one.name] as const)}
          onChange={(id) => {
            setProjectId(id)
            setChosen(undefined)
          }}
        />
      )}
      <StopFields draft={draft} onChange={change} />
      <LineChoice journeys={journeys} chosen={journey_ids} onChange={setChosen} />
    </DialogForm>
  )
}

interface Draft {
  title: string
  target_date: string
  description: string
}

const toValues = ({ title, target_date, description }: Draft, journey_ids: string[]): StopValues => ({
  title: title.trim(),
  target_date: target_date || null,
  description: description.trim() || null,
  journey_ids,
})

const StopFields = ({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) => (
  <>
    <TextField
      label={messages.name}
      value={draft.title}
      onChange={(title) => onChange({ title })}
      maxLength={200}
      autofocus
    />
    <TextField
      label={messages.optionalDate}
      type="date"
      value={draft.target_date}
      onChange={(target_date) => onChange({ target_date })}
    />
    <TextField
      label={messages.description}
      value={draft.description}
      onChange={(description) => onChange({ description })}
      maxLength={2000}
    />
  </>
)

interface LineChoiceProps {
  journeys: ApiProject['journeys']
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

const LineChoice = ({ journeys, chosen, onChange }: LineChoiceProps) => (
  <fieldset class="stop-lines">
    <legend>{messages.lines}</legend>
    <p class="settings-hint">{messages.chooseLines}</p>
    {journeys.map(({ journey_id: id, name }) => (
      <CheckField
        key={id}
        label={name}
        checked={chosen.includes(id)}
        onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
      />
    ))}
  </fieldset>
)
