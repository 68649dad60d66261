import { newKey } from '../../data/mutations.ts'
import type { OrganizationRole } from '@svc/sdk'
import { organizationRoleWords } from '@svc/sdk/words'
import { useMemo, useState } from 'preact/hooks'
import { createClient } from '../../api/client.ts'
import { data } from '../../data/current.ts'
import { texts } from '../../messages/en.ts'
import { inviteTexts as messages, roleNames, startTexts } from '../../messages/start.ts'
import { myRole } from '../../parts/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { wordsOf } from '../../ui/failure.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { addressesOf } from './begin.ts'
import './onboarding.css'

/** Dialog that invites people by email. Addresses that fail remain in the field with the first error. */
export function Invite({ onClose }: { onClose: () => void }) {
  const invite = useMemo(createInviter, [])
  const [text, setText] = useState('')
  const [role, setRole] = useState<OrganizationRole>('member')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    const { valid, invalid } = addressesOf(text)
    if (invalid[0] !== undefined) return setProblem(startTexts.badAddress(invalid[0]))
    if (valid.length === 0) return setProblem(messages.required)
    setBusy(true)
    const { invited, failed } = await invite(valid, role)
    setBusy(false)
    if (invited.length > 0) toast({ text: messages.invited(invited.join(', ')) })
    if (failed.length === 0) return onClose()
    setText(failed.map(({ email }) => email).join(', '))
    setProblem(wordsOf(failed[0]!.reason))
  }
  return (
    <Dialog title={messages.title} open onClose={onClose}>
      <form class="onboarding-form" onSubmit={submit} noValidate>
        <EmailsField text={text} problem={problem} onText={setText} />
        <RoleField role={role} onRole={setRole} />
        <div class="onboarding-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="main" type="submit" disabled={busy}>
            {messages.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface EmailsFieldProps {
  text: string
  problem: string | undefined
  onText: (text: string) => void
}

const EmailsField = ({ text, problem, onText }: EmailsFieldProps) => (
  <Field label={messages.addresses} hint={messages.addressesHint(location.origin)} error={problem}>
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

/** Select with the roles that the user can grant, which are those up to the user's own. */
function RoleField({ role, onRole }: { role: OrganizationRole; onRole: (role: OrganizationRole) => void }) {
  const roles = organizationRoleWords.slice(organizationRoleWords.indexOf(myRole() ?? 'member'))
  const onChange = (event: Event) =>
    onRole((event.currentTarget as HTMLSelectElement).value as OrganizationRole)
  return (
    <Field label={messages.role} hint={messages.roleHints[role]}>
      <select class="input" value={role} onChange={onChange}>
        {roles.map((option) => (
          <option key={option} value={option}>
            {roleNames[option]}
          </option>
        ))}
      </select>
    </Field>
  )
}

interface InviteResult {
  invited: string[]
  failed: { email: string; reason: unknown }[]
}

/** Returns a function that can be retried: the idempotency key of an address and role stays the same. */
function createInviter(): (emails: string[], role: OrganizationRole) => Promise<InviteResult> {
  const keys = new Map<string, string>()
  const getKey = (name: string) => keys.get(name) ?? keys.set(name, newKey()).get(name)!
  return async (emails, role) => {
    const { organizationInvites } = createClient(data().org)
    const result: InviteResult = { invited: [], failed: [] }
    const send = async (email: string) => {
      const options = { idempotencyKey: getKey(`${email} ${role}`), retries: 2 }
      await organizationInvites.create({ email, role }, options).then(
        () => result.invited.push(email),
        (reason: unknown) => result.failed.push({ email, reason }),
      )
    }
    await Promise.all(emails.map(send))
    return result
  }
}
