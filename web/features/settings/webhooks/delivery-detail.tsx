import type { WebhookDelivery, WebhookDeliverySummary } from '@svc/sdk'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { useQuery } from '../../../store/use-query.ts'
import { deliveryTexts as messages } from '../../../messages/webhooks.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { copyToClipboard } from '../../../components/util/clipboard.ts'
import { formatDateTime } from '../../../components/util/dates.ts'
import { runAction } from '../kit/action-problem.tsx'

interface DeliveryDetailProps {
  delivery: WebhookDeliverySummary
  onReplay: () => void
}

/** Response, attempts, headers and payload of a delivery. */
export function DeliveryDetail({ delivery, onReplay }: DeliveryDetailProps) {
  const { subscription_id, delivery_id, event_id, status } = delivery
  const { value, problem, refetch } = useQuery(`delivery ${delivery_id} ${status}`, (svc) =>
    svc.webhooks.delivery(subscription_id, delivery_id),
  )
  if (problem) return <ErrorMessage problem={problem} retry={refetch} />
  if (!value) return <Skeleton rows={4} height={28} />
  const replay = async () => {
    const { webhooks } = createApiClient(getStore().org)
    await runAction(() => webhooks.replay(subscription_id, delivery_id), { text: messages.replayed })
    onReplay()
  }
  const payload = JSON.stringify(value.payload, null, 2)
  return (
    <div class="webhook-delivery-body">
      <div class="settings-row">
        {event_id !== null && (
          <Button icon="redo" small onClick={() => void replay()}>
            {messages.replay}
          </Button>
        )}
        <Button icon="copy" small onClick={() => void copyToClipboard(payload, messages.copied)}>
          {messages.copyPayload}
        </Button>
      </div>
      <Attempts delivery={value} />
      <h3>{messages.response}</h3>
      {value.response_excerpt ? (
        <Code text={value.response_excerpt} label={messages.response} />
      ) : (
        <p class="settings-hint">{messages.emptyResponse}</p>
      )}
      <h3>{messages.payload}</h3>
      <Code text={payload} label={messages.payload} />
      <h3>{messages.headers}</h3>
      <Code text={formatHeaders(value.request_headers)} label={messages.headers} />
    </div>
  )
}

const Attempts = ({ delivery }: { delivery: WebhookDelivery }) => (
  <>
    <h3>{messages.attemptsTitle}</h3>
    <ol>
      {delivery.attempt_log.map(({ attempt, at, status, ms, error }) => (
        <li key={attempt}>
          <span class="settings-part">{formatDateTime(at)}</span>
          <span class="settings-part">{status ?? messages.noResponse}</span>
          {ms !== null && <span class="settings-part">{messages.milliseconds(ms)}</span>}
          {error && <bdi class="settings-part">{error}</bdi>}
        </li>
      ))}
    </ol>
  </>
)

/** Text that scrolls, and can be scrolled by keys. */
const Code = ({ text, label }: { text: string; label: string }) => (
  <pre class="settings-scroll webhook-code" tabIndex={0} role="region" aria-label={label} dir="auto">
    {text}
  </pre>
)

const formatHeaders = (headers: Record<string, unknown>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')
