import { auditFields, orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'
import { taskSummarySchema } from '../../work/tasks/schema.ts'

const goalStatuses = s.namedEnum('GoalStatus', ['open', 'closed'])

/** Maximum lengths in code points. */
export const MAX_GOAL_LENGTHS = { name: 200, description: 2000 } as const

const id = s.text({ max: 64 })
const goal_id = s.text('ID of the goal.')
const name = s.nonBlankText(MAX_GOAL_LENGTHS.name, 'Name of the goal.')
const target_date = s.date('Date by which the goal is to be reached. `null` when there is none.')
const description = s.text({ max: MAX_GOAL_LENGTHS.description, description: 'Free text. `null` when there is none.' })
const status = s.stringEnum(goalStatuses, {
  description: 'Setting `closed` records who closed the goal and when; `open` clears both. Tasks do not change.',
})

export const goalCreate = s.namedObject('GoalCreate', { name, ...s.optionalNullables({ target_date, description }) })
export type GoalCreate = s.Static<typeof goalCreate>

export const goalUpdate = s.partialUpdate('GoalUpdate', ['target_date', 'description'], {
  name,
  target_date,
  description,
  status,
})
export type GoalUpdate = s.Static<typeof goalUpdate>

const taskCount = (tasks: string) => s.int(`Number of ${tasks} that the caller can read, excluding subtasks.`)

const goalFields = {
  goal_id,
  org_id: orgIdProperty,
  project_id: s.text('ID of the project that the goal belongs to.'),
  name: s.text('Name of the goal.'),
  target_date: s.nullable(target_date),
  description: s.nullable(s.text('Free text. `null` when there is none.')),
  position: s.int('Position among the goals of the project; lower positions come first.'),
  status,
  closed_at: s.nullable(s.dateTime('Time of closing. `null` while open.')),
  closed_by: s.nullable(s.text('Username of the user who closed it. `null` while open.')),
  converted_from_task_id: s.nullable(
    s.text('ID of the deleted task that was converted to this goal. `null` for other goals.'),
  ),
  ...auditFields,
  tasks_total: taskCount('tasks of the goal'),
  tasks_completed: taskCount('completed tasks of the goal'),
  tasks: s.nullable(
    s.array(taskSummarySchema, {
      description:
        'Tasks of the goal that the caller can read, by title. At most 1000 tasks or 8 MB: `GET /v1/tasks` with ' +
        '`filter[goal]` returns all of them. `null` in lists without `include_tasks` and in responses to writes.',
    }),
  ),
}

export const goal = s.namedObject('Goal', goalFields)
export const goalMoved = s.namedObject('GoalMoved', {
  ...goalFields,
  moved_tasks: s.int('Number of tasks that moved with the goal.'),
})

const sums = {
  goals_tasks_total: taskCount('tasks in goals of the project'),
  goals_tasks_completed: taskCount('completed tasks in goals of the project'),
}
export const projectGoals = s.pageSchema(goal, { project_id: s.text('ID of the project.'), ...sums })

export const orgGoals = s.namedObject('OrganizationGoals', {
  org_id: s.text('ID of the organization.'),
  projects: s.array(projectGoals, {
    description: 'Projects that have goals, in the order of the organization. `next_cursor` is always `null` here.',
  }),
  total: s.int('Number of goals in all projects.'),
})

export const goalDeleted = s.namedObject('GoalDeleted', {
  ...s.okResponse.properties,
  goal_id,
  unfiled_tasks: s.int('Number of tasks removed from the goal, counting only those that the caller can read.'),
})

export const goalOrder = s.namedObject('GoalOrder', {
  goal_ids: s.array(id, {
    minItems: 1,
    description: 'IDs of all goals of the project, each exactly once, in the new order.',
  }),
})
export const goalsReordered = s.namedObject('GoalsReordered', {
  ...s.okResponse.properties,
  goal_ids: s.array(s.text(), 'IDs of all goals of the project, in the new order.'),
})

export const goalMove = s.namedObject('GoalMove', {
  project_id: s.text({ max: 64, description: 'ID of another project of the same organization.' }),
})
export const goalFromTask = s.namedObject('GoalFromTask', {
  task_id: s.text({ max: 64, description: 'ID of a task of this project.' }),
})

export const goalTasksFile = s.namedObject('GoalTasksFile', {
  task_ids: s.array(id, { minItems: 1, maxItems: 200, description: 'IDs of tasks of this project.' }),
})
export const goalTasksFiled = s.namedObject('GoalTasksFiled', {
  ...s.okResponse.properties,
  goal_id,
  filed: s.int('Number of tasks added, not counting those that were already in the goal.'),
})
export const goalTaskUnfiled = s.namedObject('GoalTaskUnfiled', {
  ...s.okResponse.properties,
  goal_id,
  task_id: s.text('ID of the task.'),
})
