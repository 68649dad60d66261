import { query, type Db } from '../../../db/database.ts'
import { sql, type Sql } from '../../../db/sql.ts'
import type { OrgRole } from '../../../kernel/caller.ts'
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

const columns = `org_id uuid, delivery_id text, subscription_id text, event_id text, event_type text, message_id text,
  replay_of text, body text, made_for uuid, project_id text, max_attempts integer, created_at timestamptz`
const typed = sql.raw(columns)
const names = sql.raw(columns.replace(/ (uuid|text|integer|timestamptz)/g, ''))

/** Parts of a WITH that write deliveries into the log and the queue: due at once. */
export const queueing = (deliveries: readonly NewDelivery[]): Sql => sql`
  logged AS (INSERT INTO webhook_deliveries (${names}, next_attempt_at)
    SELECT ${names}, created_at
    FROM jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) AS delivery(${typed})
    RETURNING org_id, subscription_id, created_at, delivery_id),
  queued AS (INSERT INTO webhook_queue (org_id, subscription_id, due_at, delivery_id)
    SELECT org_id, subscription_id, created_at, delivery_id FROM logged)`

/** A webhook by its key. */
export interface Key {
  org_id: string
  subscription_id: string
}

/** A webhook with something due, and what is to be done: send it, disable what lost its owner, drop what was deleted. */
export interface Due extends Key {
  todo: 'send' | 'disable' | 'drop'
}

/** An endpoint `s` that may be given something. */
const isFree = (now: string) =>
  `(s.rests_until IS NULL OR s.rests_until <= ${now}) AND (s.probed_until IS NULL OR s.probed_until <= ${now})`

const key = (a: string, b: string) =>
  `${a}.org_id = ${b}.org_id AND ${a}.subscription_id = ${b}.subscription_id`

// Goes from webhook to webhook through the queue's key: what one of them has waiting is one step, however much it is.
// A row looked up under LIMIT 1, here and below, is found by its key whatever the planner believes of a young table.
const dueSql = `
  WITH RECURSIVE waiting AS (
    (SELECT org_id, subscription_id, due_at FROM webhook_queue ORDER BY org_id, subscription_id, due_at LIMIT 1)
    UNION ALL
    SELECT next.* FROM waiting w CROSS JOIN LATERAL (
      SELECT q.org_id, q.subscription_id, q.due_at FROM webhook_queue q
      WHERE (q.org_id, q.subscription_id) > (w.org_id, w.subscription_id)
      ORDER BY q.org_id, q.subscription_id, q.due_at LIMIT 1) next)
  SELECT w.org_id, w.subscription_id,
    CASE WHEN s.deleted_at IS NOT NULL OR o.deleted_at IS NOT NULL THEN 'drop'
      WHEN NOT ${mayOwn('m')} THEN 'disable' ELSE 'send' END AS todo
  FROM waiting w
  CROSS JOIN LATERAL (SELECT * FROM webhook_subscriptions s WHERE ${key('s', 'w')} LIMIT 1) s
  JOIN organizations o ON o.org_id = w.org_id
  JOIN organization_members m ON m.org_id = s.org_id AND m.user_id = s.owner_user_id
  WHERE w.due_at <= $1 AND (s.deleted_at IS NOT NULL OR o.deleted_at IS NOT NULL
    OR s.status = 'active' AND ${isFree('$1')})`

/** The webhooks that something is to be done for now. */
export const findDue = (db: Db, now: string): Promise<Due[]> => query(db, dueSql, [now])

/** A delivery that a worker has taken, with all that sending it needs. */
export interface Claimed extends Key, SealedSecrets {
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
  /** How many this webhook could have been given. */
  room: number
}

/** What is known of an endpoint: it took its last delivery well, it did not, or nothing yet. */
export type Standing = 'steady' | 'failing' | 'unknown'

/** How many deliveries a worker may take: to one endpoint at a time, and to all endpoints of a standing. */
export interface Room extends Record<Standing, number> {
  perEndpoint: number
}

/** That two rows are of one entry of the queue, by their aliases. */
export const sameEntry = (a: string, b: string): string =>
  `${key(a, b)} AND ${a}.due_at = ${b}.due_at AND ${a}.delivery_id = ${b}.delivery_id`

const take = (which: string, room: string) => `
  SELECT t.* FROM ready r CROSS JOIN LATERAL (
    SELECT q.org_id, q.subscription_id, q.due_at, q.delivery_id FROM webhook_queue q
    WHERE ${key('q', 'r')} AND q.due_at <= $2 AND (q.leased_until IS NULL OR q.leased_until <= $2)
    ORDER BY q.due_at, q.delivery_id LIMIT r.room FOR UPDATE SKIP LOCKED) t
  WHERE ${which} LIMIT ${room}`

/** Webhooks among the wanted that may be given something: with `room` for so many. */
const ready = (which: string, room: string) => `
  SELECT s.org_id, s.subscription_id, s.url, s.secret, s.previous_secret, s.previous_secret_expires_at,
    s.owner_user_id, m.role AS owner_role, s.project_ids,
    CASE WHEN s.consecutive_failures > 0 THEN 'failing' WHEN s.successes > 0 THEN 'steady' ELSE 'unknown' END AS standing,
    greatest(0, least($5::integer, ${room}) - w.in_flight) AS room
  FROM wanted w JOIN webhook_subscriptions s ON ${key('s', 'w')}
  JOIN organizations o ON o.org_id = s.org_id AND o.deleted_at IS NULL
  JOIN organization_members m ON m.org_id = s.org_id AND m.user_id = s.owner_user_id AND ${mayOwn('m')}
  WHERE s.status = 'active' AND s.deleted_at IS NULL AND ${isFree('$2')} AND ${which}`

// An endpoint earns its deliveries at a time by taking them well, and then no lock is in the way of those who record
// them. One that failed is locked and given one, so that no other worker gives it another.
const claimSql = `
  WITH wanted AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS w(org_id uuid, subscription_id text, in_flight integer)),
  failing AS (${ready('s.consecutive_failures > 0', '1')} FOR NO KEY UPDATE OF s SKIP LOCKED),
  ready AS (SELECT * FROM failing UNION ALL ${ready('s.consecutive_failures = 0', '1 + s.successes')}),
  due AS ((${take("r.standing = 'steady'", '$6')}) UNION ALL (${take("r.standing = 'failing'", '$7')})
    UNION ALL (${take("r.standing = 'unknown'", '$8')})),
  leased AS (
    UPDATE webhook_queue q SET leased_until = $3, worker = $4 FROM due WHERE ${sameEntry('q', 'due')}
    RETURNING q.org_id, q.subscription_id, q.due_at, q.delivery_id),
  probing AS (
    UPDATE webhook_subscriptions s SET probed_until = $3 FROM failing f
    WHERE ${key('s', 'f')} AND EXISTS (SELECT FROM due WHERE ${key('due', 'f')}))
  SELECT l.*, d.event_type, d.message_id, d.body, d.made_for, d.project_id, d.attempt, d.counted_run, r.url, r.secret,
    r.previous_secret, r.previous_secret_expires_at, r.owner_user_id, r.owner_role, r.project_ids, r.standing, r.room
  FROM leased l JOIN ready r ON ${key('r', 'l')} CROSS JOIN LATERAL (
    SELECT * FROM webhook_deliveries d WHERE d.org_id = l.org_id AND d.delivery_id = l.delivery_id LIMIT 1) d`

/** Takes due deliveries of these webhooks for a worker, until the lease ends. What others are at is passed over. */
export function claim(
  db: Db,
  wanted: (Key & { in_flight: number })[],
  { worker, now, until }: { worker: string; now: string; until: string },
  { perEndpoint, steady, failing, unknown }: Room,
): Promise<Claimed[]> {
  const room = [perEndpoint, steady, failing, unknown].map((most) => Math.max(0, most))
  return query(db, claimSql, [JSON.stringify(wanted), now, until, worker, ...room])
}

/** What names an entry of the queue. */
export const entryOf = ({ org_id, subscription_id, due_at, delivery_id }: Claimed) => ({
  org_id,
  subscription_id,
  due_at,
  delivery_id,
})

const unsentIn = `unsent AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS u(org_id uuid, subscription_id text, due_at timestamptz, delivery_id text))`

const giveBackSql = `
  WITH ${unsentIn},
  free AS (
    UPDATE webhook_queue q SET leased_until = NULL, worker = NULL FROM unsent u
    WHERE ${sameEntry('q', 'u')} AND q.worker = $2)
  UPDATE webhook_subscriptions s SET probed_until = NULL FROM unsent u WHERE ${key('s', 'u')}`

/** Gives back what a worker took and did not see the end of: another may take it at once. */
export const giveBack = (db: Db, unsent: Claimed[], worker: string): Promise<unknown> =>
  query(db, giveBackSql, [JSON.stringify(unsent.map(entryOf)), worker])

const withholdSql = `
  WITH ${unsentIn},
  gone AS (
    DELETE FROM webhook_queue q USING unsent u WHERE ${sameEntry('q', 'u')} AND q.worker = $2
    RETURNING q.org_id, q.subscription_id, q.delivery_id),
  logged AS (
    UPDATE webhook_deliveries d SET status = 'dead', next_attempt_at = NULL, finished_at = $3,
      error = 'outside the projects of the webhook'
    FROM gone WHERE d.org_id = gone.org_id AND d.delivery_id = gone.delivery_id)
  UPDATE webhook_subscriptions s SET probed_until = NULL FROM gone WHERE ${key('s', 'gone')}`

/** Ends what a worker took and does not send, since its webhook is limited to other projects by now. */
export const withhold = (
  db: Db,
  unsent: readonly Claimed[],
  { worker, now }: { worker: string; now: string },
): Promise<unknown> => query(db, withholdSql, [JSON.stringify(unsent.map(entryOf)), worker, now])

/** Ends every lease: for when no other worker can be there. */
export const endLeases = (db: Db): Promise<unknown> =>
  query(db, 'UPDATE webhook_queue SET leased_until = NULL, worker = NULL WHERE leased_until IS NOT NULL')
