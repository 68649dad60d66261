import { auditFields, isActiveProperty, orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'

const sprintStatuses = s.namedEnum('SprintStatus', ['active', 'completed'])

const name = s.nonBlankText(120, 'Unique among the active and completed sprints of the team (case-insensitive).')
const start_date = s.date('First day of the sprint.')
const writable = {
  description: s.text({ max: 2000, description: 'Free text. `null` when there is none.' }),
  goal: s.text({ max: 2000, description: 'Goal of the sprint. `null` when there is none.' }),
  end_date: s.date('Last day of the sprint. Send either this or `duration_weeks`.'),
  duration_weeks: s.intBetween(1, 52, 'Length in weeks, counted from `start_date`. Send either this or `end_date`.'),
}
const status = s.stringEnum(sprintStatuses, {
  description:
    'Setting `completed` records who completed the sprint and when; `active` clears both. Its tasks stay in it.',
})
const sprint_id = s.text('ID of the sprint.')

export const sprintCreate = s.namedObject('SprintCreate', { name, start_date, ...s.optionalNullables(writable) })
export type SprintCreate = s.Static<typeof sprintCreate>

export const sprintUpdate = s.partialUpdate('SprintUpdate', ['description', 'goal'], {
  name,
  start_date,
  ...writable,
  status,
})
export type SprintUpdate = s.Static<typeof sprintUpdate>

export const sprintComplete = s.namedObject('SprintComplete', {
  move_open_to: s.optionalNullable(
    s.text({
      max: 64,
      description:
        'ID of another active sprint of the team that open tasks are moved to. `null` removes open tasks from the ' +
        'sprint; when omitted, they stay in it.',
    }),
  ),
})

export const sprint = s.namedObject('Sprint', {
  sprint_id,
  org_id: orgIdProperty,
  team_id: s.text('ID of the team that the sprint belongs to.'),
  name: s.text('Name of the sprint.'),
  start_date,
  end_date: s.date('Last day of the sprint.'),
  description: s.nullable(s.text('Free text. `null` when there is none.')),
  goal: s.nullable(s.text('Goal of the sprint. `null` when there is none.')),
  status,
  completed_at: s.nullable(s.dateTime('Time of completion. `null` while active.')),
  completed_by: s.nullable(s.text('Username of the user who completed it. `null` while active.')),
  ...auditFields,
  is_active: isActiveProperty,
  duration_weeks: s.nullable(s.int('Length in weeks. `null` when it is not a whole number of weeks.')),
  duration_label: s.text('`1 week` to `4 weeks`, or `Custom` for any other length.'),
  task_count: s.int('Number of tasks in the sprint that the caller can read, including subtasks.'),
  completed_count: s.int('Number of tasks in `task_count` that are completed.'),
})

export const sprintPage = s.pageSchema(sprint, { total: s.int('Number of sprints on all pages.') })

export const sprintBurndown = s.namedObject('SprintBurndown', {
  sprint_id,
  time_zone: s.text('Time zone in which days begin and end.'),
  days: s.array(
    s.namedObject('BurndownDay', {
      day: s.date('Day of the sprint.'),
      remaining: s.int('Number of open tasks at the end of the day.'),
      completed: s.int('Number of completed tasks at the end of the day.'),
      added: s.int('Number of tasks that are in the sprint since this day.'),
      removed: s.int('Number of tasks that are no longer in the sprint since this day.'),
    }),
    { description: 'Days from the first to the last, the completion of the sprint or today; at most the last 366.' },
  ),
})

export const sprintDeleted = s.namedObject('SprintDeleted', {
  ...s.okResponse.properties,
  sprint_id,
  unfiled_tasks: s.int('Number of tasks removed from the sprint, counting only those that the caller can read.'),
})
