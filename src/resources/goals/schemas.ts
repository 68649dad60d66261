import {
  bool,
  date,
  dateTime,
  int,
  list,
  nullable,
  nullables,
  object,
  oneOf,
  pageOf,
  partial,
  text,
  version,
  words,
  type Static,
} from '../../kernel/schema.ts'
import { taskCard } from '../tasks/schemas.ts'

export const goalStatuses = words('GoalStatus', ['open', 'closed'])

/** How long these may be, in code points. */
export const longest = { name: 200, description: 2000 } as const

const id = text({ max: 64 })
const name = text({ min: 1, max: longest.name, visible: true })
const writable = { target_date: date(), description: text({ max: longest.description }) }
const status = oneOf(goalStatuses, {
  description: 'closed notes who closed it and when, open takes that back; neither touches its tasks.',
})

export const goalParams = object({ project_id: text(), goal_id: text() })
export const projectParams = object({ project_id: text() })

export const goalCreate = object({ name, ...nullables(writable) }, { title: 'GoalCreate' })
/** The body that makes a goal. */
export type GoalCreate = Static<typeof goalCreate>

export const goalUpdate = partial(
  { name, ...writable, status },
  { title: 'GoalUpdate', clears: ['target_date', 'description'] },
)
/** The body that changes a goal. */
export type GoalUpdate = Static<typeof goalUpdate>

const roll = (what: string) => int({ description: `${what} that you can read, subtasks left out.` })

const shown = {
  goal_id: text(),
  org_id: text(),
  project_id: text(),
  name: text(),
  target_date: nullable(date()),
  description: nullable(text()),
  position: int({ description: 'Its place among the goals of the project.' }),
  status,
  closed_at: nullable(dateTime()),
  closed_by: nullable(text()),
  converted_from_task_id: nullable(text({ description: 'The task it was made from, which is deleted.' })),
  created_by: nullable(text()),
  updated_by: nullable(text()),
  created_at: nullable(dateTime()),
  updated_at: nullable(dateTime()),
  version,
  tasks_total: roll('Its tasks'),
  tasks_completed: roll('Its completed tasks'),
  tasks: nullable(
    list(taskCard, {
      description:
        'Its tasks that you can read, by title, where they are asked for; null elsewhere. At most 1000, fewer where they ' +
        'fill 8 MB: `GET /v1/tasks` with `filter[goal]` walks through all of them.',
    }),
  ),
}

export const goal = object(shown, { title: 'Goal' })
export const goalMoved = object({ ...shown, moved_tasks: int() }, { title: 'GoalMoved' })

const sums = {
  goals_tasks_total: roll('Tasks under goals of the project'),
  goals_tasks_completed: roll('Completed tasks under goals of the project'),
}
export const projectGoals = pageOf(goal, { project_id: text(), ...sums })

export const orgGoals = object(
  {
    org_id: text(),
    projects: list(projectGoals, {
      description:
        'Projects with goals, in the order of the organization; `next_cursor` is always null here.',
    }),
    total: int({ description: 'Number of goals in all projects.' }),
  },
  { title: 'OrganizationGoals' },
)

export const goalDeleted = object(
  {
    ok: bool(),
    goal_id: text(),
    unfiled_tasks: int({ description: 'How many tasks that you can read lay under it.' }),
  },
  { title: 'GoalDeleted' },
)

export const goalOrder = object(
  {
    goal_ids: list(id, {
      minItems: 1,
      description: 'Every goal of the project exactly once, in the new order.',
    }),
  },
  { title: 'GoalOrder' },
)
export const goalsReordered = object({ ok: bool(), goal_ids: list(text()) }, { title: 'GoalsReordered' })

export const goalMove = object(
  { project_id: text({ max: 64, description: 'Another project of the same organization.' }) },
  { title: 'GoalMove' },
)
export const goalFromTask = object(
  { task_id: text({ max: 64, description: 'A task of this project.' }) },
  { title: 'GoalFromTask' },
)

export const goalTasksFile = object(
  { task_ids: list(id, { minItems: 1, maxItems: 200, description: 'Tasks of this project.' }) },
  { title: 'GoalTasksFile' },
)
export const goalTasksFiled = object(
  {
    ok: bool(),
    goal_id: text(),
    filed: int({ description: 'How many changed: those under the goal already do not count.' }),
  },
  { title: 'GoalTasksFiled' },
)
export const goalTaskUnfiled = object(
  { ok: bool(), goal_id: text(), task_id: text() },
  { title: 'GoalTaskUnfiled' },
)
