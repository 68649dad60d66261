import type { Database, Db } from '../db/database.ts'
import { sql, type Sql, orgEquals } from '../db/sql.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { listDueWebhooks, isSameWebhook, type DueWebhook, type WebhookKey } from './queue.ts'
import { buildUpsertDue, type OrgDue } from '../resources/platform/webhooks/enqueue.ts'

// On a sharded database, `webhook_waiting` lists the organizations with queued deliveries in one table, so that a worker
// does not query every server on each poll.

const BATCH_DELAY_MS = 20

/**
 * Creates a function that marks organizations as due in the background after commit. A failed write is repaired by the
 * next full scan.
 */
export function createDueMarker({ database, clock }: Pick<Dependencies, 'database' | 'clock'>) {
  const queued = new Set<string>()
  let flushing: Promise<unknown> | undefined
  const flush = async () => {
    await new Promise((resolve) => setTimeout(resolve, BATCH_DELAY_MS).unref())
    const due_at = new Date(clock()).toISOString()
    const dueOrgs = [...queued].map((org_id) => ({ org_id, due_at }))
    queued.clear()
    await database.transaction((trx) => trx.query(buildUpsertDue(dueOrgs))).catch(() => undefined)
    flushing = queued.size > 0 ? flush() : undefined
  }
  return (keys: readonly WebhookKey[]): void => {
    if (!database.sharded) return
    for (const { org_id } of keys) queued.add(org_id)
    flushing ??= flush()
  }
}

const findNext = (db: Db, orgId?: string) =>
  db.query(sql<OrgDue>`
    select w.org_id, min(case when s.deleted_at is not null or o.deleted_at is not null then w.due_at
      else greatest(w.due_at, s.rests_until, s.probed_until) end) as due_at
    from (select q.org_id, q.subscription_id, min(q.due_at) as due_at from webhook_queue q
      where ${orgEquals('q.org_id', orgId)} group by q.org_id, q.subscription_id) w
    join webhook_subscriptions s on ${isSameWebhook('s', 'w')} join organizations o on o.org_id = w.org_id
    where ${orgEquals('s.org_id', orgId)} and ${orgEquals('o.org_id', orgId)}
      and (s.deleted_at is not null or o.deleted_at is not null or s.status = 'active')
    group by w.org_id`)

interface DueMark {
  org_id: string
  /** Number of changes of the row, which detects a concurrent one. */
  notes: string
}

/** Corrects the due time of scanned organizations, unless it changed concurrently. */
const updateDue = (scanned: readonly (DueMark & { due_at: string | null })[]): Sql => sql`
  with scanned as (
    select * from jsonb_to_recordset(${JSON.stringify(scanned)}::jsonb) as l(org_id uuid, notes bigint, due_at timestamptz)),
  done as (
    delete from webhook_waiting w using scanned l
    where w.org_id = l.org_id and w.notes = l.notes and l.due_at is null)
  update webhook_waiting w set due_at = l.due_at from scanned l
  where w.org_id = l.org_id and w.notes = l.notes and l.due_at is not null`

const MAX_CONCURRENT_ORGS = 8

/** Finds due webhooks of marked organizations. A full scan first marks organizations that are missing. */
async function findDueSharded(database: Database, now: string, fullScan: boolean): Promise<readonly DueWebhook[]> {
  const { db } = database
  const missing = fullScan ? await findNext(db) : []
  if (missing.length > 0) await database.transaction((trx) => trx.query(buildUpsertDue(missing)))
  const marks = await db.query(
    sql<DueMark>`select org_id, notes::text as notes from webhook_waiting where due_at <= ${now} order by due_at`,
  )
  const result: DueWebhook[] = []
  const withoutDue: (DueMark & { due_at: string | null })[] = []
  const visit = async (mark: DueMark) => {
    const due = await listDueWebhooks(db, now, mark.org_id)
    result.push(...due)
    if (due.length > 0) return
    const [next] = await findNext(db, mark.org_id)
    withoutDue.push({ ...mark, due_at: next?.due_at ?? null })
  }
  for (let i = 0; i < marks.length; i += MAX_CONCURRENT_ORGS)
    await Promise.all(marks.slice(i, i + MAX_CONCURRENT_ORGS).map(visit))
  if (withoutDue.length > 0) await database.transaction((trx) => trx.query(updateDue(withoutDue)))
  return result
}

const POLLS_PER_FULL_SCAN = 50

/**
 * Creates the function with which a worker finds due webhooks. On a sharded database it reads the marks, and scans all
 * servers from time to time.
 */
export function createDueFinder(database: Database, pollMs: number): (now: string) => Promise<readonly DueWebhook[]> {
  if (!database.sharded) return (now) => listDueWebhooks(database.db, now)
  let nextFullScanAt = 0
  return (now) => {
    const fullScan = performance.now() >= nextFullScanAt
    if (fullScan) nextFullScanAt = performance.now() + POLLS_PER_FULL_SCAN * pollMs
    return findDueSharded(database, now, fullScan)
  }
}
