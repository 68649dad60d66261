import type { Webhook } from '@svc/sdk'
import { disabledReasonTexts, webhookTexts as messages } from '../../../messages/webhooks.ts'
import { Icon, type IconName } from '../../../components/icon.tsx'

interface Health {
  text: string
  icon: IconName
  class: string
}

function getHealth({ status, disabled_reason, consecutive_failures, last_delivery_status }: Webhook): Health {
  if (status === 'disabled')
    return { text: disabledReasonTexts[disabled_reason ?? ''] ?? status, icon: 'blocked', class: 'settings-bad' }
  if (status === 'paused') return { text: messages.isPaused, icon: 'minus', class: '' }
  if (consecutive_failures > 0)
    return { text: messages.failing(consecutive_failures), icon: 'warning', class: 'settings-bad' }
  if (last_delivery_status === null) return { text: messages.idle, icon: 'clock', class: '' }
  return { text: messages.healthy, icon: 'check-circle', class: 'settings-good' }
}

export function WebhookHealth({ webhook }: { webhook: Webhook }) {
  const health = getHealth(webhook)
  return (
    <span class={`settings-health ${health.class}`}>
      <Icon name={health.icon} size={14} />
      {health.text}
    </span>
  )
}
