import { timeAfter } from '../../kernel/sql.ts'
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

/**
 * Ids of the tasks of a project that lie in the plans or sections of a team; they are locked in the order of the ids.
 */
async function lockPlanned(
  ctx: Context,
  { org_id, project_id }: ProjectRow,
  teamId: string,
): Promise<string[]> {
  const found = await ctx.db.query(sql<{ task_id: string }>`
    select t.task_id from tasks t
    where t.org_id = ${org_id} and t.project_id = ${project_id} and t.deleted_at is null and (
      t.sprint_id in (select s.sprint_id from sprints s where s.org_id = ${org_id} and s.team_id = ${teamId})
      or t.milestone_id in (select m.milestone_id from milestones m
        where m.org_id = ${org_id} and m.team_id = ${teamId})
      or t.task_id in (select l.task_id from task_sections l
        where l.org_id = ${org_id} and l.scope_type = 'team' and l.scope_id = ${teamId}))
    order by t.task_id for no key update`)
  return found.map((task) => task.task_id)
}

/**
 * Takes tasks out of the plans and sections of a team, and gives how many that were. A task that is the team's own keeps
 * its places there, whosever its project is; a place that the team `to` has too is kept by all.
 */
async function unfile(
  ctx: Context,
  orgId: string,
  taskIds: string[],
  teamId: string,
  to: string | null,
): Promise<number> {
  const [unfiled] = await ctx.db.query(sql<{ count: number }>`
    with lanes as (
      delete from task_sections l using tasks t
      where l.org_id = ${orgId} and l.task_id = any(${taskIds}::text[]) and l.scope_type = 'team'
        and l.scope_id = ${teamId} and t.org_id = l.org_id and t.task_id = l.task_id
        and t.team_id is distinct from ${teamId}),
    unfiled as (
      update tasks t set sprint_id = ${planToKeep('sprints', to)}, milestone_id = ${planToKeep('milestones', to)},
        updated_by = ${ctx.user.username}, updated_at = ${timeAfter(ctx.now, 't.updated_at')}, version = t.version + 1
      where t.org_id = ${orgId} and t.task_id = any(${taskIds}::text[]) and t.team_id is distinct from ${teamId}
      returning 1)
    select count(*)::int as count from unfiled`)
  return unfiled!.count
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
  const ids = await lockPlanned(ctx, project, team_id)
  const unfiled_tasks = await unfile(ctx, org_id, ids, team_id, to)
  return { unfiled_tasks, unpinned_milestones: await unpin(ctx, project, team_id) }
}
