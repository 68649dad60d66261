import type { Me } from '@svc/sdk'
import { go } from '../../address.ts'
import { startTexts as messages } from '../../messages/start.ts'
import { Mark } from '../../ui/mark.tsx'
import { BeginForm } from './begin-form.tsx'
import { Invitations } from './invitations.tsx'
import './onboarding.css'

interface OnboardingProps {
  me: Me
  /** Called with the URL to open once the user is a member of an organization. */
  onDone: (to: string) => void
}

export const Onboarding = ({ me, onDone }: OnboardingProps) => (
  <main class="onboarding">
    <div class="onboarding-page">
      <Mark size={36} />
      <h1>{messages.title(me.principal.username ?? '')}</h1>
      <Invitations onDone={onDone} />
      <BeginForm onDone={onDone} {...(me.organizations.length > 0 && { onBack: () => go('/') })} />
    </div>
  </main>
)
