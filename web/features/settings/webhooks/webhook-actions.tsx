import type { Webhook, WebhookCreated } from '@svc/sdk'
import { createApiClient } from '../../../api/client.ts'
import { currentLocation, setQuery } from '../../../location.ts'
import { getStore } from '../../../store/current-store.ts'
import { webhookTexts as messages } from '../../../messages/webhooks.ts'
import type { MenuItem } from '../../../components/menu.tsx'
import { showToast } from '../../../components/toast.tsx'
import { runAction } from '../kit/action-problem.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { setTestState } from './webhook-health.tsx'

export interface WebhookDialogState {
  what: 'create' | 'edit' | 'rotate' | 'delete'
  webhook?: Webhook
}

export interface WebhookRowProps {
  webhook: Webhook
  openDialog: (state: WebhookDialogState) => void
  onChange: () => void
}

export async function setWebhookStatus({ webhook, onChange }: WebhookRowProps): Promise<void> {
  const { name, status } = webhook
  const isPausing = status === 'active'
  const { webhooks } = createApiClient(getStore().org)
  await runAction(() => webhooks.update(webhook, { status: isPausing ? 'paused' : 'active' }), {
    text: isPausing ? messages.paused(name) : messages.resumed(name),
  })
  onChange()
}

/** Sends a test and opens its delivery, which has the response of the endpoint. */
export async function testWebhook({ webhook: { subscription_id: id }, onChange }: WebhookRowProps): Promise<void> {
  const { path } = currentLocation.peek()
  setTestState(id, 'pending')
  showToast({ text: messages.testing })
  const isSent = await runAction(async () => {
    const { delivery_id, status } = await createApiClient(getStore().org).webhooks.test(id)
    setTestState(id, status === 'succeeded' ? status : 'failed')
    if (currentLocation.peek().path === path) setQuery({ webhook: id, delivery: delivery_id })
  })
  if (!isSent) setTestState(id)
  onChange()
}

export function listWebhookItems(props: WebhookRowProps): MenuItem[] {
  const { webhook, openDialog } = props
  const isActive = webhook.status === 'active'
  const buildOpenDialog = (what: WebhookDialogState['what']) => () => openDialog({ what, webhook })
  return [
    { id: 'edit', label: messages.edit, icon: 'edit', onSelect: buildOpenDialog('edit') },
    { id: 'test', label: messages.test, icon: 'send', onSelect: () => void testWebhook(props) },
    {
      id: 'status',
      label: isActive ? messages.pause : messages.resume,
      icon: isActive ? 'minus' : 'redo',
      onSelect: () => void setWebhookStatus(props),
    },
    { id: 'rotate', label: messages.rotate, icon: 'refresh', onSelect: buildOpenDialog('rotate') },
    {
      id: 'delete',
      label: messages.remove,
      icon: 'trash',
      danger: true,
      hasSeparator: true,
      onSelect: buildOpenDialog('delete'),
    },
  ]
}

interface WebhookDialogProps extends WebhookDialogState {
  onChange: () => void
  onCreated: (webhook: WebhookCreated) => void
  onClose: () => void
}

export function WebhookDialog({ what, webhook, onChange, onCreated, onClose }: WebhookDialogProps) {
  if (!webhook || what === 'edit')
    return <WebhookForm webhook={webhook} {...{ onCreated, onClose }} onSaved={onChange} />
  const { subscription_id, name } = webhook
  const { webhooks } = createApiClient(getStore().org)
  if (what === 'rotate')
    return (
      <ConfirmDialog
        title={messages.rotateTitle(name)}
        confirm={messages.rotateConfirm}
        danger={false}
        effects={messages.rotateTexts}
        run={async () => onCreated(await webhooks.rotateSecret(subscription_id))}
        onClose={onClose}
      />
    )
  const remove = async () => {
    await webhooks.delete(subscription_id)
    setQuery({ webhook: null, delivery: null })
    onChange()
  }
  return (
    <ConfirmDialog
      title={messages.removeTitle(name)}
      confirm={messages.removeConfirm}
      effects={messages.removeTexts}
      run={remove}
      onClose={onClose}
    />
  )
}
