import { auditFields, orgIdProperty } from '../../../core/resource-fields.ts'
import {
  okResponse,
  date,
  dateTime,
  int,
  list,
  nullable,
  optionalNullables,
  object,
  stringEnum,
  pageSchema,
  partialUpdate,
  text,
  namedEnum,
  type Static,
} from '../../../core/schema.ts'
import { taskSummarySchema } from '../../work/tasks/schema.ts'

export const goalStatuses = namedEnum('GoalStatus', ['open', 'closed'])

/** Maximum lengths in code points. */
export const MAX_GOAL_LENGTHS = { name: 200, description: 2000 } as const

const id = text({ max: 64 })
const goal_id = text({ description: 'ID of the goal.' })
const name = text({ min: 1, max: MAX_GOAL_LENGTHS.name, visible: true, description: 'Name of the goal.' })
const target_date = date({
  description: 'Date by which the goal is to be reached. `null` when there is none.',
})
const description = text({
  max: MAX_GOAL_LENGTHS.description,
  description: 'Free text. `null` when there is none.',
})
const status = stringEnum(goalStatuses, {
  description: 'Setting `closed` records who closed the goal and when; `open` clears both. Tasks do not change.',
})

export const goalParams = object({ project_id: text(), goal_id: text() })
export const goalListParams = object({ project_id: text() })

export const goalCreate = object({ name, ...optionalNullables({ target_date, description }) }, { title: 'GoalCreate' })
export type GoalCreate = Static<typeof goalCreate>

export const goalUpdate = partialUpdate(
  { name, target_date, description, status },
  { title: 'GoalUpdate', clears: ['target_date', 'description'] },
)
export type GoalUpdate = Static<typeof goalUpdate>

const taskCount = (tasks: string) =>
  int({ description: `Number of ${tasks} that the caller can read, excluding subtasks.` })

const goalFields = {
  goal_id,
  org_id: orgIdProperty,
  project_id: text({ description: 'ID of the project that the goal belongs to.' }),
  name: text({ description: 'Name of the goal.' }),
  target_date: nullable(target_date),
  description: nullable(text({ description: 'Free text. `null` when there is none.' })),
  position: int({ description: 'Position among the goals of the project; lower positions come first.' }),
  status,
  closed_at: nullable(dateTime({ description: 'Time of closing. `null` while open.' })),
  closed_by: nullable(text({ description: 'Username of the user who closed it. `null` while open.' })),
  converted_from_task_id: nullable(
    text({ description: 'ID of the deleted task that was converted to this goal. `null` for other goals.' }),
  ),
  ...auditFields,
  tasks_total: taskCount('tasks of the goal'),
  tasks_completed: taskCount('completed tasks of the goal'),
  tasks: nullable(
    list(taskSummarySchema, {
      description:
        'Tasks of the goal that the caller can read, by title. At most 1000 tasks or 8 MB: `GET /v1/tasks` with ' +
        '`filter[goal]` returns all of them. `null` in lists without `include_tasks` and in responses to writes.',
    }),
  ),
}

export const goal = object(goalFields, { title: 'Goal' })
export const goalMoved = object(
  { ...goalFields, moved_tasks: int({ description: 'Number of tasks that moved with the goal.' }) },
  { title: 'GoalMoved' },
)

const sums = {
  goals_tasks_total: taskCount('tasks in goals of the project'),
  goals_tasks_completed: taskCount('completed tasks in goals of the project'),
}
export const projectGoals = pageSchema(goal, {
  project_id: text({ description: 'ID of the project.' }),
  ...sums,
})

export const orgGoals = object(
  {
    org_id: text({ description: 'ID of the organization.' }),
    projects: list(projectGoals, {
      description: 'Projects that have goals, in the order of the organization. `next_cursor` is always `null` here.',
    }),
    total: int({ description: 'Number of goals in all projects.' }),
  },
  { title: 'OrganizationGoals' },
)

export const goalDeleted = object(
  {
    ...okResponse.properties,
    goal_id,
    unfiled_tasks: int({
      description: 'Number of tasks removed from the goal, counting only those that the caller can read.',
    }),
  },
  { title: 'GoalDeleted' },
)

export const goalOrder = object(
  {
    goal_ids: list(id, {
      minItems: 1,
      description: 'IDs of all goals of the project, each exactly once, in the new order.',
    }),
  },
  { title: 'GoalOrder' },
)
export const goalsReordered = object(
  {
    ...okResponse.properties,
    goal_ids: list(text(), { description: 'IDs of all goals of the project, in the new order.' }),
  },
  { title: 'GoalsReordered' },
)

export const goalMove = object(
  { project_id: text({ max: 64, description: 'ID of another project of the same organization.' }) },
  { title: 'GoalMove' },
)
export const goalFromTask = object(
  { task_id: text({ max: 64, description: 'ID of a task of this project.' }) },
  { title: 'GoalFromTask' },
)

export const goalTasksFile = object(
  { task_ids: list(id, { minItems: 1, maxItems: 200, description: 'IDs of tasks of this project.' }) },
  { title: 'GoalTasksFile' },
)
export const goalTasksFiled = object(
  {
    ...okResponse.properties,
    goal_id,
    filed: int({ description: 'Number of tasks added, not counting those that were already in the goal.' }),
  },
  { title: 'GoalTasksFiled' },
)
export const goalTaskUnfiled = object(
  { ...okResponse.properties, goal_id, task_id: text({ description: 'ID of the task.' }) },
  { title: 'GoalTaskUnfiled' },
)
