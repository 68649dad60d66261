import { auditFields, orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'
import { taskSummarySchema } from '../../work/tasks/schema.ts'

export const goalStatuses = s.namedEnum('GoalStatus', ['open', 'closed'])

/** Maximum lengths in code points. */
export const MAX_GOAL_LENGTHS = { name: 200, description: 2000 } as const

const id = s.text({ max: 64 })
const goal_id = s.text({ description: 'ID of the goal.' })
const name = s.text({ min: 1, max: MAX_GOAL_LENGTHS.name, visible: true, description: 'Name of the goal.' })
const target_date = s.date({ description: 'Date by which the goal is to be reached. `null` when there is none.' })
const description = s.text({ max: MAX_GOAL_LENGTHS.description, description: 'Free text. `null` when there is none.' })
const status = s.stringEnum(goalStatuses, {
  description: 'Setting `closed` records who closed the goal and when; `open` clears both. Tasks do not change.',
})

export const goalParams = s.object({ project_id: s.text(), goal_id: s.text() })
export const goalListParams = s.object({ project_id: s.text() })

export const goalCreate = s.object(
  { name, ...s.optionalNullables({ target_date, description }) },
  { title: 'GoalCreate' },
)
export type GoalCreate = s.Static<typeof goalCreate>

export const goalUpdate = s.partialUpdate(
  { name, target_date, description, status },
  { title: 'GoalUpdate', clears: ['target_date', 'description'] },
)
export type GoalUpdate = s.Static<typeof goalUpdate>

const taskCount = (tasks: string) =>
  s.int({ description: `Number of ${tasks} that the caller can read, excluding subtasks.` })

const goalFields = {
  goal_id,
  org_id: orgIdProperty,
  project_id: s.text({ description: 'ID of the project that the goal belongs to.' }),
  name: s.text({ description: 'Name of the goal.' }),
  target_date: s.nullable(target_date),
  description: s.nullable(s.text({ description: 'Free text. `null` when there is none.' })),
  position: s.int({ description: 'Position among the goals of the project; lower positions come first.' }),
  status,
  closed_at: s.nullable(s.dateTime({ description: 'Time of closing. `null` while open.' })),
  closed_by: s.nullable(s.text({ description: 'Username of the user who closed it. `null` while open.' })),
  converted_from_task_id: s.nullable(
    s.text({ description: 'ID of the deleted task that was converted to this goal. `null` for other goals.' }),
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

export const goal = s.object(goalFields, { title: 'Goal' })
export const goalMoved = s.object(
  { ...goalFields, moved_tasks: s.int({ description: 'Number of tasks that moved with the goal.' }) },
  { title: 'GoalMoved' },
)

const sums = {
  goals_tasks_total: taskCount('tasks in goals of the project'),
  goals_tasks_completed: taskCount('completed tasks in goals of the project'),
}
export const projectGoals = s.pageSchema(goal, { project_id: s.text({ description: 'ID of the project.' }), ...sums })

export const orgGoals = s.object(
  {
    org_id: s.text({ description: 'ID of the organization.' }),
    projects: s.array(projectGoals, {
      description: 'Projects that have goals, in the order of the organization. `next_cursor` is always `null` here.',
    }),
    total: s.int({ description: 'Number of goals in all projects.' }),
  },
  { title: 'OrganizationGoals' },
)

export const goalDeleted = s.object(
  {
    ...s.okResponse.properties,
    goal_id,
    unfiled_tasks: s.int({
      description: 'Number of tasks removed from the goal, counting only those that the caller can read.',
    }),
  },
  { title: 'GoalDeleted' },
)

export const goalOrder = s.object(
  {
    goal_ids: s.array(id, {
      minItems: 1,
      description: 'IDs of all goals of the project, each exactly once, in the new order.',
    }),
  },
  { title: 'GoalOrder' },
)
export const goalsReordered = s.object(
  {
    ...s.okResponse.properties,
    goal_ids: s.array(s.text(), { description: 'IDs of all goals of the project, in the new order.' }),
  },
  { title: 'GoalsReordered' },
)

export const goalMove = s.object(
  { project_id: s.text({ max: 64, description: 'ID of another project of the same organization.' }) },
  { title: 'GoalMove' },
)
export const goalFromTask = s.object(
  { task_id: s.text({ max: 64, description: 'ID of a task of this project.' }) },
  { title: 'GoalFromTask' },
)

export const goalTasksFile = s.object(
  { task_ids: s.array(id, { minItems: 1, maxItems: 200, description: 'IDs of tasks of this project.' }) },
  { title: 'GoalTasksFile' },
)
export const goalTasksFiled = s.object(
  {
    ...s.okResponse.properties,
    goal_id,
    filed: s.int({ description: 'Number of tasks added, not counting those that were already in the goal.' }),
  },
  { title: 'GoalTasksFiled' },
)
export const goalTaskUnfiled = s.object(
  { ...s.okResponse.properties, goal_id, task_id: s.text({ description: 'ID of the task.' }) },
  { title: 'GoalTaskUnfiled' },
)
