import { currentLocation } from '../location.ts'
import { hasNewVersion } from '../api/service-worker.ts'
import { getStore } from '../store/current-store.ts'
import type { RefusedMutation } from '../store/types.ts'
import { commonTexts } from '../messages/common.ts'
import { frameTexts } from '../messages/app.ts'
import { Button } from '../components/button.tsx'
import { getErrorMessage } from '../components/error-message.tsx'
import { Icon } from '../components/icon.tsx'
import { lazyComponent } from '../components/lazy-component.tsx'
import './banners.css'

const Conflicts = lazyComponent(async () => (await import('../features/conflicts/conflict.tsx')).OtherConflicts, {
  bare: true,
})

export const Banners = () => (
  <div class="frame-bars">
    <ConnectionBar />
    {hasNewVersion.value && (
      <div class="bars-bar" role="status">
        <span>{frameTexts.newVersion}</span>
        <Button small onClick={() => location.reload()}>
          {frameTexts.reload}
        </Button>
      </div>
    )}
    {getStore().conflicts.value.length > 0 && <Conflicts open={currentLocation.value.query.get('task')} />}
    {getStore().refusals.value.map((refusal, index) => (
      <div key={index} class="bars-bar bars-wrong" role="alert">
        <Icon name="warning" />
        <span dir="auto">
          {frameTexts.refused(refusal.label)} {getErrorMessage(refusal.problem)}
        </span>
        <Button small onClick={() => retryMutation(refusal)}>
          {commonTexts.retry}
        </Button>
        <Button small onClick={refusal.dismiss}>
          {frameTexts.dismiss}
        </Button>
      </div>
    ))}
  </div>
)

function retryMutation({ mutation, dismiss }: RefusedMutation): void {
  getStore().mutate(mutation)
  dismiss()
}

function ConnectionBar() {
  const { connection, pendingCount, isPersistent } = getStore()
  const count = pendingCount.value
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
  if (connection.value === 'online' && isPersistent.value) return null
  return (
    <div class="bars-bar" role="status">
      <Icon name="offline" />
      <span>
        {isPersistent.value ? frameTexts.offline : frameTexts.noStorage}{' '}
        {isPersistent.value && count > 0 && `${frameTexts.waitingOffline(count)}.`}
      </span>
    </div>
  )
}

/** Opens sign-in in a popup, so that the page keeps its state. */
function signInAgain(): void {
  window.open('/auth/sign-in?popup=1', 'svc-sign-in', 'popup,width=480,height=640')
}
