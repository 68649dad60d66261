import type { Webhook, WebhookCreated } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { currentLocation, setQuery } from '../../location.ts'
import { useQuery } from '../../store/use-query.ts'
import { webhookTexts as messages } from '../../messages/webhooks.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Moment } from './kit/moment.tsx'
import { SecretDialog } from './kit/secret-dialog.tsx'
import { ItemMenu, SettingsItem } from './kit/settings-item.tsx'
import { DeliveryList } from './webhooks/delivery-list.tsx'
import {
  listWebhookItems,
  setWebhookStatus,
  testWebhook,
  WebhookDialog,
  type WebhookDialogState,
  type WebhookRowProps,
} from './webhooks/webhook-actions.tsx'
import { getTestState, WebhookHealth } from './webhooks/webhook-health.tsx'
import './webhooks/webhooks.css'

export function WebhooksPage() {
  const [dialog, setDialog] = useState<WebhookDialogState>()
  const [created, setCreated] = useState<WebhookCreated>()
  const [revision, setRevision] = useState(0)
  const { value, problem, refetch } = useQuery('webhooks', (svc) => svc.webhooks.list({ limit: 200 }))
  if (problem) return <ErrorMessage problem={problem} retry={refetch} />
  if (!value) return <Skeleton rows={6} height={52} />
  const id = currentLocation.value.query.get('webhook')
  const opened = value.data.find(({ subscription_id }) => subscription_id === id)
  const onChange = () => {
    refetch()
    setRevision(revision + 1)
  }
  const actions = { openDialog: setDialog, onChange }
  const showSecret = (webhook: WebhookCreated) => {
    setDialog(undefined)
    setCreated(webhook)
    refetch()
  }
  return (
    <>
      {id === null ? (
        <WebhookList webhooks={value.data} {...actions} />
      ) : (
        <WebhookDetail webhook={opened} {...actions} onSettled={refetch} revision={revision} />
      )}
      {dialog && (
        <WebhookDialog {...dialog} onChange={onChange} onCreated={showSecret} onClose={() => setDialog(undefined)} />
      )}
      {created && <NewSecret webhook={created} onClose={() => setCreated(undefined)} />}
    </>
  )
}

const NewSecret = ({ webhook, onClose }: { webhook: WebhookCreated; onClose: () => void }) => (
  <SecretDialog
    title={messages.secretTitle(webhook.name)}
    label={messages.secretLabel}
    hint={messages.secretHint}
    secret={webhook.secret}
    onClose={onClose}
  />
)

type WebhookActions = Omit<WebhookRowProps, 'webhook'>

const WebhookList = ({ webhooks, ...actions }: WebhookActions & { webhooks: readonly Webhook[] }) => (
  <section class="settings-section">
    <div class="settings-head">
      <p class="settings-hint">{messages.intro}</p>
      <Button kind="main" icon="plus" onClick={() => actions.openDialog({ what: 'create' })}>
        {messages.create}
      </Button>
    </div>
    {webhooks.length === 0 ? (
      <p class="settings-hint">{messages.none}</p>
    ) : (
      <ul class="settings-list">
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.subscription_id} webhook={webhook} {...actions} />
        ))}
      </ul>
    )}
  </section>
)

function WebhookRow(props: WebhookRowProps) {
  const { webhook } = props
  const { subscription_id, name, url, events, last_delivery_at } = webhook
  return (
    <SettingsItem
      title={name}
      onOpen={() => setQuery({ webhook: subscription_id })}
      isOff={webhook.status !== 'active'}
      facts={[
        url,
        events.length === 1 ? <code key="event">{events[0]}</code> : messages.events(events.length),
        last_delivery_at && <Moment key="last" label={messages.lastDelivery} at={last_delivery_at} />,
      ]}
    >
      <WebhookHealth webhook={webhook} />
      <ItemMenu name={name} items={listWebhookItems(props)} />
    </SettingsItem>
  )
}

function WebhookDetail({
  webhook,
  revision,
  onSettled,
  ...actions
}: WebhookActions & { webhook: Webhook | undefined; revision: number; onSettled: () => void }) {
  const goBack = () => setQuery({ webhook: null, delivery: null })
  if (!webhook) return <EmptyState text={messages.unknownWebhook} action={{ label: messages.back, run: goBack }} />
  return (
    <>
      <section class="settings-section">
        <div class="settings-row">
          <Button kind="quiet" icon="arrow-left" onClick={goBack}>
            {messages.back}
          </Button>
        </div>
        <WebhookSummary webhook={webhook} {...actions} />
      </section>
      <DeliveryList webhookId={webhook.subscription_id} revision={revision} onSettled={onSettled} />
    </>
  )
}

function WebhookSummary(props: WebhookRowProps) {
  const { webhook } = props
  const isTesting = getTestState(webhook.subscription_id) === 'pending'
  return (
    <>
      <div class="settings-head">
        <h2 dir="auto">{webhook.name}</h2>
        <WebhookHealth webhook={webhook} />
      </div>
      <WebhookFacts {...webhook} />
      <div class="settings-row">
        <Button kind="main" icon="send" disabled={isTesting} onClick={() => void testWebhook(props)}>
          {isTesting ? messages.testing : messages.test}
        </Button>
        <Button onClick={() => props.openDialog({ what: 'edit', webhook })}>{messages.edit}</Button>
        <Button onClick={() => void setWebhookStatus(props)}>
          {webhook.status === 'active' ? messages.pause : messages.resume}
        </Button>
        <ItemMenu name={webhook.name} items={listWebhookItems(props)} />
      </div>
    </>
  )
}

const WebhookFacts = ({ url, secret_prefix, previous_secret_expires_at, events }: Webhook) => (
  <>
    <p class="settings-small">
      <bdi class="settings-part">{url}</bdi>
      <span class="settings-part">
        {messages.secret} <code>{secret_prefix}…</code>
      </span>
      {previous_secret_expires_at && (
        <span class="settings-part">
          <Moment label={messages.oldSecret} at={previous_secret_expires_at} />
        </span>
      )}
    </p>
    <div class="settings-row">
      {events.map((type) => (
        <code key={type} class="settings-badge">
          {type}
        </code>
      ))}
    </div>
  </>
)
