import type { Webhook, WebhookCreated, WebhookUpdate } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { webhookTexts as messages } from '../../../messages/webhooks.ts'
import { getErrorMessage } from '../../../components/error-message.tsx'
import { isFieldError } from '../../../components/form-field.tsx'
import { DialogForm } from '../kit/dialog-form.tsx'
import { TextField } from '../kit/text-field.tsx'
import { useSave } from '../kit/use-save.ts'
import { EventFields } from './event-fields.tsx'

interface WebhookFormProps {
  /** The webhook to edit; creates one, if unset. */
  webhook?: Webhook | undefined
  onCreated: (webhook: WebhookCreated) => void
  onSaved: () => void
  onClose: () => void
}

function useWebhookSave(webhook: Webhook | undefined) {
  const { webhooks } = createApiClient(getStore().org)
  return useSave((webhook ?? {}) as Webhook, {
    read: (row) => webhooks.read(row),
    send: (patch, row) => webhooks.update(row, patch as WebhookUpdate),
  })
}

export function WebhookForm({ webhook, onCreated, onSaved, onClose }: WebhookFormProps) {
  const { url, setUrl, urlError, showInField } = useUrl(webhook?.url)
  const [name, setName] = useState(webhook?.name)
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? [])
  const shownName = name ?? parseHost(url)
  const update = useWebhookSave(webhook)
  const save = async () => {
    const body = { name: shownName.trim(), url: url.trim(), events: [...events] }
    if (webhook) await update(body)
    else return onCreated(await createApiClient(getStore().org).webhooks.create(body))
    onSaved()
    return onClose()
  }
  return (
    <DialogForm
      title={webhook ? messages.editTitle : messages.createTitle}
      submit={webhook ? messages.save : messages.createConfirm}
      wide
      disabled={!url.trim() || !shownName.trim() || events.length === 0}
      run={save}
      showInField={showInField}
      onClose={onClose}
      onDone={() => undefined}
    >
      <TextField
        label={messages.url}
        hint={messages.urlHint}
        error={urlError}
        type="url"
        value={url}
        onChange={setUrl}
        placeholder="https://"
        maxLength={2048}
        autofocus
      />
      <TextField label={messages.name} value={shownName} onChange={setName} maxLength={100} />
      <EventFields events={events} onChange={setEvents} />
    </DialogForm>
  )
}

function useUrl(stored = '') {
  const [url, setUrl] = useState(stored)
  const [urlError, setUrlError] = useState<string>()
  const showInField = (problem: unknown) => {
    const isUrl = isFieldError(problem, 'url')
    setUrlError(isUrl ? getErrorMessage(problem) : undefined)
    return isUrl
  }
  return { url, setUrl, urlError, showInField }
}

/** Returns the host of an address, as the name until another one is typed. */
function parseHost(url: string): string {
  try {
    return new URL(url).host.slice(0, 100)
  } catch {
    return ''
  }
}
