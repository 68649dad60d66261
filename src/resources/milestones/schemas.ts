import {
  bool,
  date,
  dateTime,
  int,
  nullable,
  nullables,
  object,
  oneOf,
  pageOf,
  partial,
  text,
  uuid,
  version,
  words,
  type Static,
} from '../../kernel/schema.ts'

export const milestoneStatuses = words('MilestoneStatus', ['open', 'closed'])

const title = text({
  min: 1,
  max: 200,
  visible: true,
  description: 'Unique among the milestones of the team, closed ones too, in any case.',
})
const target_date = date({ description: 'The committed date; that it passes changes nothing.' })
const writable = {
  description: text({ max: 2000 }),
  owner_user_id: uuid({ description: 'Who answers for it: an active member of the team.' }),
}
const status = oneOf(milestoneStatuses, {
  description: 'closed notes who closed it and when, open takes that back; neither touches its tasks.',
})

export const teamParams = object({ team_id: text() })
export const milestoneParams = object({ team_id: text(), milestone_id: text() })

export const milestoneCreate = object(
  { title, target_date, ...nullables(writable) },
  { title: 'MilestoneCreate' },
)
export type MilestoneCreate = Static<typeof milestoneCreate>

export const milestoneUpdate = partial(
  { title, target_date, ...writable, status },
  { title: 'MilestoneUpdate', clears: ['description', 'owner_user_id'] },
)
export type MilestoneUpdate = Static<typeof milestoneUpdate>

export const milestone = object(
  {
    milestone_id: text(),
    org_id: text(),
    team_id: text(),
    title: text(),
    target_date: date(),
    description: nullable(text()),
    owner_user_id: nullable(text()),
    status,
    closed_at: nullable(dateTime()),
    closed_by: nullable(text()),
    created_by: nullable(text()),
    updated_by: nullable(text()),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    version,
    is_active: bool({ description: 'Whether it is there: a deleted one is not.' }),
    stop_id: nullable(
      text({ description: 'The stop of a roadmap that it is pinned to, if you can read it.' }),
    ),
    task_count: int({ description: 'Tasks under it that you can read, subtasks left out.' }),
    completed_count: int({ description: 'How many of them are completed.' }),
  },
  { title: 'Milestone' },
)

export const milestonePage = pageOf(milestone, {
  total: int({ description: 'Number of milestones on all pages.' }),
})

export const milestoneDeleted = object(
  {
    ok: bool(),
    milestone_id: text(),
    unfiled_tasks: int({ description: 'How many tasks that you can read lay under it.' }),
  },
  { title: 'MilestoneDeleted' },
)
