import type { Database, Db } from '../../../db/database.ts'
import { sql, type Sql } from '../../../db/sql.ts'
import { ofOrganization } from '../../../kernel/sql.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { findDue, sameWebhook, type Due, type WebhookKey } from './queue.ts'

/*
 * Where the tables are spread over several servers: in which organizations something waits to be sent, noted in one place,
 * so that a worker need not ask every server several times a second.
 */

/** An organization in which something waits, and when the next of it may be sent. */
interface Waiting {
  org_id: string
  due_at: string
}

const noting = (waiting: readonly Waiting[]): Sql => sql`
  insert into webhook_waiting as w (org_id, due_at)
  select n.org_id, n.due_at from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as n(org_id uuid, due_at timestamptz)
  order by n.org_id
  on conflict (org_id) do update set due_at = least(w.due_at, excluded.due_at), notes = w.notes + 1`

/** Notes that something waits in an organization, in the transaction by which it does. Nothing where all is on one server. */
export async function noteWaiting({ sharded }: Database, db: Db, waiting: Waiting): Promise<void> {
  if (sharded) await db.query(noting([waiting]))
}

/** Milliseconds in which what is queued is gathered for one note. */
const gathering = 20

/**
 * What notes in which organizations something was queued by this process, after it was committed and in nobody's way. A note
 * that cannot be written is left to the look at every server.
 */
export function createNotes({ database, clock }: Pick<Services, 'database' | 'clock'>) {
  const queued = new Set<string>()
  let writing: Promise<unknown> | undefined
  const write = async () => {
    await new Promise((resolve) => setTimeout(resolve, gathering).unref())
    const due_at = new Date(clock()).toISOString()
    const waiting = [...queued].map((org_id) => ({ org_id, due_at }))
    queued.clear()
    await database.transaction((trx) => trx.query(noting(waiting))).catch(() => undefined)
    writing = queued.size > 0 ? write() : undefined
  }
  return (keys: readonly WebhookKey[]): void => {
    if (!database.sharded) return
    for (const { org_id } of keys) queued.add(org_id)
    writing ??= write()
  }
}

/** When the next of what waits may be sent, in one organization or in each. What is held for a webhook is not counted. */
const findNext = (db: Db, orgId?: string): Promise<Waiting[]> =>
  db.query(sql<Waiting>`
    select w.org_id, min(case when s.deleted_at is not null or o.deleted_at is not null then w.due_at
      else greatest(w.due_at, s.rests_until, s.probed_until) end) as due_at
    from (select q.org_id, q.subscription_id, min(q.due_at) as due_at from webhook_queue q
      where ${ofOrganization('q.org_id', orgId)} group by q.org_id, q.subscription_id) w
    join webhook_subscriptions s on ${sameWebhook('s', 'w')} join organizations o on o.org_id = w.org_id
    where ${ofOrganization('s.org_id', orgId)} and ${ofOrganization('o.org_id', orgId)}
      and (s.deleted_at is not null or o.deleted_at is not null or s.status = 'active')
    group by w.org_id`)

interface Noted {
  org_id: string
  notes: string
}

/** Puts right when the next may be sent where it was looked, unless something was noted meanwhile. */
const settling = (looked: readonly (Noted & { due_at: string | null })[]): Sql => sql`
  with looked as (
    select * from jsonb_to_recordset(${JSON.stringify(looked)}::jsonb) as l(org_id uuid, notes bigint, due_at timestamptz)),
  done as (
    delete from webhook_waiting w using looked l
    where w.org_id = l.org_id and w.notes = l.notes and l.due_at is null)
  update webhook_waiting w set due_at = l.due_at from looked l
  where w.org_id = l.org_id and w.notes = l.notes and l.due_at is not null`

/** Organizations that are looked into at the same time. */
const atOnce = 8

/**
 * The webhooks that something is to be done for now: of the organizations that are noted, or with `everywhere` of all of
 * them, which also notes those that were missing.
 */
async function findDueSpread(database: Database, now: string, everywhere: boolean): Promise<readonly Due[]> {
  const { db } = database
  const missing = everywhere ? await findNext(db) : []
  if (missing.length > 0) await database.transaction((trx) => trx.query(noting(missing)))
  const noted = await db.query(
    sql<Noted>`select org_id, notes::text as notes from webhook_waiting where due_at <= ${now} order by due_at`,
  )
  const found: Due[] = []
  const idle: (Noted & { due_at: string | null })[] = []
  const look = async (one: Noted) => {
    const due = await findDue(db, now, one.org_id)
    found.push(...due)
    if (due.length > 0) return
    const [next] = await findNext(db, one.org_id)
    idle.push({ ...one, due_at: next?.due_at ?? null })
  }
  for (let i = 0; i < noted.length; i += atOnce) await Promise.all(noted.slice(i, i + atOnce).map(look))
  if (idle.length > 0) await database.transaction((trx) => trx.query(settling(idle)))
  return found
}

/** How many times a worker looks at what is noted for one look at every server. */
const looksForOneEverywhere = 50

/**
 * What finds the webhooks that something is to be done for now, for a worker that asks every `poll` milliseconds. Where the
 * tables are spread it looks at what is noted, and now and then everywhere.
 */
export function dueFinder(database: Database, poll: number): (now: string) => Promise<readonly Due[]> {
  if (!database.sharded) return (now) => findDue(database.db, now)
  let everywhereAt = 0
  return (now) => {
    const everywhere = performance.now() >= everywhereAt
    if (everywhere) everywhereAt = performance.now() + looksForOneEverywhere * poll
    return findDueSpread(database, now, everywhere)
  }
}
