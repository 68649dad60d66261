import { visibilities } from '../organizations/schemas.ts'
import {
  bool,
  date,
  dateTime,
  freeForm,
  ignored,
  int,
  list,
  namedOrgId,
  nullable,
  nullables,
  num,
  object,
  older,
  oneOf,
  optional,
  partial,
  text,
  unread,
  version,
  words,
  type Static,
} from '../../kernel/schema.ts'

export const projectStatuses = words('ProjectStatus', [
  'planning',
  'in_progress',
  'not_started',
  'active',
  'completed',
  'archived',
  'on_hold',
  'blocked',
  'paused',
])
export const priorities = words('Priority', ['high', 'medium', 'low', 'none', 'critical'])

const name = text({ min: 1, max: 200, visible: true })
const username = text({ min: 1, max: 64 })
const status = oneOf(projectStatuses, { description: 'archived hides it from the list.' })
const visibility = oneOf(visibilities, {
  description:
    'public: every member of the organization but guests reads it; private: its members and org admins.',
})
const manager = 'Only project owners and org admins change it.'

/** What a client may write. */
const writable = {
  description: text({ max: 100_000 }),
  status,
  priority: oneOf(priorities),
  start_date: date(),
  end_date: date({ description: 'Not before start_date.' }),
  owner: text({
    min: 1,
    max: 64,
    description: `Username of the primary owner, an active member. ${manager}`,
  }),
  team_members: list(username, {
    maxItems: 1000,
    description: `Usernames of all its members: the missing ones are added as editors, those left out are removed, owners aside. ${manager}`,
  }),
  visibility,
  team_id: text({ max: 64, description: `An active team of the organization. ${manager}` }),
  owner_designation: text({ max: 200, description: 'What the owner is called in this project.' }),
  team_member_designations: list(
    object({ id: text({ min: 1, max: 64 }), designation: optional(nullable(text({ max: 200 }))) }),
    {
      maxItems: 1000,
      description: `What members are called in this project, replaced as a whole. ${manager}`,
    },
  ),
  delete_reason: text({ max: 2000, description: 'Kept when the project is deleted by `is_active: false`.' }),
}
const sentAlong = ignored({ created_by: text(), updated_by: text() })

export const projectCreate = object(
  {
    org_id: namedOrgId,
    name,
    ...nullables({
      ...writable,
      metadata: freeForm(),
      is_active: bool({ description: 'A new project is active.' }),
      ...sentAlong,
    }),
  },
  { title: 'ProjectCreate' },
)
export type ProjectCreate = Static<typeof projectCreate>

export const projectUpdate = partial(
  {
    org_id: older(text(), "The project's own; it can't be moved to another organization."),
    project_id: older(text(), "The project's own."),
    name,
    ...writable,
    metadata: freeForm({ description: 'Merged into what is stored (RFC 7396): null removes a key.' }),
    is_active: bool({ description: `false deletes the project. ${manager}` }),
    editors_can_add_members: bool({ description: manager }),
    ...sentAlong,
  },
  {
    title: 'ProjectUpdate',
    clears: [
      'description',
      'metadata',
      'start_date',
      'end_date',
      'owner_designation',
      'team_member_designations',
      'team_id',
    ],
  },
)
export type ProjectUpdate = Static<typeof projectUpdate>

const lead = object(
  {
    user_id: text(),
    username: nullable(text()),
    assigned_by: nullable(text()),
    assigned_at: nullable(dateTime()),
  },
  { title: 'ProjectLead' },
)

const stored = {
  org_id: text(),
  project_id: text(),
  name: text(),
  description: nullable(text()),
  metadata: nullable(freeForm()),
  status: oneOf(projectStatuses),
  priority: oneOf(priorities),
  start_date: nullable(date()),
  end_date: nullable(date()),
  visibility,
  team_id: nullable(text()),
  owner: nullable(text({ description: 'Username of the primary owner.' })),
  owner_designation: nullable(text()),
  team_members: list(text(), { description: 'Usernames of its members.' }),
  team_member_designations: nullable(list(object({ id: text(), designation: nullable(text()) }))),
  leads: list(lead, { description: 'Its owners.' }),
  is_active: bool(),
  delete_reason: nullable(text()),
  created_by: nullable(text()),
  updated_by: nullable(text()),
  created_at: nullable(dateTime()),
  updated_at: nullable(dateTime()),
  version,
}

export const project = object(
  {
    ...stored,
    editors_can_add_members: bool({ description: 'Whether editors may add members.' }),
    deleted_at: nullable(dateTime()),
  },
  { title: 'Project' },
)

/** Counts over the tasks that the caller may read. */
export const progress = {
  tasks_total: int({ description: 'Tasks the caller can read, subtasks included.' }),
  tasks_completed: int(),
  progress_percent: num({ minimum: 0, maximum: 100 }),
}

export interface Counts {
  tasks_total: number
  tasks_completed: number
}

/** Counts with the share that is completed, in percent to two decimals; 0 while there are no tasks. */
export const presentProgress = ({ tasks_total, tasks_completed }: Counts) => ({
  tasks_total,
  tasks_completed,
  progress_percent: tasks_total === 0 ? 0 : Math.round((tasks_completed / tasks_total) * 10_000) / 100,
})

export const projectCard = object(
  {
    ...stored,
    ...progress,
    position: int({ description: 'Its place in the order, among the projects that you can read.' }),
  },
  { title: 'ProjectSummary' },
)

export const projectOrder = object(
  {
    org_id: text({ min: 1 }),
    project_ids: list(text({ min: 1, max: 64 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'Projects in their new order.',
    }),
  },
  { title: 'ProjectOrder' },
)

export const projectsReordered = object(
  {
    ok: bool(),
    org_id: text(),
    project_ids: list(text(), { description: 'All projects in their new order.' }),
  },
  { title: 'ProjectsReordered' },
)

/** The project of what is found by its own id: older clients send it along, and it says nothing. */
export const olderProjectQuery = object({
  project_id: unread(),
})
