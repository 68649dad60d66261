import { newKey } from '../../data/mutations.ts'
import { useMemo, useState } from 'preact/hooks'
import { go } from '../../address.ts'
import { createClient } from '../../api/client.ts'
import { data } from '../../data/current.ts'
import { projectTexts as messages, startTexts } from '../../messages/start.ts'
import { texts } from '../../messages/en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { wordsOf } from '../../ui/failure.tsx'
import { Field } from '../../ui/field.tsx'
import './onboarding.css'

export function NewProject({ onClose }: { onClose: () => void }) {
  const create = useMemo(createProjectCreator, [])
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!name.trim()) return setProblem(startTexts.required)
    setBusy(true)
    try {
      const url = await create(name.trim())
      onClose()
      go(url)
    } catch (error) {
      setBusy(false)
      setProblem(wordsOf(error))
    }
  }
  const onInput = (event: Event) => setName((event.currentTarget as HTMLInputElement).value)
  return (
    <Dialog title={messages.title} open onClose={onClose}>
      <form class="onboarding-form" onSubmit={submit} noValidate>
        <Field label={messages.name} error={problem}>
          <input class="input" autofocus autocomplete="off" maxLength={200} value={name} onInput={onInput} />
        </Field>
        <div class="onboarding-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="main" type="submit" disabled={busy}>
            {messages.make}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Returns a function that creates one project however often it is retried, and returns its URL. */
function createProjectCreator(): (name: string) => Promise<string> {
  const options = { idempotencyKey: newKey(), retries: 2 }
  return async (name) => {
    const { org } = data()
    const { project_id } = await createClient(org).projects.create({ name }, options)
    data().changed('projects')
    return `/o/${org}/p/${project_id}`
  }
}
