import { useMemo, useState } from 'preact/hooks'
import { onboardingTexts as messages } from '../../messages/onboarding.ts'
import { Button } from '../../components/button.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { FormField } from '../../components/form-field.tsx'
import { showToast } from '../../components/toast.tsx'
import { InviteLinks, type InviteLink, type InviteLinksProps } from './invite-links.tsx'
import {
  listLinks,
  parseEmails,
  OnboardingRun,
  type OnboardingResult,
  type OnboardingValues,
} from './onboarding-run.ts'
import { formatList } from '../../components/util/intl.ts'

interface BeginFormProps {
  onDone: (to: string) => void
  onBack?: () => void
}

const empty: OnboardingValues = { org: '', project: '', invite: '', task: '' }

type SetValue = (name: keyof OnboardingValues, value: string) => void

export function OnboardingForm({ onDone, onBack }: BeginFormProps) {
  const onboarding = useMemo(() => new OnboardingRun(), [])
  const [values, setValues] = useState(empty)
  const [state, setState] = useState<{ busy?: boolean; isSubmitted?: boolean; problem?: string }>({})
  const [invited, setInvited] = useState<{ url: string; links: InviteLink[] }>()
  const errors = state.isSubmitted ? validate(values) : {}
  const submit = async (event: Event) => {
    event.preventDefault()
    setState({ isSubmitted: true })
    if (Object.keys(validate(values)).length > 0) return
    setState({ busy: true })
    try {
      const result = await onboarding.run(trimValues(values))
      reportFailures(result)
      const links = listLinks(result.invited)
      if (links.length === 0) onDone(result.url)
      else setInvited({ url: result.url, links })
    } catch (error) {
      setState({ problem: getErrorMessage(error) })
    }
  }
  const setValue: SetValue = (name, value) => setValues((current) => ({ ...current, [name]: value }))
  if (invited) return <LinksCard links={invited.links} onDone={() => onDone(invited.url)} />
  return (
    <form class="onboarding-card" onSubmit={submit} noValidate>
      {fields.map(([name, label, hint]) => (
        <FormField key={name} label={label} hint={hint} error={errors[name]}>
          {renderInput(name, values[name], setValue)}
        </FormField>
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

const LinksCard = (props: InviteLinksProps) => (
  <section class="onboarding-card">
    <InviteLinks {...props} />
  </section>
)

function reportFailures({ notInvited }: OnboardingResult): void {
  if (notInvited.length > 0) showToast({ text: messages.notInvited(formatList(notInvited)), kind: 'wrong' })
}

const fields: [keyof OnboardingValues, string, string][] = [
  ['org', messages.org, messages.orgHint],
  ['project', messages.project, messages.projectHint],
  ['task', messages.task, messages.taskHint],
  ['invite', messages.invite, messages.inviteHint],
]

const renderInput = (name: keyof OnboardingValues, value: string, setValue: SetValue) => (
  <input
    class="input"
    name={name}
    autofocus={name === 'org'}
    autocomplete="off"
    maxLength={name === 'invite' ? 2000 : 200}
    value={value}
    onInput={(event: Event) => setValue(name, (event.currentTarget as HTMLInputElement).value)}
  />
)

function validate(values: OnboardingValues): Partial<Record<keyof OnboardingValues, string>> {
  const [invalid] = parseEmails(values.invite).invalid
  return {
    ...(!values.org.trim() && { org: messages.required }),
    ...(invalid !== undefined && { invite: messages.badAddress(invalid) }),
  }
}

const Actions = ({ busy, onBack }: { busy: boolean; onBack: (() => void) | undefined }) => (
  <div class="onboarding-actions">
    {onBack && <Button onClick={onBack}>{messages.back}</Button>}
    <Button kind="main" type="submit" disabled={busy}>
      {busy ? messages.beginning : messages.begin}
    </Button>
  </div>
)

const trimValues = ({ org, project, invite, task }: OnboardingValues): OnboardingValues => ({
  org: org.trim(),
  project: project.trim(),
  invite,
  task: task.trim(),
})
