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
import { FormField } from '../../components/form-field.tsx'
import './onboarding.css'

export function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const create = useMemo(createProjectCreator, [])
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!name.trim()) return setProblem(onboardingTexts.required)
    setBusy(true)
    try {
      const url = await create(name.trim())
      onClose()
      navigate(url)
    } catch (error) {
      setBusy(false)
      setProblem(getErrorMessage(error))
    }
  }
  const onInput = (event: Event) => setName((event.currentTarget as HTMLInputElement).value)
  return (
    <Dialog title={messages.title} open onClose={onClose}>
      <form class="onboarding-form" onSubmit={submit} noValidate>
        <FormField label={messages.name} error={problem}>
          <input class="input" autofocus autocomplete="off" maxLength={200} value={name} onInput={onInput} />
        </FormField>
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

function createProjectCreator(): (name: string) => Promise<string> {
  const options = { idempotencyKey: createIdempotencyKey(), retries: 2 }
  return async (name) => {
    const { org } = getStore()
    const { project_id } = await createApiClient(org).projects.create({ name }, options)
    getStore().notifyChanged('projects')
    return `/o/${org}/p/${project_id}`
  }
}
