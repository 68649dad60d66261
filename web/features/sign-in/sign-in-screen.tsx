import { currentLocation } from '../../location.ts'
import { signInTexts } from '../../messages/onboarding.ts'
import { Logo } from '../../components/logo.tsx'
import './sign-in-screen.css'

export function SignInScreen() {
  const { path, query } = currentLocation.value
  const returnUrl = `${path}${query.size ? `?${query}` : ''}`
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Logo size={36} />
        <h1>{signInTexts.title}</h1>
        <p>{signInTexts.text}</p>
        <a class="button button-main" href={`/auth/sign-in?to=${encodeURIComponent(returnUrl)}`} autofocus>
          {signInTexts.button}
        </a>
      </div>
    </main>
  )
}
