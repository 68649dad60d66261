import { buildEventBody } from '../events/presenter.ts'
import type { NewDelivery } from './enqueue.ts'
import type { WebhookRow } from './queries.ts'

type TestedWebhook = Pick<WebhookRow, 'org_id' | 'subscription_id' | 'api_version' | 'owner_user_id'>

export function buildTestDelivery(
  { org_id, subscription_id, api_version, owner_user_id }: TestedWebhook,
  { id, now, request_id }: { id: string; now: string; request_id: string | null },
): NewDelivery {
  const event = {
    org_id,
    resource_type: 'webhook',
    resource_id: subscription_id,
    type: 'webhook.test',
    actor_kind: 'system' as const,
    actor_user_id: null,
    actor_username: null,
    request_id,
    created_at: now,
  }
  return {
    org_id,
    delivery_id: id,
    subscription_id,
    event_id: null,
    event_type: event.type,
    message_id: id,
    replay_of: null,
    body: buildEventBody(event, { project_id: null, before: null, after: null }, { id, api_version }),
    made_for: owner_user_id,
    made_for_projects: null,
    project_id: null,
    max_attempts: 1,
    created_at: now,
  }
}
