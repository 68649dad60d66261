import type { OrganizationInvite } from '@svc/sdk'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { roleNames } from '../../messages/onboarding.ts'
import { onboardingTexts as messages } from '../../messages/onboarding.ts'
import { Button } from '../../components/button.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'

export function PendingInvitations({ onDone }: { onDone: (to: string) => void }) {
  const [invites, setInvites] = useState<OrganizationInvite[]>([])
  const [problem, setProblem] = useState('')
  useEffect(() => {
    createApiClient()
      .organizationInvites.mine()
      .then(
        ({ data }) => setInvites(data.filter(({ invite_status }) => invite_status === 'pending')),
        () => undefined,
      )
  }, [])
  const section = useFocusedButton(invites.length > 0)
  const respond = async (invite: OrganizationInvite, isAccepted: boolean) => {
    const { organizationInvites } = createApiClient()
    try {
      if (isAccepted) {
        await organizationInvites.accept(invite.id, { retries: 2 })
        return onDone(`/o/${invite.org_id}/my`)
      }
      await organizationInvites.reject(invite.id, { retries: 2 })
      setInvites((current) => current.filter(({ id }) => id !== invite.id))
    } catch (error) {
      setProblem(getErrorMessage(error))
    }
  }
  if (invites.length === 0) return null
  return (
    <section ref={section} class="onboarding-card" aria-label={messages.invitedTo}>
      {invites.map((invite) => (
        <Invitation key={invite.id} invite={invite} respond={respond} />
      ))}
      {problem && (
        <p class="onboarding-wrong" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

/** Focuses the first button when a section appears, unless something was typed elsewhere. */
function useFocusedButton(isShown: boolean): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLInputElement && focused.value)) section.current?.querySelector('button')?.focus()
  }, [isShown])
  return section
}

interface InvitationProps {
  invite: OrganizationInvite
  respond: (invite: OrganizationInvite, isAccepted: boolean) => void
}

const Invitation = ({ invite, respond }: InvitationProps) => (
  <div class="onboarding-invite">
    <div dir="auto">
      {messages.invitation(invite.org_name ?? invite.org_id, roleNames[invite.role ?? 'member'])}
      {invite.invited_by && <small>{messages.by(invite.invited_by)}</small>}
    </div>
    <Button kind="main" onClick={() => respond(invite, true)}>
      {messages.accept}
    </Button>
    <Button onClick={() => respond(invite, false)}>{messages.reject}</Button>
  </div>
)
