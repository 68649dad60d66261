import { inTurn } from '../../../db/by-organization.ts'
import type { Database, Db } from '../../../db/database.ts'
import type { Part } from '../../../db/parts.ts'
import { sql, type Sql } from '../../../db/sql.ts'
import type { OrgRole } from '../../../kernel/caller.ts'
import { listed, ofOrganization } from '../../../kernel/sql.ts'
import { mayOwn } from '../rows.ts'
import type { SealedSecrets } from '../secrets.ts'

/** A delivery that is about to be queued. */
export interface NewDelivery {
  org_id: string
  delivery_id: string
  subscription_id: string
  event_id: string | null
  event_type: string
  message_id: string
  replay_of: string | null
  body: string
  made_for: string
  project_id: string | null
  max_attempts: number
  created_at: string
}

const typed = `org_id uuid, delivery_id text, subscription_id text, event_id text, event_type text, message_id text,
  replay_of text, body text, made_for uuid, project_id text, max_attempts integer, created_at timestamptz`
const columns = sql.raw(typed)
const columnNames = typed.split(',').map((column) => column.trim().split(' ')[0]) as (keyof NewDelivery)[]
const names = sql.raw(columnNames.join(', '))

/** The same columns of all of these as rows of values, which are written on the organization's own server alone. */
const rowsOf = (deliveries: readonly NewDelivery[], wanted: readonly (keyof NewDelivery)[]): Sql =>
  listed(deliveries.map((delivery) => sql`(${listed(wanted.map((name) => sql`${delivery[name]}`))})`))

/** What writes deliveries into the log and the queue. They are due at once. `sharded`: see `Database`. */
export const queueing = (deliveries: readonly NewDelivery[], sharded: boolean): [Part, Part] => [
  {
    name: 'logged',
    change: sql`insert into webhook_deliveries (${names}, next_attempt_at) ${
      sharded
        ? sql`values ${rowsOf(deliveries, [...columnNames, 'created_at'])}`
        : sql`select ${names}, created_at
            from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as delivery(${columns})
            returning org_id, subscription_id, created_at, delivery_id`
    }`,
  },
  {
    name: 'queued',
    change: sql`insert into webhook_queue (org_id, subscription_id, due_at, delivery_id) ${
      sharded
        ? sql`values ${rowsOf(deliveries, ['org_id', 'subscription_id', 'created_at', 'delivery_id'])}`
        : sql`select org_id, subscription_id, created_at, delivery_id from logged`
    }`,
  },
]

/** A webhook by its key. */
export interface WebhookKey {
  org_id: string
  subscription_id: string
}

/** The key of a webhook as one text, for maps. */
export const nameOf = ({ org_id, subscription_id }: WebhookKey): string => `${org_id} ${subscription_id}`

/** A webhook with something due, and what is to be done: send it, disable what lost its owner, drop what was deleted. */
export interface Due extends WebhookKey {
  todo: 'send' | 'disable' | 'drop'
}

/** The condition that the endpoint `s` may be given something. */
const isFree = (now: string): Sql =>
  sql`(s.rests_until is null or s.rests_until <= ${now}) and (s.probed_until is null or s.probed_until <= ${now})`

/** The condition that two rows, named by their aliases, are of one webhook. */
export const sameWebhook = (a: string, b: string): Sql =>
  sql.raw(`${a}.org_id = ${b}.org_id and ${a}.subscription_id = ${b}.subscription_id`)

/**
 * The webhooks that something is to be done for now. The search goes from webhook to webhook through the queue's key:
 * what one of them has waiting is one step, however much it is. A row looked up under `limit 1`, here and below, is found
 * by its key, even while the planner takes a young table for a small one. With an organization it is of that alone.
 */
export const findDue = (db: Db, now: string, orgId?: string): Promise<Due[]> =>
  db.query(sql<Due>`
    with recursive waiting as (
      (select q.org_id, q.subscription_id, q.due_at from webhook_queue q where ${ofOrganization('q.org_id', orgId)}
        order by q.org_id, q.subscription_id, q.due_at limit 1)
      union all
      select next.* from waiting w cross join lateral (
        select q.org_id, q.subscription_id, q.due_at from webhook_queue q
        where (q.org_id, q.subscription_id) > (w.org_id, w.subscription_id) and ${ofOrganization('q.org_id', orgId)}
        order by q.org_id, q.subscription_id, q.due_at limit 1) next)
    select w.org_id, w.subscription_id,
      case when s.deleted_at is not null or o.deleted_at is not null then 'drop'
        when not ${mayOwn} then 'disable' else 'send' end as todo
    from waiting w
    cross join lateral (select * from webhook_subscriptions s
      where ${sameWebhook('s', 'w')} and ${ofOrganization('s.org_id', orgId)} limit 1) s
    join organizations o on o.org_id = w.org_id
    join organization_members m on m.org_id = s.org_id and m.user_id = s.owner_user_id
    where ${ofOrganization('o.org_id', orgId)} and ${ofOrganization('m.org_id', orgId)}
      and w.due_at <= ${now} and (s.deleted_at is not null or o.deleted_at is not null
      or s.status = 'active' and ${isFree(now)})`)

/** A delivery that a worker has taken, with all that sending it needs. */
export interface Claimed extends WebhookKey, SealedSecrets {
  delivery_id: string
  due_at: string
  event_type: string
  message_id: string
  body: string
  made_for: string
  project_id: string | null
  attempt: number
  counted_run: number | null
  url: string
  owner_user_id: string
  owner_role: OrgRole
  project_ids: string[] | null
  standing: Standing
  /** How many this webhook could have been given at this claim. */
  room: number
}

/** What is known of an endpoint: it took its last delivery well, it did not, or nothing yet. */
export type Standing = 'steady' | 'failing' | 'unknown'

/** How many deliveries a worker may take: to one endpoint at a time, and to all endpoints of a standing. */
export interface Room extends Record<Standing, number> {
  perEndpoint: number
}

/** When something is claimed, and of which organization where the tables are spread. */
interface Claiming {
  now: string
  orgId: string | undefined
}

/** The condition that two rows, named by their aliases, are of one entry of the queue. */
export const sameEntry = (a: string, b: string): Sql =>
  sql.raw(`${a}.org_id = ${b}.org_id and ${a}.subscription_id = ${b}.subscription_id
    and ${a}.due_at = ${b}.due_at and ${a}.delivery_id = ${b}.delivery_id`)

/** The webhooks among the wanted that may be given something and meet a condition on `s`: with `room` for so many. */
const withRoom = (condition: Sql, room: Sql, perEndpoint: number, { now, orgId }: Claiming): Sql => sql`
  select s.org_id, s.subscription_id, s.url, s.secret, s.previous_secret, s.previous_secret_expires_at,
    s.owner_user_id, m.role as owner_role, s.project_ids,
    case when s.consecutive_failures > 0 then 'failing' when s.successes > 0 then 'steady' else 'unknown' end as standing,
    greatest(0, least(${perEndpoint}::integer, ${room}) - w.in_flight) as room
  from wanted w join webhook_subscriptions s on ${sameWebhook('s', 'w')}
  join organizations o on o.org_id = s.org_id and o.deleted_at is null
  join organization_members m on m.org_id = s.org_id and m.user_id = s.owner_user_id and ${mayOwn}
  where ${ofOrganization('s.org_id', orgId)} and s.status = 'active' and s.deleted_at is null and ${isFree(now)}
    and ${condition}`

/** What is due to the ready webhooks of a standing: as much as each has room for, and all of them together. */
const dueTo = (standing: Sql, most: number, { now, orgId }: Claiming): Sql => sql`
  select t.* from ready r cross join lateral (
    select q.org_id, q.subscription_id, q.due_at, q.delivery_id from webhook_queue q
    where ${ofOrganization('q.org_id', orgId)}
      and ${sameWebhook('q', 'r')} and q.due_at <= ${now} and (q.leased_until is null or q.leased_until <= ${now})
    order by q.due_at, q.delivery_id limit r.room for update skip locked) t
  where r.standing = ${standing} limit ${most}`

/** The parts of a WITH that choose what is taken of the `wanted` webhooks: `failing`, `ready` and `due`. */
function choosing(at: Claiming, room: Room): Sql {
  const most = (standing: keyof Room) => Math.max(0, room[standing])
  const readyIf = (condition: Sql, earned: Sql) => withRoom(condition, earned, most('perEndpoint'), at)
  return sql`
  failing as (${readyIf(sql`s.consecutive_failures > 0`, sql`1`)} for no key update of s skip locked),
  ready as (select * from failing union all ${readyIf(sql`s.consecutive_failures = 0`, sql`1 + s.successes`)}),
  due as ((${dueTo(sql`'steady'`, most('steady'), at)}) union all (${dueTo(sql`'failing'`, most('failing'), at)})
    union all (${dueTo(sql`'unknown'`, most('unknown'), at)}))`
}

/** A webhook to take from, and how many of its deliveries the worker has already. */
type Wanted = WebhookKey & { in_flight: number }

/** For whom something is taken, until when. */
interface Lease {
  worker: string
  now: string
  until: string
}

const claiming = (
  wanted: readonly Wanted[],
  { worker, now, until }: Lease,
  room: Room,
  orgId?: string,
): Sql<Claimed> => sql<Claimed>`
  with wanted as (
    select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w(org_id uuid, subscription_id text, in_flight integer)),
  ${choosing({ now, orgId }, room)},
  leased as (
    update webhook_queue q set leased_until = ${until}, worker = ${worker} from due
    where ${ofOrganization('q.org_id', orgId)} and ${sameEntry('q', 'due')}
    returning q.org_id, q.subscription_id, q.due_at, q.delivery_id),
  probing as (
    update webhook_subscriptions s set probed_until = ${until} from failing f
    where ${ofOrganization('s.org_id', orgId)} and ${sameWebhook('s', 'f')}
      and exists (select 1 from due where ${sameWebhook('due', 'f')}))
  select l.*, d.event_type, d.message_id, d.body, d.made_for, d.project_id, d.attempt, d.counted_run, r.url, r.secret,
    r.previous_secret, r.previous_secret_expires_at, r.owner_user_id, r.owner_role, r.project_ids, r.standing, r.room
  from leased l join ready r on ${sameWebhook('r', 'l')} cross join lateral (
    select * from webhook_deliveries d where ${ofOrganization('d.org_id', orgId)} and d.org_id = l.org_id
      and d.delivery_id = l.delivery_id limit 1) d`

/**
 * Takes due deliveries of these webhooks for a worker, until the lease ends. What others are at is passed over. An
 * endpoint that takes its deliveries well earns more of them at a time, and is not locked, so that those who record them
 * don't wait. One that failed is locked and given one, so that no other worker gives it another.
 */
export function claim(
  { db, sharded }: Database,
  wanted: readonly Wanted[],
  lease: Lease,
  room: Room,
): Promise<readonly Claimed[]> {
  const left = { ...room }
  return inTurn(sharded, wanted, async (some, orgId) => {
    const claimed = await db.query(claiming(some, lease, left, orgId))
    for (const { standing } of claimed) left[standing]--
    return claimed
  })
}

/** What names an entry of the queue. */
export const entryOf = ({ org_id, subscription_id, due_at, delivery_id }: Claimed) => ({
  org_id,
  subscription_id,
  due_at,
  delivery_id,
})

const unsentIn = (unsent: readonly Claimed[]): Sql => sql`
  unsent as (
    select * from jsonb_to_recordset(${JSON.stringify(unsent.map(entryOf))}::jsonb)
      as u(org_id uuid, subscription_id text, due_at timestamptz, delivery_id text))`

/** Gives back what a worker took and did not see the end of: another may take it at once. */
export const giveBack = (
  { db, sharded }: Database,
  unsent: readonly Claimed[],
  worker: string,
): Promise<unknown> =>
  inTurn(sharded, unsent, (some, orgId) =>
    db.query(sql`
      with ${unsentIn(some)},
      free as (
        update webhook_queue q set leased_until = null, worker = null from unsent u
        where ${ofOrganization('q.org_id', orgId)} and ${sameEntry('q', 'u')} and q.worker = ${worker})
      update webhook_subscriptions s set probed_until = null from unsent u
      where ${ofOrganization('s.org_id', orgId)} and ${sameWebhook('s', 'u')}`),
  )

/** Ends what a worker took and does not send, since its webhook is limited to other projects by now. */
export const withhold = (
  { db, sharded }: Database,
  unsent: readonly Claimed[],
  { worker, now }: Pick<Lease, 'worker' | 'now'>,
): Promise<unknown> =>
  inTurn(sharded, unsent, (some, orgId) =>
    db.query(sql`
      with ${unsentIn(some)},
      gone as (
        delete from webhook_queue q using unsent u
        where ${ofOrganization('q.org_id', orgId)} and ${sameEntry('q', 'u')} and q.worker = ${worker}
        returning q.org_id, q.subscription_id, q.delivery_id),
      logged as (
        update webhook_deliveries d set status = 'dead', next_attempt_at = null, finished_at = ${now},
          error = 'outside the projects of the webhook'
        from gone where ${ofOrganization('d.org_id', orgId)} and d.org_id = gone.org_id
          and d.delivery_id = gone.delivery_id)
      update webhook_subscriptions s set probed_until = null from gone
      where ${ofOrganization('s.org_id', orgId)} and ${sameWebhook('s', 'gone')}`),
  )

/** Ends every lease. Only for a time when no other worker can be there. */
export const endLeases = (db: Db): Promise<unknown> =>
  db.query(sql`update webhook_queue set leased_until = null, worker = null where leased_until is not null`)

/** How many deliveries wait, of what kind: being sent, due, for a later attempt, for a webhook that is not active. */
export async function countDeliveries(db: Db, now: string): Promise<Record<string, number>> {
  const [counts] = await db.query(sql<Record<string, number>>`
    select count(*) filter (where q.leased_until > ${now})::integer as in_flight,
      count(*) filter (where s.status <> 'active')::integer as held,
      count(*) filter (where s.status = 'active' and q.due_at <= ${now}
        and (q.leased_until is null or q.leased_until <= ${now}))::integer as due,
      count(*) filter (where s.status = 'active' and q.due_at > ${now})::integer as retry
    from webhook_queue q
    join webhook_subscriptions s on s.org_id = q.org_id and s.subscription_id = q.subscription_id`)
  return counts!
}
