import type { Me } from '@svc/sdk'
import { navigate } from '../../location.ts'
import { onboardingTexts as messages } from '../../messages/onboarding.ts'
import { Logo } from '../../components/logo.tsx'
import { OnboardingForm } from './onboarding-form.tsx'
import { JoinableOrganizations } from './joinable-organizations.tsx'
import { PendingInvitations } from './pending-invitations.tsx'
import './onboarding.css'

interface OnboardingProps {
  me: Me
  onDone: (to: string) => void
}

export const OnboardingScreen = ({ me, onDone }: OnboardingProps) => (
  <main class="onboarding">
    <div class="onboarding-page">
      <Logo size={36} />
      <h1>{messages.title(me.principal.username ?? '')}</h1>
      <PendingInvitations onDone={onDone} />
      <JoinableOrganizations onDone={onDone} />
      <OnboardingForm onDone={onDone} {...(me.organizations.length > 0 && { onBack: () => navigate('/') })} />
    </div>
  </main>
)
