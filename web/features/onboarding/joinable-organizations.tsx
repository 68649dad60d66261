import type { JoinableOrganization } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { onboardingTexts as messages } from '../../messages/onboarding.ts'
import { Button } from '../../components/button.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'

/** Organizations that the user can join by the domain of their address. */
export function JoinableOrganizations({ onDone }: { onDone: (to: string) => void }) {
  const [organizations, setOrganizations] = useState<JoinableOrganization[]>([])
  const [problem, setProblem] = useState('')
  useEffect(() => {
    createApiClient()
      .joinRequests.organizations()
      .then(
        ({ data }) => setOrganizations(data.filter(({ status }) => status !== 'declined')),
        () => undefined,
      )
  }, [])
  const join = async ({ org_id }: JoinableOrganization) => {
    try {
      const joined = await createApiClient(org_id).joinRequests.create()
      if (joined.status === 'joined') return onDone(`/o/${org_id}/my`)
      setOrganizations((current) => current.map((row) => (row.org_id === org_id ? joined : row)))
    } catch (error) {
      setProblem(getErrorMessage(error))
    }
  }
  if (organizations.length === 0) return null
  return (
    <section class="onboarding-card" aria-label={messages.joinable}>
      {organizations.map((row) => (
        <Joinable key={row.org_id} row={row} onJoin={() => void join(row)} />
      ))}
      {problem && (
        <p class="onboarding-wrong" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

const Joinable = ({ row, onJoin }: { row: JoinableOrganization; onJoin: () => void }) => (
  <div class="onboarding-invite">
    <div dir="auto" role="status">
      {row.org_name}
      <small>{row.status === 'requested' ? messages.asked : messages.byDomain}</small>
    </div>
    {row.status === 'open' && (
      <Button kind="main" onClick={onJoin}>
        {row.domain_join_mode === 'instant' ? messages.join(row.org_name) : messages.askToJoin}
      </Button>
    )}
  </div>
)
