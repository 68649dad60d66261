import { signal } from '@preact/signals'
import type { Webhook } from '@svc/sdk'
import { disabledReasonTexts, webhookTexts as messages } from '../../../messages/webhooks.ts'
import { Icon, type IconName } from '../../../components/icon.tsx'

type TestState = 'pending' | 'succeeded' | 'failed'

/** States of tests since the page was loaded; the health of a webhook leaves them out. */
const tests = signal<ReadonlyMap<string, TestState | undefined>>(new Map())

export const getTestState = (id: string): TestState | undefined => tests.value.get(id)

export const setTestState = (id: string, state?: TestState): void =>
  void (tests.value = new Map(tests.peek()).set(id, state))

interface Health {
  text: string
  icon: IconName
  class: string
}

function getHealth(webhook: Webhook): Health {
  const { status, disabled_reason, consecutive_failures, last_delivery_status } = webhook
  const test = getTestState(webhook.subscription_id)
  if (test === 'pending') return { text: messages.testing, icon: 'send', class: '' }
  if (status === 'disabled')
    return { text: disabledReasonTexts[disabled_reason ?? ''] ?? status, icon: 'blocked', class: 'settings-bad' }
  if (status === 'paused') return { text: messages.isPaused, icon: 'minus', class: '' }
  if (consecutive_failures > 0)
    return { text: messages.failing(consecutive_failures), icon: 'warning', class: 'settings-bad' }
  if (last_delivery_status === null && test === 'failed')
    return { text: messages.testFailed, icon: 'warning', class: 'settings-bad' }
  if (last_delivery_status === null && test)
    return { text: messages.testSucceeded, icon: 'check-circle', class: 'settings-good' }
  if (last_delivery_status === null) return { text: messages.idle, icon: 'clock', class: '' }
  return { text: messages.healthy, icon: 'check-circle', class: 'settings-good' }
}

export function WebhookHealth({ webhook }: { webhook: Webhook }) {
  const health = getHealth(webhook)
  return (
    <span class={`settings-health ${health.class}`} role="status">
      <Icon name={health.icon} size={14} />
      {health.text}
    </span>
  )
}
