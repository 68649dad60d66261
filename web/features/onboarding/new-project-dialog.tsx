import type { ProjectPreset } from '@svc/sdk'
import { projectPresetValues } from '@svc/sdk/enums'
import { createIdempotencyKey } from '../../store/mutations.ts'
import { useMemo, useState } from 'preact/hooks'
import { navigate } from '../../location.ts'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { projectTexts as messages, onboardingTexts } from '../../messages/onboarding.ts'
import { getErrorMessage } from '../../components/error-message.tsx'
import { isFieldError } from '../../components/form-field.tsx'
import { DialogForm } from '../settings/kit/dialog-form.tsx'
import { SelectField } from '../settings/kit/select-field.tsx'
import { TextField } from '../settings/kit/text-field.tsx'
import '../settings/settings.css'

interface FormErrors {
  name?: string
  prefix?: string
}

/** Returns what creates the project and opens it; errors are those of its name or prefix. */
function useCreation() {
  const create = useMemo(createProjectCreator, [])
  const [problem, setProblem] = useState<FormErrors>({})
  return {
    problem,
    run: async (project: NewProject) => {
      if (project.name) navigate(await create(project))
      else setProblem({ name: onboardingTexts.required })
      return project.name !== ''
    },
    showInField(error: unknown) {
      setProblem({ [isFieldError(error, 'prefix') ? 'prefix' : 'name']: getErrorMessage(error) })
      return true
    },
  }
}

export function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [prefix, setPrefix] = useState('')
  const [preset, setPreset] = useState<ProjectPreset>('none')
  const { problem, run, showInField } = useCreation()
  return (
    <DialogForm
      title={messages.title}
      submit={messages.make}
      {...{ showInField, onClose }}
      run={() => run({ name: name.trim(), prefix: prefix.trim().toUpperCase(), preset })}
    >
      <TextField label={messages.name} error={problem.name} value={name} onChange={setName} maxLength={200} autofocus />
      <TextField
        label={messages.prefix}
        hint={messages.prefixHint}
        error={problem.prefix}
        value={prefix}
        onChange={setPrefix}
        maxLength={10}
      />
      <SelectField
        label={messages.sections}
        hint={messages.presetHint}
        value={preset}
        options={projectPresetValues.map((one) => [one, messages.presets[one]] as const)}
        onChange={(value) => setPreset(value as ProjectPreset)}
      />
    </DialogForm>
  )
}

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
