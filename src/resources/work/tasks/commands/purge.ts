import { sumOverOrgs } from '../../../../db/citus/per-org.ts'
import type { Db } from '../../../../db/database.ts'
import { sql, type Sql, orgEquals } from '../../../../db/sql.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { computeRetentionCutoff } from '../queries/deleted.ts'

const BATCH_SIZE = 100
/** Maximum number of batches per run, so that a long backlog does not delay shutdown. */
const MAX_BATCHES = 50

/**
 * Removes tasks whose retention after deletion has ended, with their dependent rows; returns their number. Their files are
 * removed from storage by the next sweep; their events stay in the audit log for its retention.
 */
export async function purgeDeletedTasks({ database, clock, config }: Dependencies): Promise<number> {
  const now = clock()
  const before = computeRetentionCutoff(now, config.deletedTaskDays)
  const expired = sql<{ org_id: string }>`select distinct org_id from tasks where deleted_at <= ${before}`
  return sumOverOrgs(database, expired, async (orgId) => {
    let removed = 0
    for (let batch = 0, size = BATCH_SIZE; size === BATCH_SIZE && batch < MAX_BATCHES; batch++, removed += size)
      size = await database.transaction((trx) => removeBatch(trx, before, new Date(now).toISOString(), orgId))
    return removed
  })
}

interface ExpiredTask {
  org_id: string
  task_id: string
  deleted_at: string
}

/** Tables with rows of a task, in an order that satisfies the foreign keys. */
const dependentTables = [
  'task_keys',
  'task_attachments',
  'task_reminders',
  'task_watchers',
  'subtasks_apart',
  'task_spans',
]

async function removeBatch(db: Db, before: string, now: string, orgId?: string): Promise<number> {
  // Skips tasks that are being restored.
  const expired = await db.query(sql<ExpiredTask>`
    select org_id, task_id, deleted_at from tasks
    where ${orgEquals('org_id', orgId)} and deleted_at <= ${before} order by deleted_at limit ${BATCH_SIZE}
    for update skip locked`)
  if (expired.length === 0) return 0
  const expiredKeys = sql`(select u.org_id, u.task_id from unnest(${expired.map((one) => one.org_id)}::uuid[],
    ${expired.map((one) => one.task_id)}::text[]) as u(org_id, task_id))`
  await db.query(sql`
    update files f set state = 'leaving', changed_at = ${now}
    from task_attachments a where ${orgEquals('f.org_id', orgId)}
      and (a.org_id, a.task_id) in ${expiredKeys} and f.org_id = a.org_id and f.file_id = a.file_id`)
  for (const table of dependentTables) await db.query(buildDelete(table, expiredKeys, orgId))
  // Subtasks that were deleted separately lose their parent.
  await db.query(sql`
    update tasks t set parent_task_id = null where ${orgEquals('t.org_id', orgId)}
      and (t.org_id, t.parent_task_id) in ${expiredKeys}
      and (t.org_id, t.task_id) not in ${expiredKeys}`)
  await db.query(sql`
    insert into tasks_gone (org_id, task_id, deleted_at)
    select t.org_id, t.task_id, t.deleted_at from tasks t
    where ${orgEquals('t.org_id', orgId)} and (t.org_id, t.task_id) in ${expiredKeys}`)
  // Cascades to comments, sections, stops and search text.
  await db.query(buildDelete('tasks', expiredKeys, orgId))
  return expired.length
}

const buildDelete = (table: string, expiredKeys: Sql, orgId?: string): Sql =>
  sql`delete from ${sql.raw(table)} h where ${orgEquals('h.org_id', orgId)} and (h.org_id, h.task_id) in ${expiredKeys}`
