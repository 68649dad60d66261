import type { Dependencies } from '../core/dependencies.ts'
import type { ChangeEvent } from '../core/change-event.ts'
import { toProblem } from '../http/error-handler.ts'
import { groupByOrg } from '../db/citus/per-org.ts'
import type { Db } from '../db/database.ts'
import { loadReaderAccess, listEventsById } from '../resources/platform/events/queries.ts'
import { removeEventChange, type EventView } from '../resources/platform/events/presenter.ts'
import {
  collectResourceIds,
  isOrgAdminRole,
  selectForWebhook,
  type EventSubscriber,
} from '../resources/platform/events/policy.ts'
import type { ClaimedDelivery } from './queue.ts'

interface CheckedDeliveries {
  readable: ClaimedDelivery[]
  unreadable: ClaimedDelivery[]
  /** Not checked because of an error of this server. */
  failed: ClaimedDelivery[]
}

/**
 * Separates the deliveries that were built for a former owner and whose event the present owner cannot read. The others
 * lose their change, unless the present owner is an admin. If the database is unavailable, they are retried after their
 * lease.
 */
export async function checkOwnerChanges(
  { database, log }: Pick<Dependencies, 'database' | 'log'>,
  deliveries: readonly ClaimedDelivery[],
): Promise<CheckedDeliveries> {
  const checked: CheckedDeliveries = { readable: [], unreadable: [], failed: [] }
  const candidates = deliveries.filter(({ made_for, owner_user_id }) => made_for !== owner_user_id)
  const findView = candidates.length > 0 ? await loadViews(database.db, candidates) : () => null
  for (const delivery of deliveries) {
    if (!candidates.includes(delivery)) {
      checked.readable.push(delivery)
      continue
    }
    try {
      const view = findView(delivery)
      if (view) checked.readable.push(adaptToOwner(delivery, view))
      else checked.unreadable.push(delivery)
    } catch (error) {
      // One event must not prevent the other deliveries.
      log('error', 'delivery not checked', { delivery_id: delivery.delivery_id, error: String(error) })
      if (toProblem(error).status !== 503) checked.failed.push(delivery)
    }
  }
  return checked
}

/** Returns what the present owner can read of the event of a delivery; null for nothing. */
type FindView = (delivery: ClaimedDelivery) => EventView | null

async function loadViews(db: Db, deliveries: readonly ClaimedDelivery[]): Promise<FindView> {
  const views = new Map<string, FindView>()
  for (const [orgId, ofOrg] of groupByOrg(deliveries)) {
    // One organization must not prevent the deliveries of others.
    const findView = await loadOrgViews(db, orgId, ofOrg).catch((error: unknown) => () => {
      throw error
    })
    views.set(orgId, findView)
  }
  return (delivery) => views.get(delivery.org_id)!(delivery)
}

async function loadOrgViews(db: Db, orgId: string, deliveries: readonly ClaimedDelivery[]): Promise<FindView> {
  const stored = await listEventsById(db, orgId, [...new Set(deliveries.map(({ event_id }) => event_id))])
  const events = new Map<string, ChangeEvent>(stored.map((event) => [event.event_id, event]))
  const ids = [...new Set(stored.flatMap(collectResourceIds))]
  const userIds = [...new Set(deliveries.map(({ owner_user_id }) => owner_user_id))]
  const getAccess = await loadReaderAccess(db, orgId, userIds, ids)
  return (delivery) => {
    const event = events.get(delivery.event_id)
    return event ? selectForWebhook(toSubscriber(delivery), event, getAccess(delivery.owner_user_id)) : null
  }
}

const adaptToOwner = (delivery: ClaimedDelivery, view: EventView): ClaimedDelivery =>
  isOrgAdminRole(delivery.owner_role) ? delivery : { ...delivery, body: removeEventChange(delivery.body, view) }

const toSubscriber = (delivery: ClaimedDelivery): EventSubscriber => ({
  org_id: delivery.org_id,
  user_id: delivery.owner_user_id,
  username: delivery.owner_username,
  kind: delivery.owner_kind,
  role: delivery.owner_role,
  project_ids: delivery.project_ids,
})
