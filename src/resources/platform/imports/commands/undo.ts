import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import type { Caller } from '../../../../core/caller.ts'
import type { Transaction } from '../../../../db/database.ts'
import { commitContextEvents } from '../../../../events/log.ts'
import { undoProject } from '../../../work/projects/import.ts'
import { deleteImportedTasks } from '../../../work/tasks/import.ts'
import { findLastEntry, insertReport, saveImport, type ImportRow } from '../queries.ts'
import { buildReportEntry } from '../rules.ts'
import { loadTargetProjects } from './containers.ts'
import { loadReachableTasks, REASON_FOR_UNREACHABLE } from './reachable.ts'
import { createImportContext } from './run.ts'
import { TEAM_SECTION } from './team-sections.ts'
import { listRefs, reportRetained, settleRefs, type UndoneBatch } from './undo-batch.ts'
import { undoPlaceholders } from './undo-people.ts'
import { undoGoals, undoPlans } from './undo-plans.ts'

/** Lists resources before those that they use. */
const steps = [undoTasks, undoSections, undoTeamSections, undoGoals, undoProjects, ...undoPlans, undoPlaceholders]

/** Undoes an import in batches; each forgets the references that it has handled, so that it can be resumed. */
export async function undoImport(services: Dependencies, row: ImportRow, caller: Caller): Promise<void> {
  const last = await findLastEntry(services.database.db, row)
  let progress: UndoProgress = { counts: row.counts, reported: Math.max(row.reported, last) }
  for (const undo of steps) {
    for (let more = true; more;) {
      const next = await services.database.transaction(async (trx) => {
        const ctx = createImportContext(services, trx, caller)
        const done = await undo(ctx, row)
        if (done === null) return null
        if (row.options.notify !== true) ctx.events = []
        return await saveUndone(trx, ctx, row, progress, done)
      })
      more = next !== null
      progress = next ?? progress
    }
  }
  await forgetOtherRefs(services, row)
}

type UndoProgress = Pick<ImportRow, 'counts' | 'reported'>

/** Saves a batch with its report and numbers, which a retry continues; returns the progress after it. */
async function saveUndone(
  trx: Transaction,
  ctx: Context,
  row: ImportRow,
  { counts, reported }: UndoProgress,
  { deleted, retained }: UndoneBatch,
): Promise<UndoProgress> {
  const { deleted: before = 0, retained: others = 0 } = counts['undone'] ?? {}
  const next = {
    counts: { ...counts, undone: { deleted: before + deleted, retained: others + retained.length } },
    reported: reported + retained.length,
  }
  await insertReport(trx, row, reported + 1, retained)
  await saveImport(trx, row, next, ctx.now)
  if (ctx.events.length > 0) await commitContextEvents(ctx, trx)
  return next
}

async function undoTasks(ctx: Context, row: ImportRow): Promise<UndoneBatch | null> {
  const refs = await listRefs(ctx, row, 'task')
  if (refs.length === 0) return null
  const ids = refs.map((ref) => ref.resource_id)
  const reachable = await loadReachableTasks(ctx, row, ids, 'delete')
  const reached = refs.filter((ref) => reachable.has(ref.resource_id))
  const versions = new Map(reached.map((ref) => [ref.resource_id, ref.resource_version]))
  const deleted = await deleteImportedTasks(ctx, row.org_id, row.import_id, versions)
  const retained = refs
    .filter((ref) => !deleted.has(ref.resource_id))
    .map((ref) => {
      const at = { kind: 'tasks', line: null, id: ref.external_id }
      if (!reachable.has(ref.resource_id)) return buildReportEntry('retained', at, REASON_FOR_UNREACHABLE, null, null)
      return buildReportEntry('retained', at, 'was changed or commented on since', 'task_id', ref.resource_id)
    })
  await settleRefs(ctx, row, refs, deleted)
  return { deleted: deleted.size, retained }
}

function undoSections(ctx: Context, row: ImportRow) {
  return deleteEmptySections(ctx, row, 'section')
}

function undoTeamSections(ctx: Context, row: ImportRow) {
  return deleteEmptySections(ctx, row, TEAM_SECTION)
}

async function deleteEmptySections(ctx: Context, row: ImportRow, type: string): Promise<UndoneBatch | null> {
  const refs = await listRefs(ctx, row, type)
  if (refs.length === 0) return null
  const { org_id } = row
  const ids = refs.map((ref) => ref.resource_id)
  const live = sql`select from task_sections l join tasks t on t.org_id = l.org_id and t.task_id = l.task_id
    where l.org_id = ${org_id} and t.org_id = ${org_id} and l.section_id = s.section_id and t.deleted_at is null`
  const empty = await ctx.db.query(sql<{ section_id: string }>`
    select s.section_id from sections s where s.org_id = ${org_id} and s.section_id = any(${ids}::text[])
      and not exists (${live}) for update`)
  const deleted = new Set(empty.map((one) => one.section_id))
  await ctx.db.query(
    sql`delete from task_sections where org_id = ${org_id} and section_id = any(${[...deleted]}::text[])`,
  )
  await ctx.db.query(sql`delete from sections where org_id = ${org_id} and section_id = any(${[...deleted]}::text[])`)
  const present = await ctx.db.query(sql<{ section_id: string }>`
    select section_id from sections where org_id = ${org_id} and section_id = any(${ids}::text[])`)
  const gone = without(
    ids,
    present.map((one) => one.section_id),
  )
  await settleRefs(ctx, row, refs, gone)
  return { deleted: deleted.size, retained: reportRetained('sections', refs, gone, 'has tasks', 'section_id') }
}

const without = (ids: readonly string[], others: readonly string[]): Set<string> =>
  new Set(ids.filter((id) => !others.includes(id)))

async function undoProjects(ctx: Context, row: ImportRow): Promise<UndoneBatch | null> {
  const refs = await listRefs(ctx, row, 'project')
  if (refs.length === 0) return null
  const { org_id } = row
  const ids = refs.map((ref) => ref.resource_id)
  const used = await ctx.db.query(sql<{ project_id: string }>`
    select project_id from tasks where org_id = ${org_id} and project_id = any(${ids}::text[]) and deleted_at is null
    union
    select project_id from goals where org_id = ${org_id} and project_id = any(${ids}::text[]) and is_active`)
  const unused = without(
    ids,
    used.map((one) => one.project_id),
  )
  const projects = await loadTargetProjects(ctx, org_id, [...unused])
  for (const project of projects.values()) await undoProject(ctx, project)
  // A project that is already deleted needs no undo.
  await settleRefs(ctx, row, refs, unused)
  return {
    deleted: projects.size,
    retained: reportRetained('projects', refs, unused, 'has tasks or goals', 'project_id'),
  }
}

/** Forgets the references to what was deleted with its task, and detaches the others from the import. */
async function forgetOtherRefs({ database }: Dependencies, { org_id, import_id }: ImportRow): Promise<void> {
  await database.db.query(sql`
    delete from external_refs x where x.org_id = ${org_id} and x.resource_type = 'team_member'
      and not exists (select from teams t where t.org_id = ${org_id} and t.team_id = x.resource_id and t.is_active)`)
  await database.db.query(sql`
    delete from external_refs x where x.org_id = ${org_id} and x.import_id = ${import_id}
      and (x.resource_type = 'comment' and not exists (select from task_comments c join tasks t on t.org_id = c.org_id
          and t.task_id = c.task_id where c.org_id = ${org_id} and t.org_id = ${org_id} and c.comment_id = x.resource_id
          and t.deleted_at is null)
        or x.resource_type = 'attachment' and not exists (select from task_attachments a join tasks t
          on t.org_id = a.org_id and t.task_id = a.task_id where a.org_id = ${org_id} and t.org_id = ${org_id}
          and a.attachment_id = x.resource_id and t.deleted_at is null)
        or x.resource_type = 'task_key' and not exists (select from tasks t where t.org_id = ${org_id}
          and t.task_id = x.resource_id and t.deleted_at is null)
        or x.resource_type = 'goal' and not exists (select from goals g join projects p on p.org_id = g.org_id
          and p.project_id = g.project_id where g.org_id = ${org_id} and p.org_id = ${org_id}
          and g.goal_id = x.resource_id and p.deleted_at is null))`)
  await database.db.query(sql`
    update external_refs set import_id = null where org_id = ${org_id} and import_id = ${import_id}`)
}
