import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { sortKey } from '../../kernel/text.ts'
import { reachOf } from '../projects/access.ts'
import { refile } from '../tasks/filing.ts'
import { asGoal } from './access.ts'
import { goalAnswer, presentGoal } from './present.ts'
import * as queries from './queries.ts'
import type { GoalRow } from './queries.ts'
import { attributes, closing, wantedGoal } from './rules.ts'
import type { GoalCreate, GoalUpdate } from './schemas.ts'

type ProjectRef = Pick<GoalRow, 'org_id' | 'project_id'>

export async function createGoal(ctx: Context, project: ProjectRef, body: GoalCreate) {
  const { name, target_date = null, description = null } = body
  const after = { name, target_date, description }
  const row = await queries.insertGoal(ctx, project, { ...after, converted_from_task_id: null })
  ctx.emit({ ...asGoal(row), type: 'goal.created', before: null, after })
  return answer(presentGoal(row, { total: 0, completed: 0 }), row.version)
}

/** Emits one event for changed attributes and one for a changed status. */
export async function updateGoal(ctx: Context, stored: GoalRow, body: GoalUpdate) {
  const next = wantedGoal(stored, body, { username: ctx.user.username, now: ctx.now })
  const subject = asGoal(stored)
  const updated = ctx.emitChange({ ...subject, type: 'goal.updated' }, stored, next, attributes)
  const statusType = next.status === 'closed' ? 'goal.closed' : 'goal.reopened'
  const statusChanged = ctx.emitChange({ ...subject, type: statusType }, stored, next, closing)

  const fields = { ...next, name_key: sortKey(next.name) }
  return goalAnswer(ctx, updated || statusChanged ? await queries.updateGoal(ctx, stored, fields) : stored)
}

export async function deleteGoal(ctx: Context, goal: GoalRow, reason: string | null) {
  const { org_id, goal_id, name } = goal
  const cause = 'goal.deleted'
  const unfiled = await refile(ctx, await reachOf(ctx, org_id), 'goal_id', goal_id, { cause })
  const fields = { is_active: false, deleted_at: ctx.now, delete_reason: reason }
  const row = await queries.updateGoal(ctx, goal, fields)

  // The event counts all tasks; the response counts only those that the caller can read.
  const before = { name, unfiled_tasks: unfiled.all }
  ctx.emit({ ...asGoal(goal), type: 'goal.deleted', before, after: null })
  return answer({ ok: true, goal_id, unfiled_tasks: unfiled.readable }, row.version)
}
