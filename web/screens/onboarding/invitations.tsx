import type { OrganizationInvite } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { createClient } from '../../api/client.ts'
import { roleNames } from '../../messages/start.ts'
import { startTexts as said } from '../../messages/start.ts'
import { Button } from '../../ui/button.tsx'
import { wordsOf } from '../../ui/failure.tsx'

/** Invitations that wait for the person's answer. */
export function Invitations({ onDone }: { onDone: (to: string) => void }) {
  const [invites, setInvites] = useState<OrganizationInvite[]>([])
  const [problem, setProblem] = useState('')
  useEffect(() => {
    createClient()
      .organizationInvites.mine()
      .then(
        ({ data }) => setInvites(data.filter(({ invite_status }) => invite_status === 'pending')),
        () => undefined,
      )
  }, [])
  const answer = async (invite: OrganizationInvite, accepts: boolean) => {
    const { organizationInvites } = createClient()
    try {
      if (accepts) {
        await organizationInvites.accept(invite.id, { retries: 2 })
        return onDone(`/o/${invite.org_id}/my`)
      }
      await organizationInvites.reject(invite.id, { retries: 2 })
      setInvites((now) => now.filter(({ id }) => id !== invite.id))
    } catch (refused) {
      setProblem(wordsOf(refused))
    }
  }
  if (invites.length === 0) return null
  return (
    <section class="onboarding-card" aria-label={said.invitedTo}>
      {invites.map((invite) => (
        <Invitation key={invite.id} invite={invite} answer={answer} />
      ))}
      {problem && (
        <p class="onboarding-wrong" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

interface InvitationProps {
  invite: OrganizationInvite
  answer: (invite: OrganizationInvite, accepts: boolean) => void
}

const Invitation = ({ invite, answer }: InvitationProps) => (
  <div class="onboarding-invite">
    <div dir="auto">
      {said.invitation(invite.org_name ?? invite.org_id, roleNames[invite.role ?? 'member'])}
      {invite.invited_by && <small>{said.by(invite.invited_by)}</small>}
    </div>
    <Button kind="main" onClick={() => answer(invite, true)}>
      {said.accept}
    </Button>
    <Button onClick={() => answer(invite, false)}>{said.reject}</Button>
  </div>
)
