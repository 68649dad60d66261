import { createIdempotencyKey } from '../../store/mutations.ts'
import type { OrganizationRole } from '@svc/sdk'
import { organizationRoleValues } from '@svc/sdk/enums'
import { useMemo, useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { openDialog } from '../../commands/dialog-state.ts'
import { getStore } from '../../store/current-store.ts'
import { commonTexts } from '../../messages/common.ts'
import { inviteTexts as messages, roleNames, onboardingTexts } from '../../messages/onboarding.ts'
import { getMyOrgRole } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { FormField } from '../../components/form-field.tsx'
import { showToast } from '../../components/toast.tsx'
import { InviteLinks, type InviteLink, type InviteLinksProps } from './invite-links.tsx'
import { listLinks, parseEmails, type Invited } from './onboarding-run.ts'
import './onboarding.css'
import { formatList } from '../../components/util/intl.ts'

/** Dialog that invites people by email. Addresses that fail remain in the field with their errors. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useMemo(createInviter, [])
  const [text, setText] = useState('')
  const [role, setRole] = useState<OrganizationRole>('member')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [links, setLinks] = useState<InviteLink[]>([])
  const submit = async (event: Event) => {
    event.preventDefault()
    const { valid, invalid } = parseEmails(text)
    if (invalid[0] !== undefined) return setProblem(onboardingTexts.badAddress(invalid[0]))
    if (valid.length === 0) return setProblem(messages.required)
    setBusy(true)
    const { invited, failed } = await invite(valid, role)
    setBusy(false)
    if (invited.length > 0) reportInvited(invited)
    const received = [...links, ...listLinks(invited)]
    setLinks(received)
    if (failed.length === 0) return received.length === 0 ? onClose() : setText('')
    setText(failed.map(({ email }) => email).join(', '))
    setProblem(failed.map(({ email, reason }) => `${email}: ${getErrorMessage(reason)}`).join(' '))
  }
  if (links.length > 0 && text === '') return <LinksDialog links={links} onDone={onClose} />
  return (
    <Dialog title={messages.title} open onClose={onClose}>
      <form class="onboarding-form" onSubmit={submit} noValidate>
        <EmailsField text={text} problem={problem} onText={setText} />
        <RoleField role={role} onRole={setRole} />
        <div class="onboarding-actions">
          <Button onClick={onClose}>{commonTexts.cancel}</Button>
          <Button kind="main" type="submit" disabled={busy}>
            {messages.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function reportInvited(invited: readonly Invited[]): void {
  showToast({ text: messages.invited(formatList(invited.map(({ email }) => email))) })
  // The list of invitations is read again.
  openDialog('invite')
}

/** Closed only by its own button, since the links are not shown again. */
const LinksDialog = (props: InviteLinksProps) => (
  <Dialog title={messages.linksTitle} open bare onClose={() => undefined}>
    <div class="onboarding-form dialog-once">
      <InviteLinks {...props} />
    </div>
  </Dialog>
)

interface EmailsFieldProps {
  text: string
  problem: string | undefined
  onText: (text: string) => void
}

const EmailsField = ({ text, problem, onText }: EmailsFieldProps) => (
  <FormField label={messages.addresses} hint={messages.addressesHint(location.origin)} error={problem}>
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
  </FormField>
)

/** Select with the roles that the user can grant, which are those up to the user's own. */
function RoleField({ role, onRole }: { role: OrganizationRole; onRole: (role: OrganizationRole) => void }) {
  const roles = organizationRoleValues.slice(organizationRoleValues.indexOf(getMyOrgRole() ?? 'member'))
  const onChange = (event: Event) => onRole((event.currentTarget as HTMLSelectElement).value as OrganizationRole)
  return (
    <FormField label={messages.role} hint={messages.roleHints[role]}>
      <select class="input" value={role} onChange={onChange}>
        {roles.map((option) => (
          <option key={option} value={option}>
            {roleNames[option]}
          </option>
        ))}
      </select>
    </FormField>
  )
}

interface InviteResult {
  invited: Invited[]
  failed: { email: string; reason: unknown }[]
}

/** Returns a function that can be retried: the idempotency key of an address and role stays the same. */
function createInviter(): (emails: string[], role: OrganizationRole) => Promise<InviteResult> {
  const keys = new Map<string, string>()
  const getKey = (name: string) => keys.get(name) ?? keys.set(name, createIdempotencyKey()).get(name)!
  return async (emails, role) => {
    const { organizationInvites } = createApiClient(getStore().org)
    const result: InviteResult = { invited: [], failed: [] }
    const send = async (email: string) => {
      const options = { idempotencyKey: getKey(`${email} ${role}`), retries: 2 }
      await organizationInvites.create({ email, role }, options).then(
        ({ accept_url }) => result.invited.push({ email, url: accept_url }),
        (reason: unknown) => result.failed.push({ email, reason }),
      )
    }
    await Promise.all(emails.map(send))
    return result
  }
}
