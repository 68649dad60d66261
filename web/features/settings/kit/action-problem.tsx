import { SvcProblem } from '@svc/sdk'
import { settingsKitTexts as messages } from '../../../messages/settings-kit.ts'
import { Button } from '../../../components/button.tsx'
import { getErrorMessage } from '../../../components/error-message.tsx'
import { showErrorToast } from '../../../components/util/load-chunk.ts'
import { showToast, type ToastOptions } from '../../../components/toast.tsx'

const needsFreshSignIn = (problem: unknown): boolean =>
  problem instanceof SvcProblem && problem.type === 'urn:svc:problem:fresh-sign-in-required'

/** Says that another user was faster, in place of the header that did not match. */
const isStale = (problem: unknown): boolean => problem instanceof SvcProblem && problem.status === 412

/** Opens sign-in in a popup, so that the page keeps what was typed. */
export function signInAgain(): void {
  window.open('/auth/sign-in?fresh=1&popup=1', 'svc-sign-in', 'popup,width=480,height=640')
}

/** Failure of an action in a dialog, above which toasts are not visible. */
export function ActionProblem({ problem }: { problem: unknown }) {
  if (!problem) return null
  const isFresh = needsFreshSignIn(problem)
  return (
    <p class="settings-problem" role="alert">
      <span dir="auto">
        {isFresh ? messages.freshSignIn : isStale(problem) ? messages.stale : getErrorMessage(problem)}
      </span>
      {isFresh && (
        <Button small onClick={signInAgain}>
          {messages.signInAgain}
        </Button>
      )}
    </p>
  )
}

/** Runs an action of a row; its result or failure is shown as a toast. Returns whether it succeeded. */
export async function runAction(act: () => PromiseLike<unknown>, done?: ToastOptions): Promise<boolean> {
  try {
    await act()
    if (done) showToast(done)
    return true
  } catch (problem) {
    const action = { label: messages.signInAgain, run: signInAgain }
    if (needsFreshSignIn(problem)) showToast({ text: messages.freshSignIn, kind: 'wrong', action })
    else if (isStale(problem)) showToast({ text: messages.stale, kind: 'wrong' })
    else showErrorToast(problem)
    return false
  }
}
