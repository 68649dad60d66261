import type { Database, Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Config } from '../core/config/config.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { newId } from '../core/ids.ts'
import type { EventRow } from '../core/change-event.ts'
import type { Outbox } from '../events/outbox.ts'
import {
  collectResourceIds,
  canReadAllEvents,
  selectForWebhook,
  type EventSubscriber,
} from '../resources/platform/events/policy.ts'
import { matchesEventType } from '../resources/platform/events/catalog.ts'
import { buildEventBody, type EventView } from '../resources/platform/events/presenter.ts'
import { loadReaderAccess, NO_READER_ACCESS, type ReaderAccess } from '../resources/platform/events/queries.ts'
import { isOwnerEligible } from '../resources/platform/webhooks/queries.ts'
import { buildEnqueueStatements, type NewDelivery } from '../resources/platform/webhooks/enqueue.ts'
import type { WebhookKey } from './queue.ts'

interface WebhookSubscriber extends EventSubscriber {
  subscription_id: string
  events: string[]
  api_version: string
}

const findSubscribers = (db: Db, orgIds: readonly string[]) =>
  db.queryByKey(sql<WebhookSubscriber>`
    select s.org_id, s.subscription_id, s.events, s.project_ids, s.api_version, s.owner_user_id as user_id,
      m.username, m.kind, m.role
    from webhook_subscriptions s
    join organization_members m on m.org_id = s.org_id and m.user_id = s.owner_user_id and ${isOwnerEligible}
    where ${sql.orgIn('s.org_id', orgIds)} and s.status = 'active' and s.deleted_at is null`)

interface OutboxSubscribers {
  orgIds: readonly string[]
  subscribers: WebhookSubscriber[]
}

const findInOrgs = (db: Db, orgIds: readonly string[]): Promise<WebhookSubscriber[]> =>
  orgIds.length > 0 ? findSubscribers(db, orgIds) : Promise.resolve([])

/**
 * Creates the outbox that queues a delivery per event and active webhook that subscribes to it and whose owner can read
 * it. Calls `onQueued` after commit.
 */
export function createWebhookOutbox(
  { webhookRetryDelays }: Pick<Config, 'webhookRetryDelays'>,
  { sharded }: Pick<Database, 'sharded'>,
  clock: Dependencies['clock'],
  onQueued: (keys: WebhookKey[]) => void,
): Outbox<OutboxSubscribers> {
  const max_attempts = webhookRetryDelays.length + 1
  return {
    findSubscribers: async (db, orgIds) => ({ orgIds, subscribers: await findInOrgs(db, orgIds) }),
    async enqueueDeliveries(trx, { orgIds, subscribers }, events) {
      // A user may have joined an organization in this request, which the lookup did not cover.
      const otherOrgIds = new Set(events.map((event) => event.org_id).filter((id) => !orgIds.includes(id)))
      const joined = await findInOrgs(trx, [...otherOrgIds])
      const deliveries = await buildDeliveries(trx, [...subscribers, ...joined], events)
      if (deliveries.length === 0) return []
      trx.afterCommit(() => onQueued(deliveries))
      const due_at = new Date(clock()).toISOString()
      const queued = deliveries.map((delivery) => ({ ...delivery, max_attempts, due_at }))
      return buildEnqueueStatements(queued, sharded)
    },
  }
}

type Match = [WebhookSubscriber, EventRow]

async function buildDeliveries(db: Db, subscribers: WebhookSubscriber[], events: readonly EventRow[]) {
  const matches: Match[] = subscribers.flatMap((subscriber) =>
    events
      .filter((event) => event.org_id === subscriber.org_id && matchesEventType(subscriber.events, event.type))
      .map((event): Match => [subscriber, event]),
  )
  if (matches.length === 0) return []
  const getAccess = await loadAccess(db, matches)
  return matches.flatMap(([subscriber, event]) => {
    const view = selectForWebhook(subscriber, event, getAccess(subscriber))
    return view ? [buildDelivery(subscriber, event, view)] : []
  })
}

/** Loads the access of owners who cannot read everything, one organization at a time. */
async function loadAccess(db: Db, matches: Match[]): Promise<(subscriber: WebhookSubscriber) => ReaderAccess> {
  const limited = matches.filter(([subscriber]) => !canReadAllEvents(subscriber))
  const accessByOrg = new Map<string, (userId: string) => ReaderAccess>()
  for (const orgId of new Set(limited.map(([{ org_id }]) => org_id))) {
    const orgMatches = limited.filter(([{ org_id }]) => org_id === orgId)
    const userIds = [...new Set(orgMatches.map(([{ user_id }]) => user_id))]
    const ids = [...new Set(orgMatches.flatMap(([, event]) => collectResourceIds(event)))]
    accessByOrg.set(orgId, await loadReaderAccess(db, orgId, userIds, ids))
  }
  return (subscriber) => accessByOrg.get(subscriber.org_id)?.(subscriber.user_id) ?? NO_READER_ACCESS
}

function buildDelivery(
  subscriber: WebhookSubscriber,
  event: EventRow,
  view: EventView,
): Omit<NewDelivery, 'max_attempts'> {
  const { org_id, subscription_id, api_version, user_id, project_ids } = subscriber
  const id = newId('WD', Date.parse(event.created_at))
  return {
    org_id,
    delivery_id: id,
    subscription_id,
    event_id: event.event_id,
    event_type: event.type,
    message_id: id,
    replay_of: null,
    body: buildEventBody(event, view, { id, api_version }),
    made_for: user_id,
    made_for_projects: project_ids,
    project_id: view.project_id,
    created_at: event.created_at,
  }
}
