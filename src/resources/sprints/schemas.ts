import {
  bool,
  date,
  dateTime,
  int,
  nullable,
  nullables,
  object,
  oneOf,
  optional,
  pageOf,
  partial,
  text,
  version,
  words,
  type Static,
} from '../../kernel/schema.ts'

export const sprintStatuses = words('SprintStatus', ['active', 'completed'])

const name = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Unique among the sprints of the team, completed ones too, in any case.',
})
const long = text({ max: 2000 })
const writable = {
  description: long,
  goal: text({ max: 2000, description: 'What the sprint is for, in words.' }),
  end_date: date({ description: 'Its last day. Send this or `duration_weeks`.' }),
  duration_weeks: int({
    minimum: 1,
    maximum: 52,
    description: 'Its length in weeks from `start_date`, instead of `end_date`.',
  }),
}
const start_date = date({ description: 'Its first day.' })
const status = oneOf(sprintStatuses, {
  description: 'completed notes who completed it and when, active takes that back; its tasks stay in it.',
})

export const teamParams = object({ team_id: text() })
export const sprintParams = object({ team_id: text(), sprint_id: text() })

export const sprintCreate = object({ name, start_date, ...nullables(writable) }, { title: 'SprintCreate' })
export type SprintCreate = Static<typeof sprintCreate>

export const sprintUpdate = partial(
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
            'Another active sprint of the team, into which the open tasks go; null: they go into none. Left out: they stay.',
        }),
      ),
    ),
  },
  { title: 'SprintComplete' },
)

export const sprint = object(
  {
    sprint_id: text(),
    org_id: text(),
    team_id: text(),
    name: text(),
    start_date: date(),
    end_date: date(),
    description: nullable(text()),
    goal: nullable(text()),
    status,
    completed_at: nullable(dateTime()),
    completed_by: nullable(text()),
    created_by: nullable(text()),
    updated_by: nullable(text()),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    version,
    is_active: bool({ description: 'Whether it is there: a deleted one is not.' }),
    duration_weeks: nullable(int({ description: 'null where it does not last whole weeks.' })),
    duration_label: text({ description: 'In words for 1 to 4 weeks, else `Custom`.' }),
    task_count: int({ description: 'Tasks in it that you can read, subtasks too.' }),
    completed_count: int({ description: 'How many of them are completed.' }),
  },
  { title: 'Sprint' },
)

export const sprintPage = pageOf(sprint, {
  total: int({ description: 'Number of sprints on all pages.' }),
})

export const sprintDeleted = object(
  {
    ok: bool(),
    sprint_id: text(),
    unfiled_tasks: int({ description: 'How many tasks that you can read were in it.' }),
  },
  { title: 'SprintDeleted' },
)
