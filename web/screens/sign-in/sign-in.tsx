import { here } from '../../address.ts'
import { signInTexts } from '../../messages/start.ts'
import { Mark } from '../../ui/mark.tsx'
import './sign-in.css'

/** Sign-in page. After signing in with the identity provider, the user returns to the requested URL. */
export function SignIn() {
  const { path, query } = here.value
  const returnUrl = `${path}${query.size ? `?${query}` : ''}`
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark size={36} />
        <h1>{signInTexts.title}</h1>
        <p>{signInTexts.text}</p>
        <a class="button button-main" href={`/auth/sign-in?to=${encodeURIComponent(returnUrl)}`} autofocus>
          {signInTexts.button}
        </a>
      </div>
    </main>
  )
}
