import { newKey } from '../../data/mutations.ts'
import { useMemo, useState } from 'preact/hooks'
import { go } from '../../address.ts'
import { createClient } from '../../api/client.ts'
import { data } from '../../data/current.ts'
import { projectTexts as said, startTexts } from '../../messages/start.ts'
import { texts } from '../../messages/en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { wordsOf } from '../../ui/failure.tsx'
import { Field } from '../../ui/field.tsx'
import './onboarding.css'

/** A project: its name is enough, the rest can follow. */
export function NewProject({ onClose }: { onClose: () => void }) {
  const make = useMemo(maker, [])
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!name.trim()) return setProblem(startTexts.required)
    setBusy(true)
    try {
      const to = await make(name.trim())
      onClose()
      go(to)
    } catch (refused) {
      setBusy(false)
      setProblem(wordsOf(refused))
    }
  }
  const type = (event: Event) => setName((event.currentTarget as HTMLInputElement).value)
  return (
    <Dialog title={said.title} open onClose={onClose}>
      <form class="onboarding-form" onSubmit={submit} noValidate>
        <Field label={said.name} error={problem}>
          <input class="input" autofocus autocomplete="off" maxLength={200} value={name} onInput={type} />
        </Field>
        <div class="onboarding-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="main" type="submit" disabled={busy}>
            {said.make}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Makes the project once, however often it is asked; answers its address. */
function maker(): (name: string) => Promise<string> {
  const options = { idempotencyKey: newKey(), retries: 2 }
  return async (name) => {
    const { org } = data()
    const { project_id } = await createClient(org).projects.create({ name }, options)
    data().changed('projects')
    return `/o/${org}/p/${project_id}`
  }
}
