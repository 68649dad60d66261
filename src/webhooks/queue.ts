import { forEachOrg } from '../db/citus/per-org.ts'
import type { Database, Db } from '../db/database.ts'
import { sql, type Sql, orgEquals } from '../db/sql.ts'
import type { CallerPrincipal, OrgRole } from '../core/caller.ts'
import { isOwnerEligible } from '../resources/platform/webhooks/queries.ts'
import type { EncryptedSecrets } from '../resources/platform/webhooks/secrets.ts'

export interface WebhookKey {
  org_id: string
  subscription_id: string
}

export const formatWebhookKey = ({ org_id, subscription_id }: WebhookKey): string => `${org_id} ${subscription_id}`

/** A webhook with due work: send deliveries, disable it (no eligible owner), or drop its queue (deleted). */
export interface DueWebhook extends WebhookKey {
  action: 'send' | 'disable' | 'drop'
}

/** Condition on webhook `s`: it is not backing off and, if it is failing, has no delivery in flight. */
const isAvailable = (now: string): Sql =>
  sql`(s.rests_until is null or s.rests_until <= ${now}) and (s.probed_until is null or s.probed_until <= ${now})`

export const isSameWebhook = (a: string, b: string): Sql =>
  sql.raw(`${a}.org_id = ${b}.org_id and ${a}.subscription_id = ${b}.subscription_id`)

/**
 * Lists webhooks with due work by skipping from webhook to webhook through the queue key, independent of queue lengths.
 * `limit 1` makes the planner use an index even while a table is small. `orgId` restricts it to one organization.
 */
export const listDueWebhooks = (db: Db, now: string, orgId?: string) =>
  db.query(sql<DueWebhook>`
    with recursive queued as (
      (select q.org_id, q.subscription_id, q.due_at from webhook_queue q where ${orgEquals('q.org_id', orgId)}
        order by q.org_id, q.subscription_id, q.due_at limit 1)
      union all
      select next.* from queued w cross join lateral (
        select q.org_id, q.subscription_id, q.due_at from webhook_queue q
        where (q.org_id, q.subscription_id) > (w.org_id, w.subscription_id) and ${orgEquals('q.org_id', orgId)}
        order by q.org_id, q.subscription_id, q.due_at limit 1) next)
    select w.org_id, w.subscription_id,
      case when s.deleted_at is not null or o.deleted_at is not null then 'drop'
        when not ${isOwnerEligible} then 'disable' else 'send' end as action
    from queued w
    cross join lateral (select * from webhook_subscriptions s
      where ${isSameWebhook('s', 'w')} and ${orgEquals('s.org_id', orgId)} limit 1) s
    join organizations o on o.org_id = w.org_id
    join organization_members m on m.org_id = s.org_id and m.user_id = s.owner_user_id
    where ${orgEquals('o.org_id', orgId)} and ${orgEquals('m.org_id', orgId)}
      and w.due_at <= ${now} and (s.deleted_at is not null or o.deleted_at is not null
      or s.status = 'active' and ${isAvailable(now)})`)

export interface ClaimedDelivery extends WebhookKey, EncryptedSecrets {
  delivery_id: string
  due_at: string
  leased_until: string
  event_id: string
  event_type: string
  message_id: string
  body: string
  /** Owner for whom the body was built, and the projects to which the webhook was limited then. */
  made_for: string
  made_for_projects: string[] | null
  project_id: string | null
  attempt: number
  max_attempts: number
  counted_run: number | null
  url: string
  owner_user_id: string
  owner_username: string
  owner_kind: CallerPrincipal['kind']
  owner_role: OrgRole
  project_ids: string[] | null
  health: EndpointHealth
  /** Deliveries that the endpoint could receive when this one was claimed, including this one. */
  free_capacity: number
}

/** An endpoint is healthy if its last delivery succeeded; a new one counts as failing until its first success. */
export type EndpointHealth = 'healthy' | 'failing'

export interface ClaimCapacity extends Record<EndpointHealth, number> {
  perEndpoint: number
}

interface ClaimScope {
  now: string
  orgId: string | undefined
}

export const isSameQueueEntry = (a: string, b: string): Sql =>
  sql.raw(`${a}.org_id = ${b}.org_id and ${a}.subscription_id = ${b}.subscription_id
    and ${a}.due_at = ${b}.due_at and ${a}.delivery_id = ${b}.delivery_id`)

/** Selects the requested webhooks of a health that are not backing off or leased, with the number of deliveries that they can be sent. */
const selectAvailable = (health: EndpointHealth, maxInFlight: Sql, { now, orgId }: ClaimScope): Sql => sql`
  select s.org_id, s.subscription_id, s.url, s.secret, s.previous_secret, s.previous_secret_expires_at,
    s.owner_user_id, m.username as owner_username, m.kind as owner_kind, m.role as owner_role, s.project_ids,
    ${health} as health, greatest(0, ${maxInFlight} - w.in_flight) as free_capacity
  from requested w join webhook_subscriptions s on ${isSameWebhook('s', 'w')}
  join organizations o on o.org_id = s.org_id and o.deleted_at is null
  join organization_members m on m.org_id = s.org_id and m.user_id = s.owner_user_id and ${isOwnerEligible}
  where ${orgEquals('s.org_id', orgId)} and s.status = 'active' and s.deleted_at is null and ${isAvailable(now)}
    and ${health === 'healthy' ? sql`s.successes > 0` : sql`s.successes = 0`}`

const selectDue = (health: EndpointHealth, maximum: number, { now, orgId }: ClaimScope): Sql => sql`
  select next_due.* from ready r cross join lateral (
    select q.org_id, q.subscription_id, q.due_at, q.delivery_id from webhook_queue q
    where ${orgEquals('q.org_id', orgId)}
      and ${isSameWebhook('q', 'r')} and q.due_at <= ${now} and (q.leased_until is null or q.leased_until <= ${now})
    order by q.due_at, q.delivery_id limit r.free_capacity for update skip locked) next_due
  where r.health = ${health} limit ${Math.max(0, maximum)}`

const selectClaimable = (scope: ClaimScope, { healthy, failing, perEndpoint }: ClaimCapacity): Sql => sql`
  failing as (${selectAvailable('failing', sql`1`, scope)} for no key update of s skip locked),
  ready as (select * from failing
    union all ${selectAvailable('healthy', sql`least(${perEndpoint}::integer, 1 + s.successes)`, scope)}),
  due as ((${selectDue('healthy', healthy, scope)}) union all (${selectDue('failing', failing, scope)}))`

type ClaimRequest = WebhookKey & { in_flight: number }

export interface Lease {
  worker: string
  now: string
  until: string
}

const buildClaim = (
  requested: readonly ClaimRequest[],
  { worker, now, until }: Lease,
  capacity: ClaimCapacity,
  orgId?: string,
): Sql<ClaimedDelivery> => sql<ClaimedDelivery>`
  with requested as (
    select * from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb)
      as w(org_id uuid, subscription_id text, in_flight integer)),
  ${selectClaimable({ now, orgId }, capacity)},
  leased as (
    update webhook_queue q set leased_until = ${until}, worker = ${worker} from due
    where ${orgEquals('q.org_id', orgId)} and ${isSameQueueEntry('q', 'due')}
    returning q.org_id, q.subscription_id, q.due_at, q.delivery_id, q.leased_until),
  leased_endpoints as (
    update webhook_subscriptions s set probed_until = ${until} from failing f
    where ${orgEquals('s.org_id', orgId)} and ${isSameWebhook('s', 'f')}
      and exists (select 1 from due where ${isSameWebhook('due', 'f')}))
  select l.*, d.event_id, d.event_type, d.message_id, d.body, d.made_for, d.made_for_projects, d.project_id, d.attempt, d.max_attempts,
    d.counted_run, r.url, r.secret, r.previous_secret, r.previous_secret_expires_at, r.owner_user_id, r.owner_username, r.owner_kind, r.owner_role, r.project_ids, r.health, r.free_capacity
  from leased l join ready r on ${isSameWebhook('r', 'l')} cross join lateral (
    select * from webhook_deliveries d where ${orgEquals('d.org_id', orgId)} and d.org_id = l.org_id
      and d.delivery_id = l.delivery_id limit 1) d`

/**
 * Claims due deliveries until the lease ends, skipping rows locked by other workers. Each success allows a healthy
 * endpoint one more concurrent delivery; the row of a healthy webhook is not locked, so that recording results does not
 * wait. That of a failing one is locked; it receives one delivery at a time.
 */
export function claimDeliveries(
  { db, sharded }: Database,
  requested: readonly ClaimRequest[],
  lease: Lease,
  capacity: ClaimCapacity,
): Promise<readonly ClaimedDelivery[]> {
  const remaining = { ...capacity }
  return forEachOrg(sharded, requested, async (batch, orgId) => {
    const claimed = await db.query(buildClaim(batch, lease, remaining, orgId))
    for (const { health } of claimed) remaining[health]--
    return claimed
  })
}

export const toQueueKey = ({ org_id, subscription_id, due_at, delivery_id }: ClaimedDelivery) => ({
  org_id,
  subscription_id,
  due_at,
  delivery_id,
})

/**
 * Returns the end of the lease of the endpoint that a delivery holds (`probed_until`): a failing endpoint receives one at
 * a time. Identifies the lease, since a reset of the health ends it and another delivery may then take one.
 */
export const findEndpointLease = ({ health, leased_until }: ClaimedDelivery): string | null =>
  health === 'failing' ? leased_until : null

const toClaimedRow = (delivery: ClaimedDelivery) => ({
  ...toQueueKey(delivery),
  endpoint_lease: findEndpointLease(delivery),
})

const buildClaimedRows = (deliveries: readonly ClaimedDelivery[]): Sql => sql`
  claimed as (
    select * from jsonb_to_recordset(${JSON.stringify(deliveries.map(toClaimedRow))}::jsonb)
      as u(org_id uuid, subscription_id text, due_at timestamptz, delivery_id text, endpoint_lease timestamptz))`

/** Releases claimed deliveries whose attempt has not ended, so that another worker can claim them immediately. */
export const releaseDeliveries = ({ db, sharded }: Database, deliveries: readonly ClaimedDelivery[], worker: string) =>
  forEachOrg(sharded, deliveries, (batch, orgId) =>
    db.query(sql`
      with ${buildClaimedRows(batch)},
      released as (
        update webhook_queue q set leased_until = null, worker = null from claimed u
        where ${orgEquals('q.org_id', orgId)} and ${isSameQueueEntry('q', 'u')} and q.worker = ${worker}
        returning q.org_id, q.subscription_id, u.endpoint_lease)
      update webhook_subscriptions s set probed_until = null from released r
      where ${orgEquals('s.org_id', orgId)} and ${isSameWebhook('s', 'r')} and s.probed_until = r.endpoint_lease`),
  )

/** Ends claimed deliveries that must not be sent, with an error that the log shows. */
export const discardDeliveries = (
  { db, sharded }: Database,
  deliveries: readonly ClaimedDelivery[],
  { worker, now, error }: Pick<Lease, 'worker' | 'now'> & { error: string },
): Promise<unknown> =>
  forEachOrg(sharded, deliveries, (batch, orgId) =>
    db.query(sql`
      with ${buildClaimedRows(batch)},
      removed as (
        delete from webhook_queue q using claimed u
        where ${orgEquals('q.org_id', orgId)} and ${isSameQueueEntry('q', 'u')} and q.worker = ${worker}
        returning q.org_id, q.subscription_id, q.delivery_id, u.endpoint_lease),
      ended as (
        update webhook_deliveries d set status = 'dead', next_attempt_at = null, finished_at = ${now}, error = ${error}
        from removed where ${orgEquals('d.org_id', orgId)} and d.org_id = removed.org_id
          and d.delivery_id = removed.delivery_id)
      update webhook_subscriptions s set probed_until = null from removed
      where ${orgEquals('s.org_id', orgId)} and ${isSameWebhook('s', 'removed')}
        and s.probed_until = removed.endpoint_lease`),
  )

/** Releases all leases. Only safe while no other worker runs. */
export const releaseAllLeases = (db: Db): Promise<unknown> =>
  db.query(sql`
    with released as (update webhook_queue set leased_until = null, worker = null where leased_until is not null)
    update webhook_subscriptions set probed_until = null where probed_until is not null`)

export const selectQueuedDeliveryCounts = (now: string): Sql<Record<string, number>> => sql`
    select count(*) filter (where q.leased_until > ${now})::integer as in_flight,
      count(*) filter (where s.status <> 'active')::integer as held,
      count(*) filter (where s.status = 'active' and q.due_at <= ${now}
        and (q.leased_until is null or q.leased_until <= ${now}))::integer as due,
      count(*) filter (where s.status = 'active' and q.due_at > ${now})::integer as retry
    from webhook_queue q
    join webhook_subscriptions s on s.org_id = q.org_id and s.subscription_id = q.subscription_id`

export const countQueuedDeliveries = async (db: Db, now: string) =>
  (await db.queryRow(selectQueuedDeliveryCounts(now)))!
