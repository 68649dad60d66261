import { buildUpdatedAt } from '../../../core/sql-fragments.ts'
import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { emitCausedTaskEvents } from '../tasks/commands/reassign.ts'
import { buildInScopeCondition } from './queries.ts'
import type { SectionRow } from './section-row.ts'

/** Deletes a section and returns the number of changed tasks; personal sections are not part of their tasks. */
export async function deleteSection(ctx: Context, section: SectionRow): Promise<number> {
  const { org_id, section_id, scope_type } = section
  const released = scope_type === 'user' ? 0 : await releaseTasks(ctx, section)
  await ctx.db.query(sql`delete from task_sections where org_id = ${org_id} and section_id = ${section_id}`)
  await ctx.db.query(sql`delete from sections where org_id = ${org_id} and section_id = ${section_id}`)
  return released
}

/**
 * Increments the versions of the tasks in a section, with an event for each, and returns their number. Locks them in a
 * fixed order, so that concurrent changes of the same tasks cannot deadlock.
 */
async function releaseTasks(ctx: Context, { org_id, section_id, scope_id }: SectionRow): Promise<number> {
  const released = await ctx.db.query(sql<{
    task_id: string
    project_id: string | null
    position: number
    updated_at: string
  }>`
    with placed as (
      select t.task_id, l.position from task_sections l join tasks t on t.org_id = l.org_id and t.task_id = l.task_id
      where l.org_id = ${org_id} and l.section_id = ${section_id} and t.deleted_at is null and ${buildInScopeCondition(org_id)}
      order by t.task_id for no key update of t)
    update tasks t set version = t.version + 1, updated_by = ${ctx.user.username},
      updated_at = ${buildUpdatedAt(ctx.now, 't.updated_at')}
    from placed where t.org_id = ${org_id} and t.task_id = placed.task_id
    returning t.task_id, t.project_id, placed.position, t.updated_at`)
  ctx.advanceTimePast(released, 0)
  // The section no longer exists when these events are delivered, so they name its project or team.
  const events = released.map(({ task_id, project_id, position }) => ({
    resource_id: task_id,
    part_id: scope_id,
    project_id,
    before: { section_id, section_position: position },
    after: { section_id: null, section_position: null },
  }))
  emitCausedTaskEvents(ctx, org_id, 'section.deleted', events)
  return released.length
}
