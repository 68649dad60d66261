import { respond } from '../../../http/result.ts'
import { nameParams } from '../../../http/pagination/name-filter.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { deprecatedPut, defineOperation } from '../../../http/operation.ts'
import { notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { loadProjectForUpdate, loadProjectVisibility } from '../../work/projects/policy.ts'
import { taskUpdatedEvent } from '../../work/tasks/events.ts'
import { loadGoalForUpdate } from './policy.ts'
import * as commands from './commands.ts'
import { presentGoal, presentGoalsWithTasks, presentGoalTotals } from './presenter.ts'
import * as queries from './queries.ts'
import * as schemas from './schema.ts'
import { goalCreatedEvent } from './events.ts'

const path = '/v1/projects/{project_id}/goals/{goal_id}'

export const listGoalsOperation = defineOperation({
  id: 'goals.list',
  method: 'GET',
  path: '/v1/projects/{project_id}/goals',
  summary: 'List goals',
  description:
    'Returns the goals of a project, by position unless sorted otherwise. Counts include only tasks that the caller ' +
    'can read; `goals_tasks_total` and `goals_tasks_completed` cover all pages. With `include_tasks`, a page may have ' +
    'fewer than `limit` goals to limit its size: follow `next_cursor`.',
  scope: 'projects:read',
  params: schemas.goalListParams,
  query: s.object({
    ...nameParams,
    include_tasks: s.optional(s.bool({ description: 'Includes the tasks of each goal as `tasks`. Default: `false`.' })),
  }),
  list: queries.goalSorts,
  reply: { status: 200, schema: schemas.projectGoals },
  authorize: ({ ctx, params }) => loadProjectVisibility(ctx, params.project_id),
  async handle({ ctx, target: visibility, params, query, list }) {
    const withTasks = query.include_tasks === true
    const { found, whole } = await queries.listGoals(ctx, list, visibility, params.project_id, query)
    const present = (page: queries.GoalWithCounts[]) =>
      withTasks ? presentGoalsWithTasks(ctx, visibility, page) : page.map((row) => presentGoal(row, row.counts))
    return respondWithPage(ctx, list, found, present, presentGoalTotals(params.project_id, whole))
  },
})

export const createGoalOperation = defineOperation({
  id: 'goals.create',
  method: 'POST',
  path: '/v1/projects/{project_id}/goals',
  summary: 'Create a goal',
  description:
    'Creates an open goal after the other goals of the project. Requires: owner or editor of the project, or ' +
    'organization admin.',
  scope: 'projects:write',
  params: schemas.goalListParams,
  body: schemas.goalCreate,
  reply: { status: 201, schema: schemas.goal },
  emits: goalCreatedEvent,
  example: { body: { name: 'Reopen the north quay', target_date: '2027-03-31' } },
  async authorize({ ctx, params }) {
    const { org_id, project_id, version } = await loadProjectForUpdate(ctx, params.project_id)
    return { org_id, project_id, version }
  },
  handle: ({ ctx, target: project, body }) => commands.createGoal(ctx, project, body),
})

export const getGoalOperation = defineOperation({
  id: 'goals.read',
  method: 'GET',
  path,
  summary: 'Get a goal',
  description: 'Returns a goal with its tasks. Tasks and counts include only tasks that the caller can read.',
  scope: 'projects:read',
  params: schemas.goalParams,
  reply: { status: 200, schema: schemas.goal },
  async authorize({ ctx, params }) {
    const visibility = await loadProjectVisibility(ctx, params.project_id)
    const row = await queries.findGoalWithTasks(ctx, visibility, params.project_id, params.goal_id)
    if (!row) throw notFound()
    return { visibility, row }
  },
  handle: async ({ ctx, target: { visibility, row } }) =>
    respond((await presentGoalsWithTasks(ctx, visibility, [row]))[0], row.version),
})

export const updateGoalOperation = defineOperation({
  id: 'goals.update',
  method: 'PATCH',
  path,
  summary: 'Update a goal',
  description:
    'Updates the fields in the body; omitted fields keep their value. `null` clears `target_date` and `description`. ' +
    'Setting `status` to `closed` records who closed the goal and when, `open` reopens it; its tasks do not change. ' +
    'Requires: owner or editor of the project, or organization admin.',
  scope: 'projects:write',
  params: schemas.goalParams,
  body: schemas.goalUpdate,
  reply: { status: 200, schema: schemas.goal },
  emits: {
    'goal.updated': 'Attributes of a goal changed.',
    'goal.closed': 'A goal was closed.',
    'goal.reopened': 'A closed goal was reopened.',
  },
  example: { body: { status: 'closed' } },
  authorize: loadGoalForUpdate,
  handle: ({ ctx, target: goal, body }) => commands.updateGoal(ctx, goal, body),
})

export const putGoalOperation = deprecatedPut(updateGoalOperation, 'goals.replace')

export const deleteGoalOperation = defineOperation({
  id: 'goals.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path,
  summary: 'Delete a goal',
  description:
    'Deletes a goal. Its tasks are kept and no longer belong to a goal. Requires: owner or editor of the project, or ' +
    'organization admin.',
  scope: 'projects:write',
  params: schemas.goalParams,
  query: s.object({
    reason: s.optional(s.text({ max: 2000, description: 'Reason for the deletion, stored with the goal.' })),
  }),
  reply: { status: 200, schema: schemas.goalDeleted },
  emits: { 'goal.deleted': 'A goal was deleted.', ...taskUpdatedEvent },
  authorize: loadGoalForUpdate,
  handle: ({ ctx, target: goal, query }) => commands.deleteGoal(ctx, goal, query.reason ?? null),
})
