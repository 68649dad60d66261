import { here } from '../address.ts'
import { upgraded } from '../api/worker.ts'
import { data } from '../data/current.ts'
import type { Refusal } from '../data/data.ts'
import { texts } from '../messages/en.ts'
import { frameTexts } from '../messages/frame.ts'
import { Button } from '../ui/button.tsx'
import { wordsOf } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazy } from './lazy.tsx'
import './bars.css'

const Conflicts = lazy(async () => (await import('../parts/conflict.tsx')).Conflicts, { bare: true })

/** Shows connection problems, an ended session, conflicts and refused changes. */
export const Bars = () => (
  <div class="frame-bars">
    <ConnectionBar />
    {upgraded.value && (
      <div class="bars-bar" role="status">
        <span>{frameTexts.newVersion}</span>
        <Button small onClick={() => location.reload()}>
          {frameTexts.reload}
        </Button>
      </div>
    )}
    {data().conflicts.value.length > 0 && <Conflicts open={here.value.query.get('task')} />}
    {data().refusals.value.map((refusal, index) => (
      <div key={index} class="bars-bar bars-wrong" role="alert">
        <Icon name="warning" />
        <span dir="auto">
          {frameTexts.refused(refusal.said)} {wordsOf(refusal.problem)}
        </span>
        <Button small onClick={() => retryMutation(refusal)}>
          {texts.retry}
        </Button>
        <Button small onClick={() => refusal.dismiss()}>
          {frameTexts.dismiss}
        </Button>
      </div>
    ))}
  </div>
)

/** Sends a refused mutation again, which may be allowed by now. */
function retryMutation({ write: mutation, dismiss }: Refusal): void {
  data().write(mutation)
  dismiss()
}

function ConnectionBar() {
  const { connection, waiting, lasts } = data()
  const count = waiting.value
  if (connection.value === 'signed-out')
    return (
      <div class="bars-bar" role="alert">
        <Icon name="lock" />
        <span>{frameTexts.signedOut}</span>
        <Button kind="main" small onClick={signInAgain}>
          {frameTexts.signInAgain}
        </Button>
      </div>
    )
  if (connection.value === 'online' && lasts.value) return null
  return (
    <div class="bars-bar" role="status">
      <Icon name="offline" />
      <span>
        {lasts.value ? frameTexts.offline : frameTexts.noStorage}{' '}
        {lasts.value && count > 0 && `${frameTexts.waitingOffline(count)}.`}
      </span>
    </div>
  )
}

/** Opens sign-in in a popup, so that the page keeps its state. */
function signInAgain(): void {
  window.open('/auth/sign-in?popup=1', 'svc-sign-in', 'popup,width=480,height=640')
}
