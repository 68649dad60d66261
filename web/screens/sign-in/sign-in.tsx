import { here } from '../../address.ts'
import { signInTexts } from '../../messages/start.ts'
import { Mark } from '../../ui/mark.tsx'
import './sign-in.css'

/** One button: who somebody is, the identity provider knows. It leads back to where they wanted to go. */
export function SignIn() {
  const { path, query } = here.value
  const to = `${path}${query.size ? `?${query}` : ''}`
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark size={36} />
        <h1>{signInTexts.title}</h1>
        <p>{signInTexts.text}</p>
        <a class="button button-main" href={`/auth/sign-in?to=${encodeURIComponent(to)}`} autofocus>
          {signInTexts.button}
        </a>
      </div>
    </main>
  )
}
