import type { Me } from '@svc/sdk'
import { navigate } from '../../location.ts'
import { frameTexts } from '../../messages/app.ts'
import { onboardingTexts as messages } from '../../messages/onboarding.ts'
import { Button } from '../../components/button.tsx'
import { Logo } from '../../components/logo.tsx'
import { OnboardingForm } from './onboarding-form.tsx'
import { JoinableOrganizations } from './joinable-organizations.tsx'
import { PendingInvitations } from './pending-invitations.tsx'
import './onboarding.css'

interface OnboardingProps {
  me: Me
  onDone: (to: string) => void
  onSignOut: () => void
}

export const OnboardingScreen = ({ me, onDone, onSignOut }: OnboardingProps) => (
  <main class="onboarding">
    <div class="onboarding-page">
      <Logo size={36} />
      <h1>{messages.title(me.principal.name ?? me.principal.username ?? '')}</h1>
      {me.organizations.length === 0 && (
        <div class="onboarding-invite">
          <div>{messages.signedIn(me.principal.email ?? me.principal.username ?? '')}</div>
          <Button onClick={onSignOut}>{frameTexts.signOut}</Button>
        </div>
      )}
      <PendingInvitations onDone={onDone} />
      <JoinableOrganizations onDone={onDone} />
      <OnboardingForm onDone={onDone} {...(me.organizations.length > 0 && { onBack: () => navigate('/') })} />
    </div>
  </main>
)
