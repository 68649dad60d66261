import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { lockPlans, planToKeep } from './queries.ts'
import type { ProjectRow } from './rows.ts'

/** What a project left behind in the team it belonged to. */
export interface LeftBehind {
  /** Tasks that are in no sprint, milestone or section of the team any more. */
  unfiled_tasks: number
  /** Milestones of the team that are pinned to no stop of the project any more. */
  unpinned_milestones: number
}

/** Task in the plans or sections of a team. */
interface Planned {
  task_id: string
  sprint_id: string | null
  milestone_id: string | null
  updated_at: string
}

/** Locks the tasks of a project that are in the plans or sections of a team, in the order of the ids. */
async function lockPlanned(
  ctx: Context,
  { org_id, project_id }: ProjectRow,
  teamId: string,
): Promise<Planned[]> {
  const found = await ctx.db.query(sql<Planned>`
    select t.task_id, t.sprint_id, t.milestone_id, t.updated_at from tasks t
    where t.org_id = ${org_id} and t.project_id = ${project_id} and t.deleted_at is null and (
      t.sprint_id in (select s.sprint_id from sprints s where s.org_id = ${org_id} and s.team_id = ${teamId})
      or t.milestone_id in (select m.milestone_id from milestones m
        where m.org_id = ${org_id} and m.team_id = ${teamId})
      or t.task_id in (select l.task_id from task_sections l
        where l.org_id = ${org_id} and l.scope_type = 'team' and l.scope_id = ${teamId}))
    order by t.task_id for no key update`)
  ctx.follow(found)
  return found
}

/**
 * Removes tasks of a project from the plans and sections of a team, with an event for each, and returns their number. The
 * team's own tasks keep theirs regardless of the project; plans and sections that the team `to` has too are kept by all.
 */
async function unfile(
  ctx: Context,
  { org_id, project_id }: ProjectRow,
  planned: readonly Planned[],
  teamId: string,
  to: string | null,
): Promise<number> {
  const ids = planned.map((task) => task.task_id)
  const unfiled = await ctx.db.query(sql<Planned & { section_id: string | null }>`
    with lanes as (
      delete from task_sections l using tasks t
      where l.org_id = ${org_id} and l.task_id = any(${ids}::text[]) and l.scope_type = 'team'
        and l.scope_id = ${teamId} and t.org_id = l.org_id and t.task_id = l.task_id
        and t.team_id is distinct from ${teamId}
      returning l.task_id, l.section_id),
    unfiled as (
      update tasks t set sprint_id = ${planToKeep('sprints', to)}, milestone_id = ${planToKeep('milestones', to)},
        updated_by = ${ctx.user.username}, updated_at = ${ctx.now}, version = t.version + 1
      where t.org_id = ${org_id} and t.task_id = any(${ids}::text[]) and t.team_id is distinct from ${teamId}
      returning t.task_id, t.sprint_id, t.milestone_id)
    select u.task_id, u.sprint_id, u.milestone_id, lanes.section_id
    from unfiled u left join lanes on lanes.task_id = u.task_id order by u.task_id`)
  const before = new Map(planned.map((task) => [task.task_id, task]))
  for (const { section_id, ...task } of unfiled) {
    const { task_id: resource_id } = task
    const was = { ...before.get(resource_id), ...(section_id !== null && { section_id }) }
    const about = { org_id, type: 'task.updated', resource_type: 'task', resource_id, project_id }
    ctx.emitChange({ ...about, cause: 'project.updated' }, was, task, [
      'sprint_id',
      'milestone_id',
      'section_id',
    ])
  }
  return unfiled.length
}

/** Takes milestones of a team off the stops of a project, and gives how many that were. */
async function unpin(ctx: Context, { org_id, project_id }: ProjectRow, teamId: string): Promise<number> {
  const unpinned = await ctx.db.query(sql`
    update milestones m set stop_id = null
    where m.org_id = ${org_id} and m.team_id = ${teamId} and m.is_active
      and m.stop_id in (select s.stop_id from stops s where s.org_id = ${org_id} and s.project_id = ${project_id})
    returning 1`)
  return unpinned.length
}

/**
 * Takes a project, which is locked, out of the plans of its team, when it comes to belong to another one or to none: its
 * tasks leave the team's sprints, milestones and sections, their versions rise, and milestones leave its roadmap.
 */
export async function leaveTeam(
  ctx: Context,
  project: ProjectRow,
  to: string | null,
): Promise<LeftBehind | null> {
  const { org_id, team_id } = project
  if (team_id === null || team_id === to) return null
  await lockPlans(ctx, org_id, team_id)
  const planned = await lockPlanned(ctx, project, team_id)
  const unfiled_tasks = await unfile(ctx, project, planned, team_id, to)
  return { unfiled_tasks, unpinned_milestones: await unpin(ctx, project, team_id) }
}
