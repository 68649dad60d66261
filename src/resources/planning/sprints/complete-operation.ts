import { defineOperation } from '../../../http/operation.ts'
import { taskUpdatedEvent } from '../../work/tasks/events.ts'
import { loadSprintForUpdate } from './policy.ts'
import * as commands from './commands.ts'
import { sprint, sprintComplete, sprintParams } from './schema.ts'

export const completeSprintOperation = defineOperation({
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
  problems: { 409: 'The sprint, or the sprint in `move_open_to`, is already completed.' },
  emits: { 'sprint.completed': 'A sprint was completed.', ...taskUpdatedEvent },
  example: { body: { move_open_to: null } },
  authorize: (call) => loadSprintForUpdate(call, call.body.move_open_to),
  handle: ({ ctx, target, body }) => commands.completeSprint(ctx, target, body.move_open_to),
})
