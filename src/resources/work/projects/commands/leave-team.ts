import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { lockTeamPlans, buildRetainedPlan } from '../queries/write.ts'
import type { ProjectRow } from '../queries/find.ts'

/** Numbers of items that a project leaves behind in its former team. */
interface LeaveTeamResult {
  /** Tasks removed from sprints, milestones and sections of the team. */
  unfiled_tasks: number
  /** Milestones of the team unpinned from stops of the project. */
  unpinned_milestones: number
}

/** A task in the plans or sections of a team. */
interface PlannedTask {
  task_id: string
  sprint_id: string | null
  milestone_id: string | null
  updated_at: string
}

/** Locks the tasks of a project that are in plans or sections of a team, ordered by id to avoid deadlocks. */
async function lockPlannedTasks(
  ctx: Context,
  { org_id, project_id }: ProjectRow,
  teamId: string,
): Promise<PlannedTask[]> {
  const found = await ctx.db.query(sql<PlannedTask>`
    select t.task_id, t.sprint_id, t.milestone_id, t.updated_at from tasks t
    where t.org_id = ${org_id} and t.project_id = ${project_id} and t.deleted_at is null and (
      t.sprint_id in (select s.sprint_id from sprints s where s.org_id = ${org_id} and s.team_id = ${teamId})
      or t.milestone_id in (select m.milestone_id from milestones m
        where m.org_id = ${org_id} and m.team_id = ${teamId})
      or t.task_id in (select l.task_id from task_sections l
        where l.org_id = ${org_id} and l.scope_type = 'team' and l.scope_id = ${teamId}))
    order by t.task_id for no key update`)
  ctx.advanceTimePast(found)
  return found
}

/**
 * Removes tasks from the plans and sections of a team, emits an event for each, and returns their number. Skips tasks
 * of the team itself; plans of the new team `to` do not change.
 */
async function removeFromPlans(
  ctx: Context,
  { org_id, project_id }: ProjectRow,
  planned: readonly PlannedTask[],
  teamId: string,
  to: string | null,
): Promise<number> {
  const ids = planned.map((task) => task.task_id)
  const unfiled = await ctx.db.query(sql<PlannedTask & { section_id: string | null }>`
    with team_sections as (
      delete from task_sections l using tasks t
      where l.org_id = ${org_id} and l.task_id = any(${ids}::text[]) and l.scope_type = 'team'
        and l.scope_id = ${teamId} and t.org_id = l.org_id and t.task_id = l.task_id
        and t.team_id is distinct from ${teamId}
      returning l.task_id, l.section_id),
    unfiled as (
      update tasks t set sprint_id = ${buildRetainedPlan('sprints', to)}, milestone_id = ${buildRetainedPlan('milestones', to)},
        updated_by = ${ctx.user.username}, updated_at = ${ctx.now}, version = t.version + 1
      where t.org_id = ${org_id} and t.task_id = any(${ids}::text[]) and t.team_id is distinct from ${teamId}
      returning t.task_id, t.sprint_id, t.milestone_id)
    select u.task_id, u.sprint_id, u.milestone_id, team_sections.section_id
    from unfiled u left join team_sections on team_sections.task_id = u.task_id order by u.task_id`)
  const before = new Map(planned.map((task) => [task.task_id, task]))
  for (const { section_id, ...task } of unfiled) {
    const { task_id: resource_id } = task
    const previous = { ...before.get(resource_id), ...(section_id !== null && { section_id }) }
    const subject = { org_id, type: 'task.updated', resource_type: 'task', resource_id, project_id }
    ctx.emitChange({ ...subject, cause: 'project.updated' }, previous, task, [
      'sprint_id',
      'milestone_id',
      'section_id',
    ])
  }
  return unfiled.length
}

/** Unpins milestones of a team from stops of a project and returns their number. */
async function unpinMilestones(ctx: Context, { org_id, project_id }: ProjectRow, teamId: string): Promise<number> {
  const unpinned = await ctx.db.query(sql`
    update milestones m set stop_id = null
    where m.org_id = ${org_id} and m.team_id = ${teamId} and m.is_active
      and m.stop_id in (select s.stop_id from stops s where s.org_id = ${org_id} and s.project_id = ${project_id})
    returning 1`)
  return unpinned.length
}

/**
 * Removes the tasks of a locked project from sprints, milestones and sections of its former team, and the team's
 * milestones from the project's stops.
 */
export async function removeProjectFromTeam(
  ctx: Context,
  project: ProjectRow,
  to: string | null,
): Promise<LeaveTeamResult | null> {
  const { org_id, team_id } = project
  if (team_id === null || team_id === to) return null
  await lockTeamPlans(ctx, org_id, team_id)
  const planned = await lockPlannedTasks(ctx, project, team_id)
  const unfiled_tasks = await removeFromPlans(ctx, project, planned, team_id, to)
  return { unfiled_tasks, unpinned_milestones: await unpinMilestones(ctx, project, team_id) }
}
