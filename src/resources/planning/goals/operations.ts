import { respond } from '../../../http/result.ts'
import { nameParams } from '../../../http/pagination/name-filter.ts'
import { respondWithRows } from '../../../http/pagination/pagination.ts'
import { deprecatedPut, defineOperation } from '../../../http/operation.ts'
import { notFound, requireFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { loadOrgVisibility, loadProjectForUpdate, loadProjectVisibility } from '../../work/projects/policy.ts'
import { taskMoved, taskDeleted, taskUpdatedEvent } from '../../work/tasks/events.ts'
import {
  buildGoalSubject,
  loadGoalForUpdate,
  loadReadableGoal,
  lockProjectForConversion,
  lockGoalAndDestination,
} from './policy.ts'
import * as commands from './commands.ts'
import { presentGoal, presentGoalsWithTasks, presentGoalTotals, sumTaskCounts } from './presenter.ts'
import * as queries from './queries.ts'
import * as schemas from './schema.ts'
import { requireAllListed } from '../../../core/manual-order.ts'
import { loadEditableTask, lockClaimsByIds, lockTaskClaim } from '../../work/tasks/policy.ts'

const goalCreatedEvent = { 'goal.created': 'A goal was created.' }
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
  query: s.object({
    ...nameParams,
    include_tasks: s.optional(s.bool('Includes the tasks of each goal as `tasks`. Default: `false`.')),
  }),
  list: queries.goalSorts,
  reply: { status: 200, schema: schemas.projectGoals },
  authorize: ({ ctx, params }) => loadProjectVisibility(ctx, params.project_id),
  async handle({ ctx, target: visibility, params, query, list }) {
    const withTasks = query.include_tasks === true
    const { found, whole } = await queries.listGoals(ctx, list, visibility, params.project_id, query)
    const present = (page: queries.GoalWithCounts[]) =>
      withTasks ? presentGoalsWithTasks(ctx, visibility, page) : page.map((row) => presentGoal(row, row.counts))
    return respondWithRows(ctx, list, found, present, presentGoalTotals(params.project_id, whole))
  },
})

function groupByProject<G extends { project_id: string }>(goals: readonly G[]): G[][] {
  const groups: G[][] = []
  for (const goal of goals) {
    const last = groups.at(-1)
    if (last?.[0]?.project_id === goal.project_id) last.push(goal)
    else groups.push([goal])
  }
  return groups
}

export const listOrganizationGoalsOperation = defineOperation({
  id: 'goals.org',
  method: 'GET',
  path: '/v1/goals',
  summary: 'List goals of an organization',
  description:
    'Returns all goals of all projects that the caller can read, grouped by project, without pagination. Projects ' +
    'without goals are omitted. Counts include only tasks that the caller can read.',
  scope: 'projects:read',
  query: s.object({ org_id: s.text('ID of the organization.') }),
  reply: { status: 200, schema: schemas.orgGoals },
  authorize: ({ ctx, query }) => loadOrgVisibility(ctx, ctx.caller.requireMembership(query.org_id).org_id),
  async handle({ ctx, target: visibility }) {
    const found = await queries.listOrganizationGoals(ctx, visibility)
    return respond({
      org_id: visibility.org_id,
      projects: groupByProject(found).map((goals) => ({
        data: goals.map((goal) => presentGoal(goal, goal.counts)),
        next_cursor: null,
        ...presentGoalTotals(goals[0]!.project_id, sumTaskCounts(goals.map((goal) => goal.counts))),
      })),
      total: found.length,
    })
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
  body: schemas.goalCreate,
  reply: { status: 201, schema: schemas.goal, created: '/v1/projects/{project_id}/goals/{goal_id}' },
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
  reply: { status: 200, schema: schemas.goal },
  async authorize({ ctx, params }) {
    const visibility = await loadProjectVisibility(ctx, params.project_id)
    const row = requireFound(await queries.findGoalWithTasks(ctx, visibility, params.project_id, params.goal_id))
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
  query: s.object({
    reason: s.optional(s.text({ max: 2000, description: 'Reason for the deletion, stored with the goal.' })),
  }),
  reply: { status: 200, schema: schemas.goalDeleted },
  emits: { 'goal.deleted': 'A goal was deleted.', ...taskUpdatedEvent },
  authorize: loadGoalForUpdate,
  handle: ({ ctx, target: goal, query }) => commands.deleteGoal(ctx, goal, query.reason ?? null),
})

export const reorderGoalsOperation = defineOperation({
  id: 'goals.reorder',
  method: 'POST',
  path: '/v1/projects/{project_id}/goals/reorder',
  summary: 'Reorder goals',
  description:
    'Stores a new order of all goals of a project. `If-Match` refers to the project. The ETags of goals change with ' +
    'their positions, but earlier ETags still match in `If-Match`. Requires: owner or editor of the project, or ' +
    'organization admin.',
  scope: 'projects:write',
  body: schemas.goalOrder,
  reply: { status: 200, schema: schemas.goalsReordered },
  problems: { 422: 'A goal of the project is missing or listed twice, or an ID is unknown.' },
  emits: { 'goal.reordered': 'The goals of a project were reordered.' },
  example: { body: { goal_ids: ['G06B8Q3X9D1KZ7Y5P', 'G06B8Q3X9D1KZ7Y5Q'] } },
  // Locking the project row serializes changes to the order of its goals.
  authorize: ({ ctx, params }) => loadProjectForUpdate(ctx, params.project_id),
  async handle({ ctx, target, body: { goal_ids } }) {
    const before = await queries.listGoalIds(ctx, target)
    requireAllListed(goal_ids, before, ['body', 'goal_ids'], 'goal of the project')
    if (before.some((id, i) => id !== goal_ids[i])) {
      await queries.saveGoalOrder(ctx, target.org_id, goal_ids)
      const subject = buildGoalSubject({ ...target, goal_id: goal_ids[0]! })
      ctx.emit({ ...subject, type: 'goal.reordered', before: { goal_ids: before }, after: { goal_ids } })
    }
    return respond({ ok: true, goal_ids }, target.version)
  },
})

export const moveGoalOperation = defineOperation({
  id: 'goals.move',
  method: 'POST',
  path: `${path}/move`,
  summary: 'Move a goal to another project',
  description:
    'Moves a goal and all its tasks to another project, after the other goals there. Tasks leave sprints and ' +
    'milestones of teams that they no longer belong to. Requires: owner or editor of both projects or organization ' +
    'admin, and permission to edit every task.',
  scope: 'projects:write',
  body: schemas.goalMove,
  reply: { status: 200, schema: schemas.goalMoved },
  problems: {
    403: 'The caller may not edit one of the projects, or not move one of the tasks, which `detail` names.',
    422: 'The project belongs to another organization.',
  },
  emits: { 'goal.moved': 'A goal was moved to another project.', ...taskMoved },
  example: { body: { project_id: 'P06B8Q3X9D1KZ7Y5P' } },
  authorize: lockGoalAndDestination,
  async handle({ ctx, target: goal, params }) {
    if (goal.project_id !== params.project_id) throw notFound()
    return commands.moveGoal(ctx, goal)
  },
})

export const convertTaskToGoalOperation = defineOperation({
  id: 'goals.convert_task',
  method: 'POST',
  path: '/v1/projects/{project_id}/goals/from-task',
  summary: 'Convert a task to a goal',
  description:
    'Creates a goal from the title, description and due date of a task, after the other goals of the project, and ' +
    'deletes the task. Subtasks lose their parent; those in the project that the caller may edit are added to the ' +
    'goal. Requires: owner or editor of the project or organization admin, and permission to delete the task.',
  scope: 'projects:write',
  body: schemas.goalFromTask,
  reply: { status: 201, schema: schemas.goal, created: '/v1/projects/{project_id}/goals/{goal_id}' },
  problems: {
    409: 'The task is restricted, and goals are visible to all readers of the project.',
    422: 'The task belongs to another project, or its title or description is too long for a goal.',
  },
  emits: { ...goalCreatedEvent, ...taskDeleted, ...taskUpdatedEvent },
  example: { body: { task_id: 'T06B8Q3X9D1KZ7Y5P' } },
  authorize: lockProjectForConversion,
  lockClaims: ({ ctx, target, body }) => lockClaimsByIds(ctx, target.org_id, [body.task_id]),
  handle: ({ ctx, target: project, body }) => commands.convertTaskToGoal(ctx, project, body.task_id),
})

export const addGoalTasksOperation = defineOperation({
  id: 'goals.file_tasks',
  method: 'POST',
  path: `${path}/tasks`,
  summary: 'Add tasks to a goal',
  description:
    'Adds tasks of the same project to a goal, all or none of them. A task of another goal is removed from that goal. ' +
    'Requires: permission to read the project and to edit every task.',
  scope: 'projects:write',
  body: schemas.goalTasksFile,
  reply: { status: 200, schema: schemas.goalTasksFiled },
  problems: { 422: 'A task does not exist, is not readable, or belongs to another project.' },
  emits: taskUpdatedEvent,
  example: { body: { task_ids: ['T06B8Q3X9D1KZ7Y5P'] } },
  authorize: loadReadableGoal,
  lockClaims: ({ ctx, target, body }) => lockClaimsByIds(ctx, target.org_id, body.task_ids),
  handle: ({ ctx, target: goal, body }) => commands.addTasksToGoal(ctx, goal, body.task_ids),
})

export const removeGoalTaskOperation = defineOperation({
  id: 'goals.unfile_task',
  method: 'DELETE',
  path: `${path}/tasks/{task_id}`,
  summary: 'Remove a task from a goal',
  description:
    'Removes a task from a goal; the task is otherwise unchanged. Does nothing when the task is not in the goal. ' +
    '`If-Match` refers to the task. Requires: permission to edit the task.',
  scope: 'projects:write',
  reply: { status: 200, schema: schemas.goalTaskUnfiled },
  emits: taskUpdatedEvent,
  async authorize(call) {
    await loadReadableGoal(call)
    return loadEditableTask(call)
  },
  lockClaims: lockTaskClaim,
  handle: ({ ctx, target: task, params }) => commands.removeTaskFromGoal(ctx, params.goal_id, task),
})
