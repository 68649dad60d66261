import { auditFields, isActiveProperty, orgIdProperty } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'

const milestoneStatuses = s.namedEnum('MilestoneStatus', ['open', 'closed'])

const title = s.nonBlankText(200, 'Unique among the open and closed milestones of the team (case-insensitive).')
const target_date = s.date('Date by which the team plans to reach the milestone. Nothing changes when it passes.')
const description = s.text({ max: 2000, description: 'Free text. `null` when there is none.' })
const owner_user_id = s.uuid(
  'User responsible for the milestone: an active member of the team. `null` when there is none.',
)
const writable = { description, owner_user_id }
const status = s.stringEnum(milestoneStatuses, {
  description: 'Setting `closed` records who closed the milestone and when; `open` clears both. Tasks do not change.',
})
const milestone_id = s.text('ID of the milestone.')

export const milestoneCreate = s.namedObject('MilestoneCreate', {
  title,
  target_date,
  ...s.optionalNullables(writable),
})
export type MilestoneCreate = s.Static<typeof milestoneCreate>

export const milestoneUpdate = s.partialUpdate('MilestoneUpdate', ['description', 'owner_user_id'], {
  title,
  target_date,
  ...writable,
  status,
})
export type MilestoneUpdate = s.Static<typeof milestoneUpdate>

export const milestone = s.namedObject('Milestone', {
  milestone_id,
  org_id: orgIdProperty,
  team_id: s.text('ID of the team that the milestone belongs to.'),
  title: s.text('Title of the milestone.'),
  target_date,
  description: s.nullable(s.text('Free text. `null` when there is none.')),
  owner_user_id: s.nullable(s.text('ID of the user responsible for the milestone. `null` when there is none.')),
  status,
  closed_at: s.nullable(s.dateTime('Time of closing. `null` while open.')),
  closed_by: s.nullable(s.text('Username of the user who closed it. `null` while open.')),
  ...auditFields,
  is_active: isActiveProperty,
  stop_id: s.nullable(
    s.text(
      'ID of the roadmap stop that the milestone is pinned to. `null` when there is none or the caller cannot read it.',
    ),
  ),
  task_count: s.int('Number of tasks in the milestone that the caller can read, excluding subtasks.'),
  completed_count: s.int('Number of tasks in `task_count` that are completed.'),
})

export const milestonePage = s.pageSchema(milestone, {
  total: s.int('Number of milestones on all pages.'),
})

export const milestoneDeleted = s.namedObject('MilestoneDeleted', {
  ...s.okResponse.properties,
  milestone_id,
  unfiled_tasks: s.int('Number of tasks removed from the milestone, counting only those that the caller can read.'),
})
