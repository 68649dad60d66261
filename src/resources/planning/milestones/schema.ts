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
  pageSchema,
  partialUpdate,
  text,
  uuid,
  namedEnum,
  type Static,
} from '../../../core/schema.ts'

export const milestoneStatuses = namedEnum('MilestoneStatus', ['open', 'closed'])

const title = text({
  min: 1,
  max: 200,
  visible: true,
  description: 'Unique among the open and closed milestones of the team (case-insensitive).',
})
const target_date = date({
  description: 'Date by which the team plans to reach the milestone. Nothing changes when it passes.',
})
const description = text({ max: 2000, description: 'Free text. `null` when there is none.' })
const owner_user_id = uuid({
  description: 'User responsible for the milestone: an active member of the team. `null` when there is none.',
})
const writable = { description, owner_user_id }
const status = stringEnum(milestoneStatuses, {
  description: 'Setting `closed` records who closed the milestone and when; `open` clears both. Tasks do not change.',
})
const milestone_id = text({ description: 'ID of the milestone.' })

export const milestoneListParams = object({ team_id: text() })
export const milestoneParams = object({ team_id: text(), milestone_id: text() })

export const milestoneCreate = object(
  { title, target_date, ...optionalNullables(writable) },
  { title: 'MilestoneCreate' },
)
export type MilestoneCreate = Static<typeof milestoneCreate>

export const milestoneUpdate = partialUpdate(
  { title, target_date, ...writable, status },
  { title: 'MilestoneUpdate', clears: ['description', 'owner_user_id'] },
)
export type MilestoneUpdate = Static<typeof milestoneUpdate>

export const milestone = object(
  {
    milestone_id,
    org_id: orgIdProperty,
    team_id: text({ description: 'ID of the team that the milestone belongs to.' }),
    title: text({ description: 'Title of the milestone.' }),
    target_date,
    description: nullable(text({ description: 'Free text. `null` when there is none.' })),
    owner_user_id: nullable(
      text({ description: 'ID of the user responsible for the milestone. `null` when there is none.' }),
    ),
    status,
    closed_at: nullable(dateTime({ description: 'Time of closing. `null` while open.' })),
    closed_by: nullable(text({ description: 'Username of the user who closed it. `null` while open.' })),
    ...auditFields,
    is_active: isActiveProperty,
    stop_id: nullable(
      text({
        description:
          'ID of the roadmap stop that the milestone is pinned to. `null` when there is none or the caller cannot read it.',
      }),
    ),
    task_count: int({
      description: 'Number of tasks in the milestone that the caller can read, excluding subtasks.',
    }),
    completed_count: int({ description: 'Number of tasks in `task_count` that are completed.' }),
  },
  { title: 'Milestone' },
)

export const milestonePage = pageSchema(milestone, {
  total: int({ description: 'Number of milestones on all pages.' }),
})

export const milestoneDeleted = object(
  {
    ...okResponse.properties,
    milestone_id,
    unfiled_tasks: int({
      description: 'Number of tasks removed from the milestone, counting only those that the caller can read.',
    }),
  },
  { title: 'MilestoneDeleted' },
)
