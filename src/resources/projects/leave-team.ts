import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { keptPlan, lockPlans } from './queries.ts'
import type { ProjectRow } from './rows.ts'

/** What a project left behind in the team it belonged to. */
export interface LeftBehind {
  /** Tasks that are in no sprint, milestone or section of the team any more. */
  unfiled_tasks: number
  /** Milestones of the team that are pinned to no stop of the project any more. */
  unpinned_milestones: number
}

const lockSql = `
  SELECT t.task_id FROM tasks t WHERE t.org_id = $1 AND t.project_id = $2 AND t.deleted_at IS NULL AND (
    t.sprint_id IN (SELECT s.sprint_id FROM sprints s WHERE s.org_id = $1 AND s.team_id = $3)
    OR t.milestone_id IN (SELECT m.milestone_id FROM milestones m WHERE m.org_id = $1 AND m.team_id = $3)
    OR t.task_id IN (SELECT l.task_id FROM task_sections l
      WHERE l.org_id = $1 AND l.scope_type = 'team' AND l.scope_id = $3))
  ORDER BY t.task_id FOR NO KEY UPDATE`

// A task that is the team's own keeps its places there, whosever its project is.
const unfileSql = `
  WITH lanes AS (
    DELETE FROM task_sections l USING tasks t
    WHERE l.org_id = $1 AND l.task_id = ANY($2::text[]) AND l.scope_type = 'team' AND l.scope_id = $3
      AND t.org_id = l.org_id AND t.task_id = l.task_id AND t.team_id IS DISTINCT FROM $3),
  unfiled AS (
    UPDATE tasks t SET sprint_id = ${keptPlan('sprints', 'sprint_id', '$4')},
      milestone_id = ${keptPlan('milestones', 'milestone_id', '$4')},
      updated_by = $5, updated_at = $6, version = t.version + 1
    WHERE t.org_id = $1 AND t.task_id = ANY($2::text[]) AND t.team_id IS DISTINCT FROM $3 RETURNING 1)
  SELECT count(*)::int AS count FROM unfiled`

const unpinSql = `
  UPDATE milestones m SET stop_id = NULL
  WHERE m.org_id = $1 AND m.team_id = $2 AND m.is_active
    AND m.stop_id IN (SELECT s.stop_id FROM stops s WHERE s.org_id = $1 AND s.project_id = $3)
  RETURNING 1`

/**
 * Takes a project, which is locked, out of the plans of its team, when it comes to belong to another one or to none: its
 * tasks leave the team's sprints, milestones and sections, their versions rise, and milestones leave its roadmap.
 */
export async function leaveTeam(
  ctx: Context,
  { org_id, project_id, team_id }: ProjectRow,
  to: string | null,
): Promise<LeftBehind | null> {
  if (team_id === null || team_id === to) return null
  await lockPlans(ctx, org_id, team_id)
  const by = [ctx.user.username, ctx.now]
  const found = await query<{ task_id: string }>(ctx.db, lockSql, [org_id, project_id, team_id])
  const ids = found.map((task) => task.task_id)
  const [unfiled] = await query<{ count: number }>(ctx.db, unfileSql, [org_id, ids, team_id, to, ...by])
  const unpinned = await query(ctx.db, unpinSql, [org_id, team_id, project_id])
  return { unfiled_tasks: unfiled!.count, unpinned_milestones: unpinned.length }
}
