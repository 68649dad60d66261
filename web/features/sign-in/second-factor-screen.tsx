import type { Me } from '@svc/sdk'
import { currentLocation } from '../../location.ts'
import { secondFactorTexts as messages } from '../../messages/onboarding.ts'
import { Logo } from '../../components/logo.tsx'
import './sign-in-screen.css'

/** Leads to the sign-in that sets up or uses a second factor, and back to the page. */
export function SecondFactorScreen({ me, org }: { me: Me; org: Me['organizations'][number] }) {
  const { path, query } = currentLocation.value
  const returnUrl = `${path}${query.size ? `?${query}` : ''}`
  const others = me.organizations.filter((one) => !one.second_factor_missing)
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Logo size={36} />
        <h1 dir="auto">{messages.title(org.name ?? '')}</h1>
        <p>{messages.text}</p>
        <a class="button button-main" href={`/auth/sign-in?fresh=1&to=${encodeURIComponent(returnUrl)}`} autofocus>
          {messages.button}
        </a>
        {others.length > 0 && (
          <nav aria-labelledby="other-orgs">
            <p id="other-orgs">{messages.others}</p>
            {others.map(({ org_id, name }) => (
              <p key={org_id}>
                <a href={`/o/${org_id}/my`} dir="auto">
                  {name}
                </a>
              </p>
            ))}
          </nav>
        )}
      </div>
    </main>
  )
}
