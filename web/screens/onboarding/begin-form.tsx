import { useMemo, useState } from 'preact/hooks'
import { startTexts as said } from '../../messages/start.ts'
import { Button } from '../../ui/button.tsx'
import { wordsOf } from '../../ui/failure.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { addressesOf, Begin, type Beginning } from './begin.ts'

interface BeginFormProps {
  onDone: (to: string) => void
  onBack?: () => void
}

const empty: Beginning = { org: '', project: '', invite: '', task: '' }

type Set = (name: keyof Beginning, value: string) => void

/** An organization with its first project and task, and who else is to be there: one form, one button. */
export function BeginForm({ onDone, onBack }: BeginFormProps) {
  const begin = useMemo(() => new Begin(), [])
  const [values, setValues] = useState(empty)
  const [state, setState] = useState<{ busy?: boolean; tried?: boolean; problem?: string }>({})
  const wrong = state.tried ? wrongIn(values) : {}
  const submit = async (event: Event) => {
    event.preventDefault()
    setState({ tried: true })
    if (Object.keys(wrongIn(values)).length > 0) return
    setState({ busy: true })
    try {
      const { to, notInvited } = await begin.run(trimmed(values))
      if (notInvited.length > 0) toast({ text: said.notInvited(notInvited.join(', ')), kind: 'wrong' })
      onDone(to)
    } catch (refused) {
      setState({ problem: wordsOf(refused) })
    }
  }
  const set: Set = (name, value) => setValues((now) => ({ ...now, [name]: value }))
  return (
    <form class="onboarding-card" onSubmit={submit} noValidate>
      {fields.map(([name, label, hint]) => (
        <Field key={name} label={label} hint={hint} error={wrong[name]}>
          {input(name, values[name], set)}
        </Field>
      ))}
      {state.problem && (
        <p class="onboarding-wrong" role="alert">
          {state.problem}
        </p>
      )}
      <Actions busy={state.busy ?? false} onBack={onBack} />
    </form>
  )
}

const fields: [keyof Beginning, string, string][] = [
  ['org', said.org, said.orgHint],
  ['project', said.project, said.projectHint],
  ['task', said.task, said.taskHint],
  ['invite', said.invite, said.inviteHint],
]

const input = (name: keyof Beginning, value: string, set: Set) => (
  <input
    class="input"
    name={name}
    autofocus={name === 'org'}
    autocomplete="off"
    maxLength={name === 'invite' ? 2000 : 200}
    value={value}
    onInput={(event: Event) => set(name, (event.currentTarget as HTMLInputElement).value)}
  />
)

function wrongIn(values: Beginning): Partial<Record<keyof Beginning, string>> {
  const [bad] = addressesOf(values.invite).bad
  return {
    ...(!values.org.trim() && { org: said.required }),
    ...(bad !== undefined && { invite: said.badAddress(bad) }),
  }
}

const Actions = ({ busy, onBack }: { busy: boolean; onBack: (() => void) | undefined }) => (
  <div class="onboarding-actions">
    {onBack && <Button onClick={onBack}>{said.back}</Button>}
    <Button kind="main" type="submit" disabled={busy}>
      {busy ? said.beginning : said.begin}
    </Button>
  </div>
)

const trimmed = ({ org, project, invite, task }: Beginning): Beginning => ({
  org: org.trim(),
  project: project.trim(),
  invite,
  task: task.trim(),
})
