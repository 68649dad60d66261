import type { ProjectPreset } from '@svc/sdk'
import { projectPresetWords } from '@svc/sdk/words'
import { createIdempotencyKey } from '../../store/mutations.ts'
import { useMemo, useState } from 'preact/hooks'
import { navigate } from '../../location.ts'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { projectTexts as messages, onboardingTexts } from '../../messages/onboarding.ts'
import { commonTexts } from '../../messages/common.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { FormField, isFieldError } from '../../components/form-field.tsx'
import './onboarding.css'

export function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const create = useMemo(createProjectCreator, [])
  const [name, setName] = useState('')
  const [prefix, setPrefix] = useState('')
  const [preset, setPreset] = useState<ProjectPreset>('none')
  const [problem, setProblem] = useState<{ name?: string; prefix?: string }>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!name.trim()) return setProblem({ name: onboardingTexts.required })
    setBusy(true)
    try {
      const url = await create({ name: name.trim(), prefix: prefix.trim().toUpperCase(), preset })
      onClose()
      navigate(url)
    } catch (error) {
      setBusy(false)
      setProblem({ [isFieldError(error, 'prefix') ? 'prefix' : 'name']: getErrorMessage(error) })
    }
  }
  const onInput = (event: Event) => setName((event.currentTarget as HTMLInputElement).value)
  return (
    <Dialog title={messages.title} open onClose={onClose}>
      <form class="onboarding-form" onSubmit={submit} noValidate>
        <FormField label={messages.name} error={problem.name}>
          <input class="input" autofocus autocomplete="off" maxLength={200} value={name} onInput={onInput} />
        </FormField>
        <PrefixField value={prefix} error={problem.prefix} onChange={setPrefix} />
        <PresetField value={preset} onChange={setPreset} />
        <div class="onboarding-actions">
          <Button onClick={onClose}>{commonTexts.cancel}</Button>
          <Button kind="main" type="submit" disabled={busy}>
            {messages.make}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface PrefixFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

const PrefixField = ({ value, error, onChange }: PrefixFieldProps) => (
  <FormField label={messages.prefix} hint={messages.prefixHint} error={error}>
    <input
      class="input"
      autocomplete="off"
      maxLength={10}
      value={value}
      onInput={(event: Event) => onChange((event.currentTarget as HTMLInputElement).value)}
    />
  </FormField>
)

interface PresetFieldProps {
  value: ProjectPreset
  onChange: (preset: ProjectPreset) => void
}

const PresetField = ({ value, onChange }: PresetFieldProps) => (
  <FormField label={messages.sections} hint={messages.presetHint}>
    <select
      class="input"
      value={value}
      onChange={(event: Event) => {
        const chosen = (event.currentTarget as HTMLSelectElement).value
        onChange(projectPresetWords.find((preset) => preset === chosen)!)
      }}
    >
      {projectPresetWords.map((preset) => (
        <option key={preset} value={preset}>
          {messages.presets[preset]}
        </option>
      ))}
    </select>
  </FormField>
)

interface NewProject {
  name: string
  prefix: string
  preset: ProjectPreset
}

/** Returns a function that repeats an unchanged request with the same Idempotency-Key. */
function createProjectCreator(): (project: NewProject) => Promise<string> {
  const keys = new Map<string, string>()
  return async ({ name, prefix, preset }) => {
    const { org } = getStore()
    const request = JSON.stringify([name, prefix, preset])
    const idempotencyKey = keys.get(request) ?? createIdempotencyKey()
    keys.set(request, idempotencyKey)
    const body = { name, preset, ...(prefix && { prefix }) }
    const { project_id } = await createApiClient(org).projects.create(body, { idempotencyKey, retries: 2 })
    getStore().notifyChanged('projects')
    return `/o/${org}/p/${project_id}${preset === 'none' ? '' : '?view=board&group=section&sort=section_position'}`
  }
}
