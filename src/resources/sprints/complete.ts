import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { conflict, invalid, unknownReference } from '../../kernel/problem.ts'
import { reachOf } from '../projects/access.ts'
import { taskUpdated } from '../tasks/events.ts'
import { refile } from '../tasks/filing.ts'
import { asSprint, editableSprint } from './access.ts'
import { sprintAnswer } from './present.ts'
import { countAll, updateSprint } from './queries.ts'
import type { SprintRow } from './rows.ts'
import { statusOf } from './rules.ts'
import { sprint, sprintComplete, sprintParams } from './schemas.ts'

/** Where the open tasks of a sprint are to go: into another one of its team that is not completed, or into none. */
function placeForOpen(
  { sprint_id, other }: SprintRow & { other: SprintRow | undefined },
  named: string | null,
): string | null {
  const loc = ['body', 'move_open_to']
  if (named === null) return null
  if (named === sprint_id) throw invalid(loc, 'The sprint itself is being completed: name another one.')
  if (!other) throw unknownReference(loc, 'sprint of the team')
  if (other.status === 'completed') throw conflict('The sprint to move open tasks to is completed.')
  return named
}

/** Carries over the open tasks as the body says; gives what the event tells of it. */
async function carryOver(ctx: Context, { org_id, sprint_id }: SprintRow, to: string | null): Promise<object> {
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
    'Owners of the team and org admins. It stays in the list, is no longer current, and takes no more tasks. With ' +
    '`move_open_to` its open tasks, those neither completed nor archived, go into another sprint of the team or into ' +
    'none, whether you can read them or not; without it all stay.',
  scope: 'teams:write',
  params: sprintParams,
  body: sprintComplete,
  bodyOptional: true,
  reply: { status: 200, schema: sprint },
  problems: { 409: 'the sprint is completed already, or the one that its tasks are to go to is' },
  emits: { 'sprint.completed': 'A sprint was completed.', ...taskUpdated },
  example: { body: { move_open_to: null } },
  access: (call) => editableSprint(call, call.body.move_open_to),
  async handle({ ctx, target, body: { move_open_to: named } }) {
    if (target.status === 'completed') throw conflict('The sprint is completed already.')
    const place = named === undefined ? undefined : placeForOpen(target, named)
    const { total, completed } = await countAll(ctx, target)
    const done = statusOf('completed', { username: ctx.user.username, now: ctx.now })
    const row = await updateSprint(ctx, target, done)
    const carried = place === undefined ? {} : await carryOver(ctx, target, place)
    const { status, completed_at, completed_by } = target
    ctx.emit({
      ...asSprint(target),
      type: 'sprint.completed',
      before: { status, completed_at, completed_by },
      after: { ...done, task_count: total, completed_count: completed, ...carried },
    })
    return sprintAnswer(ctx, row)
  },
})
