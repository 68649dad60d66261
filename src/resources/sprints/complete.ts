import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { conflict, invalid, unknownReference } from '../../kernel/problem.ts'
import { reachOf } from '../projects/access.ts'
import { taskUpdated } from '../tasks/events.ts'
import { refile } from '../tasks/filing.ts'
import { asSprint, editableSprint } from './access.ts'
import { sprintAnswer } from './present.ts'
import { countAll, updateSprint, type SprintRow } from './queries.ts'
import { statusOf } from './rules.ts'
import { sprint, sprintComplete, sprintParams } from './schemas.ts'

/** Returns the sprint that open tasks move to, or `null`. Throws 409 or 422 unless it is an active sprint of the team. */
function parseMoveTarget(
  { sprint_id, other }: SprintRow & { other: SprintRow | undefined },
  targetId: string | null,
): string | null {
  const loc = ['body', 'move_open_to']
  if (targetId === null) return null
  if (targetId === sprint_id) throw invalid(loc, 'This is the sprint being completed. Send another sprint.')
  if (!other) throw unknownReference(loc, 'sprint of the team')
  if (other.status === 'completed')
    throw conflict('The sprint in move_open_to is completed. Send an active sprint.')
  return targetId
}

/** Moves the open tasks of a sprint and returns the fields that the event records about the move. */
async function moveOpenTasks(
  ctx: Context,
  { org_id, sprint_id }: SprintRow,
  to: string | null,
): Promise<object> {
  const moved = await refile(ctx, await reachOf(ctx, org_id), 'sprint_id', sprint_id, {
    cause: 'sprint.completed',
    to,
    which: 'open',
  })
  return { moved_open_to: to, moved_tasks: moved.all }
}

export const completeSprint = operation({
  id: 'sprints.complete',
  method: 'POST',
  path: '/v1/teams/{team_id}/sprints/{sprint_id}/complete',
  summary: 'Complete a sprint',
  description:
    'Completes a sprint. It stays in the list, is no longer the current sprint, and accepts no more tasks. With ' +
    '`move_open_to`, its open tasks (neither completed nor archived) move to another sprint of the team or to no ' +
    'sprint, including tasks that the caller cannot read; otherwise all tasks stay. Requires: owner of the team or ' +
    'organization admin.',
  scope: 'teams:write',
  params: sprintParams,
  body: sprintComplete,
  bodyOptional: true,
  reply: { status: 200, schema: sprint },
  problems: { 409: 'the sprint, or the sprint in `move_open_to`, is already completed' },
  emits: { 'sprint.completed': 'A sprint was completed.', ...taskUpdated },
  example: { body: { move_open_to: null } },
  access: (call) => editableSprint(call, call.body.move_open_to),
  async handle({ ctx, target, body: { move_open_to } }) {
    if (target.status === 'completed') throw conflict('The sprint is already completed.')
    const moveTo = move_open_to === undefined ? undefined : parseMoveTarget(target, move_open_to)
    const { total, completed } = await countAll(ctx, target)
    const done = statusOf('completed', { username: ctx.user.username, now: ctx.now })
    const row = await updateSprint(ctx, target, done)
    const moved = moveTo === undefined ? {} : await moveOpenTasks(ctx, target, moveTo)
    const { status, completed_at, completed_by } = target
    ctx.emit({
      ...asSprint(target),
      type: 'sprint.completed',
      before: { status, completed_at, completed_by },
      after: { ...done, task_count: total, completed_count: completed, ...moved },
    })
    return sprintAnswer(ctx, row)
  },
})
