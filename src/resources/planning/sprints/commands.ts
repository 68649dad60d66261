import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { conflict, invalid, unknownReference } from '../../../core/errors.ts'
import { loadOrgVisibility } from '../../work/projects/policy.ts'
import { reassignTasks } from '../../work/tasks/commands/reassign.ts'
import { buildSprintSubject } from './policy.ts'
import { presentSprint, respondWithSprint } from './presenter.ts'
import * as queries from './queries.ts'
import type { SprintRow } from './queries.ts'
import { sprintEditableFields, newSprint, buildSprintStatusFields, applySprintUpdate } from './rules.ts'
import type { SprintCreate, SprintUpdate } from './schema.ts'

type TeamRef = Pick<SprintRow, 'org_id' | 'team_id'>

export async function createSprint(ctx: Context, team: TeamRef, body: SprintCreate) {
  const row = await queries.insertSprint(ctx, team, newSprint(body))
  const { team_id, name, description, goal, start_date, end_date } = row
  const after = { team_id, name, description, goal, start_date, end_date }
  ctx.emit({ ...buildSprintSubject(row), type: 'sprint.created', before: null, after })
  return respond(presentSprint({ ...row, counts: { total: 0, completed: 0 } }), row.version)
}

export async function updateSprint(ctx: Context, stored: SprintRow, body: SprintUpdate) {
  const next = applySprintUpdate(stored, body, { username: ctx.user.username, now: ctx.now })
  const subject = { ...buildSprintSubject(stored), type: 'sprint.updated' }
  if (ctx.emitChange(subject, stored, next, sprintEditableFields)) await queries.saveSprint(ctx, stored, next)
  return respondWithSprint(ctx, stored)
}

/** Completes a sprint. `moveOpenTo` undefined leaves open tasks in it, null removes them. */
export async function completeSprint(
  ctx: Context,
  sprint: SprintRow & { other: SprintRow | undefined },
  moveOpenTo: string | null | undefined,
) {
  if (sprint.status === 'completed') throw conflict('The sprint is already completed.')
  if (moveOpenTo != null) requireMoveTarget(sprint, moveOpenTo)

  const { total, completed } = await queries.countSprintTasks(ctx, sprint)
  const done = buildSprintStatusFields('completed', { username: ctx.user.username, now: ctx.now })
  const row = await queries.saveSprint(ctx, sprint, done)
  const moved = moveOpenTo === undefined ? {} : await moveOpenTasks(ctx, sprint, moveOpenTo)

  const { status, completed_at, completed_by } = sprint
  ctx.emit({
    ...buildSprintSubject(sprint),
    type: 'sprint.completed',
    before: { status, completed_at, completed_by },
    after: { ...done, task_count: total, completed_count: completed, ...moved },
  })
  return respondWithSprint(ctx, row)
}

export async function deleteSprint(ctx: Context, sprint: SprintRow, reason: string | null) {
  const { org_id, sprint_id, name } = sprint
  const cause = 'sprint.deleted'
  const unfiled = await reassignTasks(ctx, await loadOrgVisibility(ctx, org_id), 'sprint_id', sprint_id, { cause })
  const row = await queries.markSprintDeleted(ctx, sprint, reason)

  const before = { name, unfiled_tasks: unfiled.total }
  ctx.emit({ ...buildSprintSubject(sprint), type: 'sprint.deleted', before, after: null })
  return respond({ ok: true, sprint_id, unfiled_tasks: unfiled.readable }, row.version)
}

/** Throws 409 or 422 unless open tasks can move to this sprint: another active one of the team. */
function requireMoveTarget({ sprint_id, other }: SprintRow & { other: SprintRow | undefined }, targetId: string): void {
  const loc = ['body', 'move_open_to']
  if (targetId === sprint_id) throw invalid(loc, 'This is the sprint being completed. Send another sprint.')
  if (!other) throw unknownReference(loc, 'sprint of the team')
  if (other.status === 'completed') throw conflict('The sprint in move_open_to is completed. Send an active sprint.')
}

async function moveOpenTasks(ctx: Context, { org_id, sprint_id }: SprintRow, to: string | null) {
  const options = { cause: 'sprint.completed', to, which: 'open' } as const
  const moved = await reassignTasks(ctx, await loadOrgVisibility(ctx, org_id), 'sprint_id', sprint_id, options)
  return { moved_open_to: to, moved_tasks: moved.total }
}
