import { sql, buildUpdatedAt } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { emitScopeEvent, type ScopeOwner } from '../scopes/policy.ts'
import { emitCausedTaskEvents, setSectionStatus } from '../tasks/commands/reassign.ts'
import { recordSectionSpans } from '../tasks/queries/placement.ts'
import * as queries from './queries.ts'
import { applySectionUpdate, requireScopeAttributes, sectionAttributes } from './rules.ts'
import type { SectionCreate, SectionUpdate } from './schema.ts'
import type { SectionRow } from './section-row.ts'
import type { TaskStatus } from '../tasks/schema.ts'
export const buildSectionSubject = (resource_id: string) => ({ resource_type: 'section', resource_id })

export async function createSection(ctx: Context, owner: ScopeOwner, body: SectionCreate): Promise<SectionRow> {
  requireScopeAttributes(owner.scope_type, body)
  const { name, position = null, status = null, color = null, wip_limit = null } = body
  const row = await queries.insertSection(ctx, owner, { name, position, status, color, wip_limit })
  if (status !== null) await queries.markStatusSections(ctx, owner)
  const { scope_type, scope_id } = row
  const own = Object.entries({ status, color, wip_limit }).filter(([, value]) => value !== null)
  const after = { name, position: row.position, scope_type, scope_id, ...Object.fromEntries(own) }
  emitScopeEvent(ctx, row, { ...buildSectionSubject(row.section_id), type: 'section.created', before: null, after })
  return row
}

/** Updates a locked section; does nothing if nothing changes. Its tasks follow a new status. */
export async function updateSection(ctx: Context, section: SectionRow, body: SectionUpdate): Promise<void> {
  requireScopeAttributes(section.scope_type, body)
  const wanted = applySectionUpdate(section, body)
  const change = findChangedAttributes(section, wanted, sectionAttributes)
  if (!change) return
  const { status } = wanted
  const follows = status !== null && status !== section.status
  if (follows) change.after.tasks = await applyStatusToTasks(ctx, section, status)
  await queries.saveSection(ctx, section, wanted)
  emitScopeEvent(ctx, section, { ...buildSectionSubject(section.section_id), type: 'section.updated', ...change })
}

/** Sets the status of the tasks in a locked section, with an event for each; returns the number of changed tasks. */
async function applyStatusToTasks(ctx: Context, section: SectionRow, status: TaskStatus): Promise<number> {
  // Locks also tasks that entered after the first lock and before that of the section.
  await queries.lockSectionTasks(ctx, section)
  // Read again, since a task that the lock waited for may have left.
  const tasks = await queries.lockSectionTasks(ctx, section)
  if (tasks.length > queries.MAX_FOLLOWING_TASKS)
    throw conflict(
      `The section has more than ${queries.MAX_FOLLOWING_TASKS} tasks, which cannot change their status together. Move tasks to another section first.`,
    )
  ctx.advanceTimePast(tasks)
  await queries.markStatusSections(ctx, section)
  return setSectionStatus(ctx, section.org_id, tasks, status)
}

/** Deletes a section and returns the number of changed tasks; personal sections are not part of their tasks. */
export async function deleteSection(ctx: Context, section: SectionRow): Promise<number> {
  const { org_id, section_id, scope_type } = section
  // Locks also tasks that entered after the first lock and before that of the section.
  if (scope_type !== 'user') await queries.lockSectionTasks(ctx, section)
  const released = scope_type === 'user' ? 0 : await releaseTasks(ctx, section)
  const left = await ctx.db.query(sql<{ task_id: string; section_id: string }>`
    delete from task_sections where org_id = ${org_id} and section_id = ${section_id} returning task_id, section_id`)
  if (scope_type === 'project') recordSectionSpans(ctx, org_id, left)
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
      where l.org_id = ${org_id} and l.section_id = ${section_id} and t.deleted_at is null and ${queries.buildInScopeCondition(org_id)}
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
