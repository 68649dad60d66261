import { newKey } from '../../data/mutations.ts'
import type { OrganizationRole } from '@svc/sdk'
import { organizationRoleWords } from '@svc/sdk/words'
import { useMemo, useState } from 'preact/hooks'
import { createClient } from '../../api/client.ts'
import { data } from '../../data/current.ts'
import { texts } from '../../messages/en.ts'
import { inviteTexts as said, roleNames, startTexts } from '../../messages/start.ts'
import { myRole } from '../../parts/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { wordsOf } from '../../ui/failure.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { addressesOf } from './begin.ts'
import './onboarding.css'

/** Invites people to the organization, several at once; who cannot be invited stays in the field with the reason. */
export function Invite({ onClose }: { onClose: () => void }) {
  const invite = useMemo(inviter, [])
  const [text, setText] = useState('')
  const [role, setRole] = useState<OrganizationRole>('member')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    const { good, bad } = addressesOf(text)
    if (bad[0] !== undefined) return setProblem(startTexts.badAddress(bad[0]))
    if (good.length === 0) return setProblem(said.required)
    setBusy(true)
    const { invited, refused } = await invite(good, role)
    setBusy(false)
    if (invited.length > 0) toast({ text: said.invited(invited.join(', ')) })
    if (refused.length === 0) return onClose()
    setText(refused.map(({ email }) => email).join(', '))
    setProblem(wordsOf(refused[0]!.reason))
  }
  return (
    <Dialog title={said.title} open onClose={onClose}>
      <form class="onboarding-form" onSubmit={submit} noValidate>
        <Addresses text={text} problem={problem} onText={setText} />
        <Role role={role} onRole={setRole} />
        <div class="onboarding-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="main" type="submit" disabled={busy}>
            {said.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface AddressesProps {
  text: string
  problem: string | undefined
  onText: (text: string) => void
}

const Addresses = ({ text, problem, onText }: AddressesProps) => (
  <Field label={said.addresses} hint={said.addressesHint(location.origin)} error={problem}>
    <input
      class="input"
      type="text"
      inputMode="email"
      autofocus
      autocomplete="off"
      maxLength={2000}
      value={text}
      onInput={(event: Event) => onText((event.currentTarget as HTMLInputElement).value)}
    />
  </Field>
)

/** From the person's own role down: nobody grants one above it. */
function Role({ role, onRole }: { role: OrganizationRole; onRole: (role: OrganizationRole) => void }) {
  const roles = organizationRoleWords.slice(organizationRoleWords.indexOf(myRole() ?? 'member'))
  const choose = (event: Event) =>
    onRole((event.currentTarget as HTMLSelectElement).value as OrganizationRole)
  return (
    <Field label={said.role} hint={said.roleHints[role]}>
      <select class="input" value={role} onChange={choose}>
        {roles.map((one) => (
          <option key={one} value={one}>
            {roleNames[one]}
          </option>
        ))}
      </select>
    </Field>
  )
}

interface Answer {
  invited: string[]
  refused: { email: string; reason: unknown }[]
}

/** Invites each address once, however often it is asked. */
function inviter(): (emails: string[], role: OrganizationRole) => Promise<Answer> {
  const keys = new Map<string, string>()
  const keyOf = (what: string) => keys.get(what) ?? keys.set(what, newKey()).get(what)!
  return async (emails, role) => {
    const { organizationInvites } = createClient(data().org)
    const answer: Answer = { invited: [], refused: [] }
    const ask = async (email: string) => {
      const options = { idempotencyKey: keyOf(`${email} ${role}`), retries: 2 }
      await organizationInvites.create({ email, role }, options).then(
        () => answer.invited.push(email),
        (reason: unknown) => answer.refused.push({ email, reason }),
      )
    }
    await Promise.all(emails.map(ask))
    return answer
  }
}
