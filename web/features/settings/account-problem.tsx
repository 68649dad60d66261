import { currentLocation } from '../../location.ts'
import { accountTexts as messages } from '../../messages/account-settings.ts'
import { getErrorMessage } from '../../components/error-message.tsx'
import { needsFreshSignIn } from './account.ts'

/** Shows why a change was refused; a recent sign-in begins with a link that leads back. */
export function AccountProblem({ problem }: { problem: unknown }) {
  if (!problem) return null
  const to = encodeURIComponent(currentLocation.value.path)
  return (
    <p class="field-error settings-row" role="alert">
      {needsFreshSignIn(problem) ? (
        <>
          {messages.freshNeeded} <a href={`/auth/sign-in?fresh=1&to=${to}`}>{messages.signInAgain}</a>
        </>
      ) : (
        getErrorMessage(problem)
      )}
    </p>
  )
}
