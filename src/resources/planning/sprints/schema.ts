import { auditFields, isActiveProperty, orgIdProperty } from '../../../core/resource-fields.ts'
import {
  okResponse,
  date,
  dateTime,
  int,
  nullable,
  optionalNullables,
  object,
  stringEnum,
  optional,
  pageSchema,
  partialUpdate,
  text,
  namedEnum,
  type Static,
} from '../../../core/schema.ts'

export const sprintStatuses = namedEnum('SprintStatus', ['active', 'completed'])

const name = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Unique among the active and completed sprints of the team (case-insensitive).',
})
const start_date = date({ description: 'First day of the sprint.' })
const writable = {
  description: text({ max: 2000, description: 'Free text. `null` when there is none.' }),
  goal: text({ max: 2000, description: 'What the sprint is to achieve. `null` when there is none.' }),
  end_date: date({ description: 'Last day of the sprint. Send either this or `duration_weeks`.' }),
  duration_weeks: int({
    minimum: 1,
    maximum: 52,
    description: 'Length in weeks, counted from `start_date`. Send either this or `end_date`.',
  }),
}
const status = stringEnum(sprintStatuses, {
  description:
    'Setting `completed` records who completed the sprint and when; `active` clears both. Its tasks stay in it.',
})
const sprint_id = text({ description: 'ID of the sprint.' })

export const sprintListParams = object({ team_id: text() })
export const sprintParams = object({ team_id: text(), sprint_id: text() })

export const sprintCreate = object({ name, start_date, ...optionalNullables(writable) }, { title: 'SprintCreate' })
export type SprintCreate = Static<typeof sprintCreate>

export const sprintUpdate = partialUpdate(
  { name, start_date, ...writable, status },
  { title: 'SprintUpdate', clears: ['description', 'goal'] },
)
export type SprintUpdate = Static<typeof sprintUpdate>

export const sprintComplete = object(
  {
    move_open_to: optional(
      nullable(
        text({
          max: 64,
          description:
            'ID of another active sprint of the team that open tasks are moved to. `null` removes open tasks from the ' +
            'sprint; when omitted, they stay in it.',
        }),
      ),
    ),
  },
  { title: 'SprintComplete' },
)

export const sprint = object(
  {
    sprint_id,
    org_id: orgIdProperty,
    team_id: text({ description: 'ID of the team that the sprint belongs to.' }),
    name: text({ description: 'Name of the sprint.' }),
    start_date,
    end_date: date({ description: 'Last day of the sprint.' }),
    description: nullable(text({ description: 'Free text. `null` when there is none.' })),
    goal: nullable(text({ description: 'What the sprint is to achieve. `null` when there is none.' })),
    status,
    completed_at: nullable(dateTime({ description: 'Time of completion. `null` while active.' })),
    completed_by: nullable(text({ description: 'Username of the user who completed it. `null` while active.' })),
    ...auditFields,
    is_active: isActiveProperty,
    duration_weeks: nullable(int({ description: 'Length in weeks. `null` when it is not a whole number of weeks.' })),
    duration_label: text({ description: '`1 week` to `4 weeks`, or `Custom` for any other length.' }),
    task_count: int({
      description: 'Number of tasks in the sprint that the caller can read, including subtasks.',
    }),
    completed_count: int({ description: 'Number of tasks in `task_count` that are completed.' }),
  },
  { title: 'Sprint' },
)

export const sprintPage = pageSchema(sprint, {
  total: int({ description: 'Number of sprints on all pages.' }),
})

export const sprintDeleted = object(
  {
    ...okResponse.properties,
    sprint_id,
    unfiled_tasks: int({
      description: 'Number of tasks removed from the sprint, counting only those that the caller can read.',
    }),
  },
  { title: 'SprintDeleted' },
)
