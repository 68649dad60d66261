import type { OrganizationInvite, OrganizationRole, SentOrganizationInvite } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { currentDialog } from '../../../commands/dialog-state.ts'
import { getStore } from '../../../store/current-store.ts'
import { useQuery } from '../../../store/use-query.ts'
import { invitationTexts as messages } from '../../../messages/members.ts'
import { roleNames } from '../../../messages/onboarding.ts'
import { Button } from '../../../components/button.tsx'
import { getMembers } from '../../members/members.ts'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { showToast } from '../../../components/toast.tsx'
import { runAction } from '../kit/action-problem.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Moment } from '../kit/moment.tsx'
import { SecretDialog } from '../kit/secret-dialog.tsx'
import { SettingsItem } from '../kit/settings-item.tsx'
import { listGrantableRoles } from './member-actions.ts'
import { RoleSelect } from './member-row.tsx'

/** Pending invitations. A link to hand over exists only on servers with built-in accounts. */
export function InvitationList() {
  const { value, problem, refetch } = useQuery('invitations', (svc) => svc.organizationInvites.list({ limit: 1000 }))
  const [sent, setSent] = useState<SentOrganizationInvite>()
  const dialog = currentDialog.value
  const members = getMembers().active.length
  // An accepted invitation is no longer pending, and its user is a member.
  useEffect(refetch, [dialog, members])
  if (problem) return <ErrorMessage problem={problem} retry={refetch} />
  if (!value) return null
  return (
    <section class="settings-section">
      <h2>{messages.title}</h2>
      {value.data.length === 0 ? (
        <p class="settings-hint">{messages.none}</p>
      ) : (
        <ul class="settings-list">
          {value.data.map((invite) => (
            <InvitationRow key={invite.id} invite={invite} onChange={refetch} onSent={setSent} />
          ))}
        </ul>
      )}
      {sent?.accept_url && (
        <SecretDialog
          title={messages.linkTitle(sent.email)}
          label={messages.linkLabel}
          hint={messages.linkHint}
          secret={sent.accept_url}
          onClose={() => setSent(undefined)}
        />
      )}
    </section>
  )
}

interface InvitationRowProps {
  invite: OrganizationInvite
  onChange: () => void
  onSent: (invite: SentOrganizationInvite) => void
}

function InvitationRow(props: InvitationRowProps) {
  const { email, role, invited_by, sent_at, expires_at } = props.invite
  const canChange = role !== null && listGrantableRoles().includes(role)
  return (
    <SettingsItem
      title={email}
      facts={[
        invited_by && messages.by(getMembers().byUsername.get(invited_by)?.name ?? invited_by),
        sent_at && <Moment key="sent" label={messages.sent} at={sent_at} />,
        expires_at && <Moment key="expires" label={messages.expires} at={expires_at} />,
      ]}
    >
      {canChange ? (
        <InvitationTools {...props} role={role} />
      ) : (
        role && <span class="settings-badge">{roleNames[role]}</span>
      )}
    </SettingsItem>
  )
}

function InvitationTools({ invite, role, onChange, onSent }: InvitationRowProps & { role: OrganizationRole }) {
  const { organizationInvites } = createApiClient(getStore().org)
  const { id, email } = invite
  const cancel = async () => {
    await organizationInvites.delete(id)
    showToast({ text: messages.cancelled(email) })
    onChange()
  }
  const resend = async () => {
    const response = await organizationInvites.resend(id)
    onSent(response)
    if (!response.accept_url) showToast({ text: messages.resent(email) })
  }
  const perform = async (run: () => PromiseLike<unknown>, text?: string) => {
    await runAction(run, text === undefined ? undefined : { text })
    onChange()
  }
  const setRole = (next: OrganizationRole) =>
    void perform(
      () => organizationInvites.update(id, { role: next }, { ifMatch: invite }),
      messages.changed(email, next),
    )
  return (
    <>
      <RoleSelect label={messages.role(email)} role={role} onChange={setRole} />
      <Button small title={messages.resendTitle(email)} onClick={() => void perform(resend)}>
        {messages.resend}
      </Button>
      <CancelButton email={email} cancel={cancel} />
    </>
  )
}

function CancelButton({ email, cancel }: { email: string; cancel: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" small icon="x" title={messages.cancel(email)} onClick={() => setOpen(true)} />
      {isOpen && (
        <ConfirmDialog
          title={messages.cancelTitle(email)}
          confirm={messages.cancelConfirm}
          effects={[messages.cancelEffect]}
          run={cancel}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
