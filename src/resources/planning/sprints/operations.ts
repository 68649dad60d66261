import { respond } from '../../../http/result.ts'
import { nameParams } from '../../../http/pagination/name-filter.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { methodAlias, defineOperation } from '../../../http/operation.ts'
import { requireFound, Problem } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { loadTeamVisibility } from '../../work/projects/policy.ts'
import { taskUpdatedEvent } from '../../work/tasks/events.ts'
import { loadTeamForUpdate } from '../teams/policy.ts'
import { loadSprintForUpdate } from './policy.ts'
import * as commands from './commands.ts'
import { presentBurndown, presentSprint } from './presenter.ts'
import * as queries from './queries.ts'
import * as schemas from './schema.ts'

const path = '/v1/teams/{team_id}/sprints/{sprint_id}'

export const listSprintsOperation = defineOperation({
  id: 'sprints.list',
  method: 'GET',
  path: '/v1/teams/{team_id}/sprints',
  summary: 'List sprints',
  description:
    'Returns the active and completed sprints of a team, by default the latest start date first. Counts include only ' +
    'tasks that the caller can read.',
  scope: 'teams:read',
  query: s.object(nameParams),
  list: queries.sprintSorts,
  reply: { status: 200, schema: schemas.sprintPage },
  authorize: ({ ctx, params }) => loadTeamVisibility(ctx, params.team_id),
  async handle({ ctx, target: visibility, params, query, list }) {
    const { found, whole } = await queries.listSprints(ctx, list, visibility, params.team_id, query)
    return respondWithPage(ctx, list, found, presentSprint, whole)
  },
})

export const createSprintOperation = defineOperation({
  id: 'sprints.create',
  method: 'POST',
  path: '/v1/teams/{team_id}/sprints',
  summary: 'Create a sprint',
  description:
    'Creates a sprint in a team. Send either `end_date` or `duration_weeks`. Sprints of a team may overlap. Requires: ' +
    'owner of the team or organization admin.',
  scope: 'teams:write',
  body: schemas.sprintCreate,
  reply: { status: 201, schema: schemas.sprint, created: '/v1/teams/{team_id}/sprints/{sprint_id}' },
  problems: { 409: 'The team already has a sprint with this name (case-insensitive).' },
  emits: { 'sprint.created': 'A sprint was created.' },
  example: { body: { name: 'Sprint 12', start_date: '2026-11-23', duration_weeks: 2 } },
  async authorize({ ctx, params }) {
    const { org_id, team_id, version } = await loadTeamForUpdate(ctx, params.team_id, 'share')
    return { org_id, team_id, version }
  },
  handle: ({ ctx, target: team, body }) => commands.createSprint(ctx, team, body),
})

export const getCurrentSprintOperation = defineOperation({
  id: 'sprints.current',
  method: 'GET',
  path: '/v1/teams/{team_id}/sprints/current',
  summary: 'Get the current sprint',
  description:
    "Returns the active sprint of a team that includes today in the caller's `time_zone` (see `/v1/me`). When several " +
    'do, returns the one that started last, then the one created last.',
  scope: 'teams:read',
  reply: { status: 200, schema: schemas.sprint },
  problems: { 404: 'No active sprint of the team includes today.' },
  authorize: ({ ctx, params }) => loadTeamVisibility(ctx, params.team_id),
  async handle({ ctx, target: visibility, params }) {
    const row = await queries.findCurrentSprint(ctx, visibility, params.team_id)
    if (!row) throw new Problem(404, 'The team has no current sprint: no active sprint includes today.')
    return respond(presentSprint(row), row.version)
  },
})

export const getSprintOperation = defineOperation({
  id: 'sprints.read',
  method: 'GET',
  path,
  summary: 'Get a sprint',
  description: 'Returns a sprint. Counts include only tasks that the caller can read.',
  scope: 'teams:read',
  reply: { status: 200, schema: schemas.sprint },
  async authorize({ ctx, params }) {
    const visibility = await loadTeamVisibility(ctx, params.team_id)
    return requireFound(await queries.findSprint(ctx, visibility, params.team_id, params.sprint_id))
  },
  handle: async ({ target }) => respond(presentSprint(target), target.version),
})

export const getSprintBurndownOperation = defineOperation({
  id: 'sprints.burndown',
  method: 'GET',
  path: `${path}/burndown`,
  summary: 'Get the burndown of a sprint',
  description:
    'Returns how many tasks were open and completed at the end of each day of a sprint, and how many were added and ' +
    "removed, in the caller's `time_zone` (see `/v1/me`). Archived tasks count as removed, deleted tasks not at all. The " +
    'last day of a completed sprint ends before its completion, so that tasks moved by it count. Counts include only ' +
    'tasks that the caller can read, with the history that they have.',
  scope: 'teams:read',
  reply: { status: 200, schema: schemas.sprintBurndown },
  async authorize({ ctx, params }) {
    const visibility = await loadTeamVisibility(ctx, params.team_id)
    return requireFound(await queries.findSprintHistory(ctx, visibility, params.team_id, params.sprint_id))
  },
  handle: async ({ ctx, target }) => respond(presentBurndown(ctx, target)),
})

export const updateSprintOperation = defineOperation({
  id: 'sprints.update',
  method: 'PATCH',
  path,
  summary: 'Update a sprint',
  description:
    'Updates the fields in the body; omitted fields keep their value. `null` clears `description` and `goal`. Setting ' +
    '`status` to `completed` records who completed the sprint and when, `active` reopens it; its tasks stay in it. ' +
    'Requires: owner of the team or organization admin.',
  scope: 'teams:write',
  body: schemas.sprintUpdate,
  reply: { status: 200, schema: schemas.sprint },
  problems: { 409: 'Another sprint of the team has this name (case-insensitive).' },
  emits: { 'sprint.updated': 'Attributes of a sprint changed.' },
  example: { body: { duration_weeks: 3 } },
  authorize: (call) => loadSprintForUpdate(call),
  handle: ({ ctx, target: sprint, body }) => commands.updateSprint(ctx, sprint, body),
})

export const putSprintOperation = methodAlias('PUT', updateSprintOperation, 'sprints.update_put')

export const completeSprintOperation = defineOperation({
  id: 'sprints.complete',
  method: 'POST',
  path: `${path}/complete`,
  summary: 'Complete a sprint',
  description:
    'Completes a sprint. It stays in the list, is no longer the current sprint, and accepts no more tasks. With ' +
    '`move_open_to`, its open tasks (neither completed nor archived) move to another sprint of the team or to no ' +
    'sprint, including tasks that the caller cannot read; otherwise all tasks stay. Requires: owner of the team or ' +
    'organization admin.',
  scope: 'teams:write',
  body: schemas.sprintComplete,
  bodyOptional: true,
  reply: { status: 200, schema: schemas.sprint },
  problems: { 409: 'The sprint, or the sprint in `move_open_to`, is already completed.' },
  emits: { 'sprint.completed': 'A sprint was completed.', ...taskUpdatedEvent },
  example: { body: { move_open_to: null } },
  authorize: (call) => loadSprintForUpdate(call, call.body.move_open_to),
  handle: ({ ctx, target, body }) => commands.completeSprint(ctx, target, body.move_open_to),
})

export const deleteSprintOperation = defineOperation({
  id: 'sprints.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path,
  summary: 'Delete a sprint',
  description:
    'Deletes a sprint. Its tasks are kept and no longer belong to a sprint. Requires: owner of the team or ' +
    'organization admin.',
  scope: 'teams:write',
  query: s.object({
    reason: s.optional(s.text({ max: 2000, description: 'Reason for the deletion, stored with the sprint.' })),
  }),
  reply: { status: 200, schema: schemas.sprintDeleted },
  emits: { 'sprint.deleted': 'A sprint was deleted.', ...taskUpdatedEvent },
  authorize: (call) => loadSprintForUpdate(call),
  handle: ({ ctx, target: sprint, query }) => commands.deleteSprint(ctx, sprint, query.reason ?? null),
})
