import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { toSortKey } from '../../../core/text.ts'
import { loadOrgVisibility } from '../../work/projects/policy.ts'
import { reassignTasks } from '../../work/tasks/commands/reassign.ts'
import { goalSubject } from './policy.ts'
import { respondWithGoal, presentGoal } from './presenter.ts'
import * as queries from './queries.ts'
import type { GoalRow } from './queries.ts'
import { goalEditableFields, goalStatusFields, applyGoalUpdate } from './rules.ts'
import type { GoalCreate, GoalUpdate } from './schema.ts'

type ProjectRef = Pick<GoalRow, 'org_id' | 'project_id'>

export async function createGoal(ctx: Context, project: ProjectRef, body: GoalCreate) {
  const { name, target_date = null, description = null } = body
  const after = { name, target_date, description }
  const row = await queries.insertGoal(ctx, project, { ...after, converted_from_task_id: null })
  ctx.emit({ ...goalSubject(row), type: 'goal.created', before: null, after })
  return respond(presentGoal(row, { total: 0, completed: 0 }), row.version)
}

/** Emits one event for changed attributes and one for a changed status. */
export async function updateGoal(ctx: Context, stored: GoalRow, body: GoalUpdate) {
  const next = applyGoalUpdate(stored, body, { username: ctx.user.username, now: ctx.now })
  const subject = goalSubject(stored)
  const updated = ctx.emitChange({ ...subject, type: 'goal.updated' }, stored, next, goalEditableFields)
  const statusType = next.status === 'closed' ? 'goal.closed' : 'goal.reopened'
  const statusChanged = ctx.emitChange({ ...subject, type: statusType }, stored, next, goalStatusFields)

  const fields = { ...next, name_key: toSortKey(next.name) }
  return respondWithGoal(ctx, updated || statusChanged ? await queries.saveGoal(ctx, stored, fields) : stored)
}

export async function deleteGoal(ctx: Context, goal: GoalRow, reason: string | null) {
  const { org_id, goal_id, name } = goal
  const cause = 'goal.deleted'
  const unfiled = await reassignTasks(ctx, await loadOrgVisibility(ctx, org_id), 'goal_id', goal_id, {
    cause,
  })
  const fields = { is_active: false, deleted_at: ctx.now, delete_reason: reason }
  const row = await queries.saveGoal(ctx, goal, fields)

  // The event counts all tasks; the response counts only those that the caller can read.
  const before = { name, unfiled_tasks: unfiled.total }
  ctx.emit({ ...goalSubject(goal), type: 'goal.deleted', before, after: null })
  return respond({ ok: true, goal_id, unfiled_tasks: unfiled.readable }, row.version)
}
