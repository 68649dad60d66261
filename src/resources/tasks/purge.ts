import { wherever } from '../../db/by-organization.ts'
import type { Db } from '../../db/database.ts'
import { sql, type Sql } from '../../db/sql.ts'
import { ofOrganization } from '../../kernel/sql.ts'
import type { Services } from '../../kernel/services/services.ts'
import { keptSince } from './deleted.ts'

/** Tasks that go in one transaction. */
const batch = 100
/** A turn ends after this many, so that a long backlog does not hold up the end of the process; the next turn goes on. */
const mostBatches = 50

/**
 * Removes the tasks for good that were deleted longer ago than they can be restored, with all that hangs on them; gives how
 * many. Their files leave the storage with the next sweep, their events stay in the audit until they are past its
 * retention.
 */
export async function removeForGood({ database, clock, config }: Services): Promise<number> {
  const now = clock()
  const before = keptSince(now, config.deletedTaskDays)
  const outdated = sql<{ org_id: string }>`select distinct org_id from tasks where deleted_at <= ${before}`
  return wherever(database, outdated, async (orgId) => {
    let removed = 0
    for (let turn = 0, gone = batch; gone === batch && turn < mostBatches; turn++, removed += gone)
      gone = await database.transaction((trx) => removeSome(trx, before, new Date(now).toISOString(), orgId))
    return removed
  })
}

interface Outdated {
  org_id: string
  task_id: string
  deleted_at: string
}

/** What stands between a deleted task and its end, in an order in which nothing is left that points to what is gone. */
const hanging = ['task_attachments', 'task_reminders', 'task_watchers', 'subtasks_apart']

async function removeSome(db: Db, before: string, now: string, orgId?: string): Promise<number> {
  // One that somebody restores at this moment is theirs.
  const outdated = await db.query(sql<Outdated>`
    select org_id, task_id, deleted_at from tasks
    where ${ofOrganization('org_id', orgId)} and deleted_at <= ${before} order by deleted_at limit ${batch}
    for update skip locked`)
  if (outdated.length === 0) return 0
  const going = sql`(select u.org_id, u.task_id from unnest(${outdated.map((one) => one.org_id)}::uuid[],
    ${outdated.map((one) => one.task_id)}::text[]) as u(org_id, task_id))`
  await db.query(sql`
    update files f set state = 'leaving', changed_at = ${now}
    from task_attachments a where ${ofOrganization('f.org_id', orgId)}
      and (a.org_id, a.task_id) in ${going} and f.org_id = a.org_id and f.file_id = a.file_id`)
  for (const table of hanging) await db.query(deletion(table, going, orgId))
  // What was below it and was deleted by itself is nobody's from now on.
  await db.query(sql`
    update tasks t set parent_task_id = null where ${ofOrganization('t.org_id', orgId)}
      and (t.org_id, t.parent_task_id) in ${going}
      and (t.org_id, t.task_id) not in ${going}`)
  await db.query(sql`
    insert into tasks_gone (org_id, task_id, deleted_at)
    select t.org_id, t.task_id, t.deleted_at from tasks t
    where ${ofOrganization('t.org_id', orgId)} and (t.org_id, t.task_id) in ${going}`)
  // Comments, sections, stops and what is searched go along.
  await db.query(deletion('tasks', going, orgId))
  return outdated.length
}

const deletion = (table: string, going: Sql, orgId?: string): Sql =>
  sql`delete from ${sql.raw(table)} h where ${ofOrganization('h.org_id', orgId)} and (h.org_id, h.task_id) in ${going}`
