import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'

/** Somebody of an organization. */
interface Person {
  user_id: string
  username: string
}

/** What ended together with somebody's place in an organization, as the event of it tells. */
export interface Ended {
  /** Projects and teams the person was in. */
  projects: number
  teams: number
  /** Milestones that have no owner any more. */
  milestones: number
  /** Tasks that were restricted to the person, alone or among others. */
  restricted_tasks: number
  /** Projects and teams that nobody else owned, and tasks that nobody else was named for. */
  projects_passed: number
  teams_passed: number
  tasks_passed: number
  /** Who has these now; null when there were none. */
  passed_to: string | null
}

// Who leaves is $1 and $2; in what follows $3 is the change's time, $4 who makes it, $5 the heir.
const lockProjects = `
  SELECT p.project_id FROM projects p WHERE p.org_id = $1 AND p.project_id IN (
    SELECT pm.project_id FROM project_members pm WHERE pm.org_id = $1 AND pm.user_id = $2 AND pm.is_active
    UNION ALL SELECT pm.project_id FROM project_members pm
      WHERE pm.org_id = $1 AND pm.user_id = $2 AND NOT pm.is_active AND pm.deleted_at IS NULL)
  ORDER BY p.project_id FOR NO KEY UPDATE`

const lockTeams = `
  SELECT t.team_id FROM teams t WHERE t.org_id = $1 AND t.team_id IN (
    SELECT tm.team_id FROM team_members tm WHERE tm.org_id = $1 AND tm.user_id = $2 AND tm.is_active)
  ORDER BY t.team_id FOR NO KEY UPDATE`

/** Of each live project among `$7` that the person owns: whoever has owned it the longest besides, null for nobody. */
const ownedProjects = `
  SELECT p.project_id, p.owner = $8::text AS is_primary, (
    SELECT o.username FROM project_members o JOIN organization_members m
      ON m.org_id = o.org_id AND m.user_id = o.user_id AND m.is_active AND m.deleted_at IS NULL
    WHERE o.org_id = $1 AND o.project_id = p.project_id AND o.user_id <> $2 AND o.is_active
      AND o.project_role = 'owner'
    ORDER BY o.assigned_at NULLS FIRST, o.username_key LIMIT 1) AS other
  FROM projects p JOIN project_members pm ON pm.org_id = p.org_id AND pm.project_id = p.project_id
  WHERE p.org_id = $1 AND p.project_id = ANY($7::text[]) AND p.deleted_at IS NULL AND pm.user_id = $2
    AND pm.is_active AND pm.project_role = 'owner'`

// The heir may be in the project already, in any role, or may have been before: then as somebody who joins anew.
const leaveProjects = `
  WITH owned AS (${ownedProjects}),
  passed AS (
    INSERT INTO project_members AS pm (org_id, project_id, user_id, username, username_key, project_role,
      assigned_by, assigned_at, created_by, created_at, updated_by, updated_at)
    SELECT $1, project_id, $5::uuid, $6::text, lower($6::text COLLATE "C"), 'owner', $4::text, $3::timestamptz, $4, $3, $4, $3
    FROM owned WHERE other IS NULL
    ON CONFLICT (org_id, project_id, user_id) DO UPDATE SET project_role = 'owner', assigned_by = excluded.assigned_by,
      assigned_at = excluded.assigned_at, is_active = true, deleted_at = NULL, delete_reason = NULL,
      designation_id = CASE WHEN pm.is_active THEN pm.designation_id END,
      created_by = CASE WHEN pm.is_active THEN pm.created_by ELSE excluded.created_by END,
      created_at = CASE WHEN pm.is_active THEN pm.created_at ELSE excluded.created_at END,
      updated_by = excluded.updated_by, updated_at = excluded.updated_at, version = pm.version + 1
    RETURNING 1),
  changed AS (
    UPDATE projects p SET version = p.version + 1, updated_by = $4, updated_at = $3,
      owner = coalesce((SELECT coalesce(o.other, $6) FROM owned o WHERE o.project_id = p.project_id AND o.is_primary),
        p.owner)
    WHERE p.org_id = $1 AND p.project_id = ANY($7::text[])),
  ended AS (
    UPDATE project_members SET is_active = false, deleted_at = $3, delete_reason = 'left the organization',
      updated_by = $4, updated_at = $3, version = version + 1
    WHERE org_id = $1 AND project_id = ANY($7::text[]) AND user_id = $2)
  SELECT count(*)::int AS passed FROM passed`

const leaveTeams = `
  WITH passed AS (
    INSERT INTO team_members AS tm (org_id, team_id, user_id, username, team_role, added_by, created_at, updated_at)
    SELECT t.org_id, t.team_id, $5::uuid, $6::text, 'owner', $4::text, $3::timestamptz, $3 FROM teams t
      JOIN team_members mine ON mine.org_id = t.org_id AND mine.team_id = t.team_id
    WHERE t.org_id = $1 AND t.team_id = ANY($7::text[]) AND t.is_active AND mine.user_id = $2
      AND mine.team_role = 'owner' AND NOT EXISTS (
        SELECT FROM team_members o JOIN organization_members m
          ON m.org_id = o.org_id AND m.user_id = o.user_id AND m.is_active AND m.deleted_at IS NULL
        WHERE o.org_id = $1 AND o.team_id = t.team_id AND o.user_id <> $2 AND o.is_active AND o.team_role = 'owner')
    ON CONFLICT (org_id, team_id, user_id) DO UPDATE SET team_role = 'owner', is_active = true,
      added_by = CASE WHEN tm.is_active THEN tm.added_by ELSE excluded.added_by END,
      created_at = CASE WHEN tm.is_active THEN tm.created_at ELSE excluded.created_at END,
      updated_at = excluded.updated_at, version = tm.version + 1
    RETURNING 1),
  changed AS (
    UPDATE teams SET version = version + 1, updated_by = $4, updated_at = $3
    WHERE org_id = $1 AND team_id = ANY($7::text[])),
  ended AS (
    UPDATE team_members SET is_active = false, updated_at = $3, version = version + 1
    WHERE org_id = $1 AND team_id = ANY($7::text[]) AND user_id = $2)
  SELECT count(*)::int AS passed FROM passed`

const leaveMilestones = `
  WITH held AS (
    SELECT milestone_id FROM milestones WHERE org_id = $1 AND owner_user_id = $2 AND is_active
    ORDER BY milestone_id FOR NO KEY UPDATE)
  UPDATE milestones m SET owner_user_id = NULL, version = m.version + 1, updated_by = $4, updated_at = $3 FROM held
  WHERE m.org_id = $1 AND m.milestone_id = held.milestone_id RETURNING 1`

// An empty list would open the task to everybody who reads its project: the heir, who sees it anyway, takes the place.
const leaveTasks = `
  WITH held AS (
    SELECT task_id, cardinality(restricted_to_user_ids) = 1 AS alone FROM tasks
    WHERE org_id = $1 AND restricted AND restricted_to_user_ids @> ARRAY[$2::uuid] AND deleted_at IS NULL
    ORDER BY task_id FOR NO KEY UPDATE),
  changed AS (
    UPDATE tasks t SET version = t.version + 1, updated_by = $4, updated_at = $3,
      restricted_to = CASE WHEN held.alone THEN ARRAY[$6::text] ELSE array_remove(t.restricted_to, $7::text) END,
      restricted_to_user_ids = CASE WHEN held.alone THEN ARRAY[$5::uuid]
        ELSE array_remove(t.restricted_to_user_ids, $2::uuid) END
    FROM held WHERE t.org_id = $1 AND t.task_id = held.task_id RETURNING held.alone)
  SELECT count(*)::int AS count, (count(*) FILTER (WHERE alone))::int AS passed FROM changed`

/**
 * Ends what somebody, whose membership is locked, has in an organization by being in it: their place in its projects and
 * teams, their milestones, the restriction of tasks to them. What nobody else owned passes to the heir. As creator and
 * assignee they stay written. Versions of all that changes rise. Everything is locked before it is looked at who is
 * alone, in the order people, projects, teams, milestones, tasks, which all who put people somewhere keep to.
 */
export async function endPlaces(
  ctx: Context,
  { org_id, user_id, username }: Person & { org_id: string },
  heir: Person,
): Promise<Ended> {
  const leaver = [org_id, user_id]
  const change = [...leaver, ctx.now, ctx.user.username]
  const projects = (await query<{ project_id: string }>(ctx.db, lockProjects, leaver)).map(
    (row) => row.project_id,
  )
  const teams = (await query<{ team_id: string }>(ctx.db, lockTeams, leaver)).map((row) => row.team_id)
  const to = [...change, heir.user_id, heir.username]
  const [fromProjects] = await query<{ passed: number }>(ctx.db, leaveProjects, [...to, projects, username])
  const [fromTeams] = await query<{ passed: number }>(ctx.db, leaveTeams, [...to, teams])
  const milestones = await query(ctx.db, leaveMilestones, change)
  const [tasks] = await query<{ count: number; passed: number }>(ctx.db, leaveTasks, [...to, username])
  const passed = [fromProjects!.passed, fromTeams!.passed, tasks!.passed]
  return {
    projects: projects.length,
    teams: teams.length,
    milestones: milestones.length,
    restricted_tasks: tasks!.count,
    projects_passed: passed[0]!,
    teams_passed: passed[1]!,
    tasks_passed: passed[2]!,
    passed_to: passed.some((count) => count > 0) ? heir.username : null,
  }
}
