import type { Context } from '../../kernel/context.ts'
import { inOrganizations } from '../../kernel/sql.ts'
import type { ProjectRole } from '../projects/rows.ts'
import { attributeNames, type AttributeValues } from './attributes.ts'

/** A task as it is stored. */
export type TaskRow = AttributeValues

/** A task, and what decides the caller's rights on it. */
export interface TaskSeen extends TaskRow {
  project_visibility: 'public' | 'private' | null
  project_deleted: boolean
  /** The team of its project. */
  project_team_id: string | null
  my_role: ProjectRole | null
  my_team_role: 'owner' | 'member' | null
}

/** What the judgement of a right looks at: enough for a linked task, of which nothing is shown but its id. */
export type TaskJudged = Pick<
  TaskSeen,
  | 'org_id'
  | 'task_id'
  | 'project_id'
  | 'team_id'
  | 'created_by'
  | 'assignee'
  | 'restricted'
  | 'restricted_to_user_ids'
  | 'project_visibility'
  | 'project_deleted'
  | 'my_role'
  | 'my_team_role'
>

const seenColumns = `p.visibility AS project_visibility, p.deleted_at IS NOT NULL AS project_deleted,
    p.team_id AS project_team_id, pm.project_role AS my_role, tm.team_role AS my_team_role`

/** Columns of `TaskJudged`, from `seenFrom`. */
export const judgedColumns = `t.org_id, t.task_id, t.project_id, t.team_id, t.created_by, t.assignee, t.restricted,
    t.restricted_to_user_ids, ${seenColumns}`

/** Tasks with what decides the rights of the user whose id the SQL `user` gives. */
export const seenFrom = (user: string) => `tasks t
  LEFT JOIN projects p ON p.org_id = t.org_id AND p.project_id = t.project_id
  LEFT JOIN project_members pm
    ON pm.org_id = t.org_id AND pm.project_id = t.project_id AND pm.user_id = ${user} AND pm.is_active
  LEFT JOIN team_members tm
    ON tm.org_id = t.org_id AND tm.team_id = t.team_id AND tm.user_id = ${user} AND tm.is_active`

const findSql = (which: string) =>
  inOrganizations(
    (match) => `
  SELECT ${attributeNames.map((name) => `t.${name}`).join(', ')}, ${seenColumns}
  FROM ${seenFrom('$3')}
  WHERE ${match('t.org_id')} AND ${which} AND t.deleted_at IS NULL`,
  )

const findOne = findSql('t.task_id = $2')
const findMany = findSql('t.task_id = ANY($2::text[])')
// In one order, so that two who lock the same tasks wait for each other instead of deadlocking.
const lockMany = inOrganizations(
  (match) => `
  SELECT FROM tasks WHERE ${match('org_id')} AND task_id = ANY($2::text[]) AND deleted_at IS NULL
  ORDER BY task_id FOR NO KEY UPDATE`,
)

/** A live task among the caller's organizations; locked on writes. Not yet judged. */
export async function findTask(ctx: Context, taskId: string): Promise<TaskSeen | undefined> {
  // Read by a statement of its own: one that waited for the lock would join the project that the task was in before.
  if (ctx.locking) await lockMany(ctx.db, ctx.caller.orgIds, [taskId])
  return (await findOne<TaskSeen>(ctx.db, ctx.caller.orgIds, taskId, ctx.user.user_id))[0]
}

/** Live tasks by id within these organizations; locked when asked. Not yet judged. */
export async function findTasks(
  ctx: Context,
  orgIds: string[],
  taskIds: string[],
  lock: boolean,
): Promise<TaskSeen[]> {
  if (taskIds.length === 0) return []
  if (lock) await lockMany(ctx.db, orgIds, taskIds)
  return findMany<TaskSeen>(ctx.db, orgIds, taskIds, ctx.user.user_id)
}

/**
 * The condition "whoever reads task `t` reads task `o` too", by where they lie and whom they are restricted to; the same
 * rule as `seenAlike`.
 */
export const seenAlikeSql = `coalesce((t.project_id = o.project_id OR (t.project_id IS NULL AND o.project_id IS NULL
    AND (t.team_id = o.team_id OR (t.team_id IS NULL AND o.team_id IS NULL AND t.created_by IN (o.created_by, o.assignee)
      AND (t.assignee IS NULL OR t.assignee IN (o.created_by, o.assignee))))))
  AND (NOT o.restricted OR (t.restricted AND t.restricted_to_user_ids <@ o.restricted_to_user_ids)), false)`

/** A project, a team, or what lies in one, and what decides whether somebody may know its id. */
export interface PlaceJudged {
  org_id: string
  id: string
  project_id: string | null
  visibility: 'public' | 'private' | null
  project_deleted: boolean
  my_role: ProjectRole | null
  /** Whether the person is in the team. */
  joined: boolean
}

const inProject = (table: string, id: string) =>
  `SELECT org_id, ${id} AS id, project_id, NULL AS team_id FROM ${table}`
const inTeam = (table: string, id: string) =>
  `SELECT org_id, ${id} AS id, NULL AS project_id, team_id FROM ${table}`

/** Places `h` as `PlaceJudged`, with the rights of the user whose id the SQL `user` gives. */
export const placesOf = (user: string) => `
  SELECT h.org_id, h.id, h.project_id, p.visibility, p.deleted_at IS NOT NULL AS project_deleted,
    pm.project_role AS my_role, tm.team_role IS NOT NULL AS joined
  FROM (${inProject('projects', 'project_id')} UNION ALL ${inProject('goals', 'goal_id')}
    UNION ALL ${inProject('stops', 'stop_id')}
    UNION ALL ${inTeam('teams', 'team_id')} UNION ALL ${inTeam('sprints', 'sprint_id')}
    UNION ALL ${inTeam('milestones', 'milestone_id')}
    UNION ALL SELECT org_id, section_id, CASE scope_type WHEN 'project' THEN scope_id END,
      CASE scope_type WHEN 'team' THEN scope_id END FROM sections WHERE scope_type <> 'user') h
  LEFT JOIN projects p ON p.org_id = h.org_id AND p.project_id = h.project_id
  LEFT JOIN project_members pm
    ON pm.org_id = h.org_id AND pm.project_id = h.project_id AND pm.user_id = ${user} AND pm.is_active
  LEFT JOIN team_members tm
    ON tm.org_id = h.org_id AND tm.team_id = h.team_id AND tm.user_id = ${user} AND tm.is_active`
