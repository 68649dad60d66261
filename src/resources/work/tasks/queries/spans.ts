import type { Db } from '../../../../db/database.ts'
import { sql } from '../../../../db/sql.ts'
import type { PastChange, Span } from '../rules.ts'

/** Position of the backfill of `task_spans`: the last organization and task that were processed. */
interface BackfillPosition {
  after_org: string
  after_id: string
}

/** Finds and locks the position; undefined once all tasks are processed, and while another process has it locked. */
export const lockBackfillPosition = (trx: Db) =>
  trx.queryRow(sql<BackfillPosition>`
    select after_org, after_id from task_span_backfill for update skip locked`)

export async function isBackfillFinished(trx: Db): Promise<boolean> {
  return (await trx.query(sql`select from task_span_backfill`)).length === 0
}

export async function saveBackfillPosition(trx: Db, position: BackfillPosition | undefined): Promise<void> {
  if (!position) await trx.query(sql`delete from task_span_backfill`)
  else
    await trx.query(sql`
      update task_span_backfill set after_org = ${position.after_org}, after_id = ${position.after_id}`)
}

export async function findNextOrganization(trx: Db, after: string): Promise<string | undefined> {
  const [next] = await trx.query(sql<{ org_id: string }>`
    select org_id from organizations where org_id > ${after} order by org_id limit 1`)
  return next?.org_id
}

interface PastTask {
  task_id: string
  created_at: string
}

/** Locks the next tasks of an organization, so that their spans cannot change. */
export const lockNextTasks = (trx: Db, orgId: string, afterId: string, limit: number) =>
  trx.query(sql<PastTask>`
    select t.task_id, t.created_at from tasks t where t.org_id = ${orgId} and t.task_id > ${afterId}
    order by t.task_id limit ${limit} for no key update`)

/** Lists the changes of status, sprint and section in the event log, in their order. */
export const listPastChanges = (trx: Db, orgId: string, taskIds: readonly string[]) =>
  trx.query(sql<PastChange>`
    select e.resource_id as task_id, e.before, e.after, e.created_at from events e
    where e.org_id = ${orgId} and e.resource_type = 'task' and e.resource_id = any(${taskIds}::text[])
      and e.type in ('task.created', 'task.updated', 'task.moved', 'task.restored')
      and e.after ?| array['status', 'sprint_id', 'section_id']
    order by e.created_at, e.lineage, e.tx, e.ord`)

/** Returns which of the sections, existing or deleted, belong to a project. */
export async function findProjectSectionIds(trx: Db, orgId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await trx.query(sql<{ section_id: string }>`
    select s.section_id from sections s
    where s.org_id = ${orgId} and s.scope_type = 'project' and s.section_id = any(${ids}::text[])
    union
    select e.resource_id from events e where e.org_id = ${orgId} and e.resource_id = any(${ids}::text[])
      and e.type = 'section.created' and e.after->>'scope_type' = 'project'`)
  return new Set(rows.map((row) => row.section_id))
}
export async function replaceSpans(trx: Db, orgId: string, taskIds: readonly string[], spans: readonly Span[]) {
  await trx.query(sql`delete from task_spans where org_id = ${orgId} and task_id = any(${taskIds}::text[])`)
  if (spans.length === 0) return
  await trx.query(sql`
    insert into task_spans (org_id, task_id, what, value, entered_at, left_at)
    select ${orgId}, e.task_id, e.what, e.value, e.entered_at, e.left_at
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as e(task_id text, what text, value text, entered_at timestamptz, left_at timestamptz)`)
}
