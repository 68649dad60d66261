import type { Me } from '@svc/sdk'
import { go } from '../../address.ts'
import { startTexts as said } from '../../messages/start.ts'
import { Mark } from '../../ui/mark.tsx'
import { BeginForm } from './begin-form.tsx'
import { Invitations } from './invitations.tsx'
import './onboarding.css'

interface OnboardingProps {
  me: Me
  /** Told where to go once the person belongs somewhere. */
  onDone: (to: string) => void
}

/** The first minute: answer an invitation, or begin with an organization, a project and a task. */
export const Onboarding = ({ me, onDone }: OnboardingProps) => (
  <main class="onboarding">
    <div class="onboarding-page">
      <Mark size={36} />
      <h1>{said.title(me.principal.username ?? '')}</h1>
      <Invitations onDone={onDone} />
      <BeginForm onDone={onDone} {...(me.organizations.length > 0 && { onBack: () => go('/') })} />
    </div>
  </main>
)
