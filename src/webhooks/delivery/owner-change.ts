import type { ChangeEvent } from '../../core/change-event.ts'
import type { Db } from '../../db/database.ts'
import type { EventPayload } from '../../resources/platform/events/presenter.ts'
import { findAccessFacts } from '../../resources/platform/events/queries.ts'
import { collectRestrictedIds, isOrgAdminRole, selectForWebhook } from '../../resources/platform/events/policy.ts'
import type { ClaimedDelivery } from './queue.ts'

/** Returns the deliveries that were built for a former owner and are of resources that the owner cannot see. */
export async function findUnreadableDeliveries(
  db: Db,
  deliveries: readonly ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  const candidates = deliveries.filter(
    ({ made_for, owner_user_id, owner_role }) => made_for !== owner_user_id && !isOrgAdminRole(owner_role),
  )
  const unreadable: ClaimedDelivery[] = []
  for (const delivery of candidates) if (!(await canOwnerSee(db, delivery))) unreadable.push(delivery)
  return unreadable
}

async function canOwnerSee(db: Db, delivery: ClaimedDelivery): Promise<boolean> {
  const { org_id, owner_user_id: user_id, owner_username: username, owner_role: role, project_ids } = delivery
  const event = toEventWithoutChange(JSON.parse(delivery.body) as EventPayload)
  const getFacts = await findAccessFacts(db, org_id, [user_id], collectRestrictedIds(event))
  // Only service accounts own webhooks without being admins.
  const owner = { org_id, user_id, username, kind: 'service_account', role, project_ids } as const
  return selectForWebhook(owner, event, getFacts(user_id)) !== null
}

const toEventWithoutChange = ({ org_id, type, project_id, data }: EventPayload): ChangeEvent => ({
  org_id,
  type,
  project_id,
  resource_type: data.resource_type,
  resource_id: data.resource_id,
  before: null,
  after: null,
})
