import type { WebhookDeliveryStatus, WebhookDeliverySummary } from '@svc/sdk'
import { webhookDeliveryStatusValues } from '@svc/sdk/enums'
import { useEffect, useState } from 'preact/hooks'
import { currentLocation, setQuery } from '../../../location.ts'
import { deliveryStatusNames, deliveryTexts as messages } from '../../../messages/webhooks.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { Moment } from '../kit/moment.tsx'
import { usePolling } from '../kit/use-polling.ts'
import { DeliveryDetail } from './delivery-detail.tsx'

interface DeliveryListProps {
  webhookId: string
  /** Changes when deliveries may have been added. */
  revision: number
  /** Called after deliveries were read of which none is about to be sent, since the health may have changed with them. */
  onSettled: () => void
}

/** Excludes older deliveries, which a paused webhook holds back. */
const MAX_QUEUED_MS = 30_000

const isAboutToBeSent = ({ status, created_at }: WebhookDeliverySummary): boolean =>
  (status === 'pending' || status === 'in_flight') && Date.now() - Date.parse(created_at ?? '') < MAX_QUEUED_MS

export function DeliveryList({ webhookId, revision, onSettled }: DeliveryListProps) {
  const [status, setStatus] = useState<WebhookDeliveryStatus>()
  const { value, problem, refetch } = usePolling(
    `deliveries ${webhookId} ${status} ${revision}`,
    (svc) => svc.webhooks.deliveries(webhookId, { limit: 100, ...(status && { status }) }),
    ({ data }) => !data.some(isAboutToBeSent),
  )
  useEffect(() => {
    if (value && !value.data.some(isAboutToBeSent)) onSettled()
  }, [value])
  return (
    <section class="settings-section">
      <div class="settings-head">
        <h2>{messages.title}</h2>
        <StatusFilter status={status} onStatus={setStatus} />
        <Button icon="refresh" title={messages.refresh} onClick={refetch} />
      </div>
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !value && <Skeleton rows={6} height={44} />}
      {value?.data.length === 0 && <p class="settings-hint">{status ? messages.noneMatch : messages.none}</p>}
      {value && value.data.length > 0 && (
        <ul class="settings-list">
          {value.data.map((delivery) => (
            <DeliveryRow key={delivery.delivery_id} delivery={delivery} onReplay={refetch} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface StatusFilterProps {
  status: WebhookDeliveryStatus | undefined
  onStatus: (status: WebhookDeliveryStatus | undefined) => void
}

const StatusFilter = ({ status, onStatus }: StatusFilterProps) => (
  <select
    class="input"
    aria-label={messages.filter}
    value={status ?? ''}
    onChange={({ currentTarget }) => onStatus((currentTarget.value as WebhookDeliveryStatus) || undefined)}
  >
    <option value="">{messages.all}</option>
    {webhookDeliveryStatusValues.map((one) => (
      <option key={one} value={one}>
        {deliveryStatusNames[one]}
      </option>
    ))}
  </select>
)

const statusClasses: Partial<Record<WebhookDeliveryStatus, string>> = {
  succeeded: 'settings-good',
  failed: 'settings-bad',
  dead: 'settings-bad',
}

function DeliveryRow({ delivery, onReplay }: { delivery: WebhookDeliverySummary; onReplay: () => void }) {
  const { delivery_id, event_id, event_type, status, created_at, response_status, response_ms } = delivery
  const isOpen = currentLocation.value.query.get('delivery') === delivery_id
  const toggle = () => setQuery({ delivery: isOpen ? null : delivery_id }, { replace: true })
  return (
    <li class="webhook-delivery">
      <button type="button" class="webhook-delivery-head" aria-expanded={isOpen} onClick={toggle}>
        <span class={statusClasses[status]}>{deliveryStatusNames[status]}</span>
        <code>{event_type}</code>
        {event_id === null && <span class="settings-badge">{messages.isTest}</span>}
        {delivery.replay_of && <span class="settings-badge">{messages.isReplay}</span>}
        <span class="settings-small">
          {(delivery.attempt > 0 || delivery.error) && (
            <span class="settings-part">{response_status ?? delivery.error ?? messages.noResponse}</span>
          )}
          {response_ms !== null && <span class="settings-part">{messages.milliseconds(response_ms)}</span>}
          <span class="settings-part">{messages.attempts(delivery.attempt, delivery.max_attempts)}</span>
          {delivery.next_attempt_at && (
            <span class="settings-part">
              <Moment label={messages.next} at={delivery.next_attempt_at} />
            </span>
          )}
        </span>
        {created_at && (
          <span class="settings-small">
            <RelativeTime at={created_at} />
          </span>
        )}
      </button>
      {isOpen && <DeliveryDetail delivery={delivery} onReplay={onReplay} />}
    </li>
  )
}
