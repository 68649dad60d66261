import { projectVisibilities } from '../../people/organizations/schema.ts'
import {
  bool,
  date,
  dateTime,
  freeForm,
  readOnlyFields,
  int,
  list,
  orgIdField,
  nullable,
  optionalNullables,
  num,
  object,
  deprecatedField,
  stringEnum,
  optional,
  partialUpdate,
  text,
  ignoredParam,
  versionField,
  namedEnum,
  type Static,
} from '../../../core/schema.ts'

export const projectStatuses = namedEnum('ProjectStatus', [
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
export const projectPriorities = namedEnum('Priority', ['high', 'medium', 'low', 'none', 'critical'])

const name = text({ min: 1, max: 200, visible: true, description: 'Name.' })
const username = text({ min: 1, max: 64 })
const status = stringEnum(projectStatuses, {
  description: 'Status. `archived` projects are listed only with `show_all`.',
})
const visibility = stringEnum(projectVisibilities, {
  description:
    '`public`: readable by all organization members except guests. `private`: readable by project members and organization admins.',
})
const ownersOnly = 'Can be changed only by project owners and organization admins.'

const writable = {
  description: text({ max: 100_000, description: 'Description of the project.' }),
  status,
  priority: stringEnum(projectPriorities, { description: 'Priority.' }),
  start_date: date({ description: 'First day (YYYY-MM-DD).' }),
  end_date: date({ description: 'Last day (YYYY-MM-DD); not before `start_date`.' }),
  owner: text({
    min: 1,
    max: 64,
    description: `Username of the primary owner, who must be an active organization member. ${ownersOnly}`,
  }),
  team_members: list(username, {
    maxItems: 1000,
    description: `Usernames of all members. Users who are not members yet are added as editors; omitted members are removed, except owners. ${ownersOnly}`,
  }),
  visibility,
  team_id: text({
    max: 64,
    description: `ID of the team that the project belongs to, an active team of the organization. ${ownersOnly}`,
  }),
  owner_designation: text({ max: 200, description: 'Title of the owner in this project.' }),
  team_member_designations: list(
    object({
      id: text({ min: 1, max: 64, description: 'Identifier of the member, chosen by the client.' }),
      designation: optional(nullable(text({ max: 200, description: 'Title of the member.' }))),
    }),
    {
      maxItems: 1000,
      description: `Titles of members in this project; the list is replaced as a whole. ${ownersOnly}`,
    },
  ),
  delete_reason: text({
    max: 2000,
    description: 'Reason for the deletion; stored only with `is_active: false`.',
  }),
}
const ignoredFields = readOnlyFields({ created_by: text(), updated_by: text() })

export const projectCreateSchema = object(
  {
    org_id: orgIdField,
    name,
    ...optionalNullables({
      ...writable,
      metadata: freeForm({ description: 'Free-form JSON object of the client.' }),
      is_active: bool({ description: 'Must be true or omitted: a new project is active.' }),
      ...ignoredFields,
    }),
  },
  { title: 'ProjectCreate' },
)
export type ProjectCreate = Static<typeof projectCreateSchema>

export const projectUpdateSchema = partialUpdate(
  {
    org_id: deprecatedField(text(), 'Must be the organization of the project, which cannot change.'),
    project_id: deprecatedField(text(), 'Must be the ID in the path.'),
    name,
    ...writable,
    metadata: freeForm({ description: 'Merged into the stored metadata (RFC 7396): null removes a key.' }),
    is_active: bool({ description: `\`false\` deletes the project. ${ownersOnly}` }),
    editors_can_add_members: bool({ description: `Whether editors can add members. ${ownersOnly}` }),
    ...ignoredFields,
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
export type ProjectUpdate = Static<typeof projectUpdateSchema>

const lead = object(
  {
    user_id: text({ description: 'ID of the user.' }),
    username: nullable(text({ description: 'Username.' })),
    assigned_by: nullable(text({ description: 'Username of the user who assigned the role.' })),
    assigned_at: nullable(dateTime({ description: 'Time at which the role was assigned.' })),
  },
  { title: 'ProjectLead' },
)

const stored = {
  org_id: text({ description: 'ID of the organization.' }),
  project_id: text({ description: 'ID of the project.' }),
  name: text({ description: 'Name.' }),
  description: nullable(text({ description: 'Description.' })),
  metadata: nullable(freeForm({ description: 'Free-form JSON object of the client.' })),
  status: stringEnum(projectStatuses, { description: 'Status.' }),
  priority: stringEnum(projectPriorities, { description: 'Priority.' }),
  start_date: nullable(date({ description: 'First day (YYYY-MM-DD).' })),
  end_date: nullable(date({ description: 'Last day (YYYY-MM-DD).' })),
  visibility,
  team_id: nullable(text({ description: 'ID of the team that the project belongs to.' })),
  owner: nullable(text({ description: 'Username of the primary owner.' })),
  owner_designation: nullable(text({ description: 'Title of the owner in this project.' })),
  team_members: list(text(), { description: 'Usernames of the members, including owners.' }),
  team_member_designations: nullable(
    list(
      object({
        id: text({ description: 'Identifier of the member, chosen by the client.' }),
        designation: nullable(text({ description: 'Title of the member.' })),
      }),
      { description: 'Titles of members in this project.' },
    ),
  ),
  leads: list(lead, { description: 'Owners of the project.' }),
  is_active: bool({ description: '`false` for a deleted project.' }),
  delete_reason: nullable(text({ description: 'Reason for the deletion.' })),
  created_by: nullable(text({ description: 'Username of the creator.' })),
  updated_by: nullable(text({ description: 'Username of the user who last updated it.' })),
  created_at: nullable(dateTime({ description: 'Time of creation.' })),
  updated_at: nullable(dateTime({ description: 'Time of the last update.' })),
  version: versionField,
}

export const projectSchema = object(
  {
    ...stored,
    editors_can_add_members: bool({ description: 'Whether editors can add members.' }),
    deleted_at: nullable(dateTime({ description: 'Time of deletion.' })),
  },
  { title: 'Project' },
)

export const progressProperties = {
  tasks_total: int({ description: 'Number of tasks that you can read, including subtasks.' }),
  tasks_completed: int({ description: 'Number of these tasks that are completed.' }),
  progress_percent: num({ minimum: 0, maximum: 100, description: 'Share of completed tasks in percent.' }),
}

export interface ProjectTaskCounts {
  tasks_total: number
  tasks_completed: number
}

/** Adds the completed share in percent, rounded to two decimals; 0 without tasks. */
export const presentProgress = ({ tasks_total, tasks_completed }: ProjectTaskCounts) => ({
  tasks_total,
  tasks_completed,
  progress_percent: tasks_total === 0 ? 0 : Math.round((tasks_completed / tasks_total) * 10_000) / 100,
})

export const projectSummarySchema = object(
  {
    ...stored,
    ...progressProperties,
    position: int({ description: 'Position in the list of projects that you can read.' }),
  },
  { title: 'ProjectSummary' },
)

export const projectOrderSchema = object(
  {
    org_id: text({ min: 1, description: 'ID of the organization.' }),
    project_ids: list(text({ min: 1, max: 64 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'IDs of the projects to rearrange, in their new order.',
    }),
  },
  { title: 'ProjectOrder' },
)

export const projectsReorderedSchema = object(
  {
    ok: bool({ description: 'Always true.' }),
    org_id: text({ description: 'ID of the organization.' }),
    project_ids: list(text(), { description: 'IDs of all projects in their new order.' }),
  },
  { title: 'ProjectsReordered' },
)

/** Deprecated query parameter that older clients send; ignored. */
export const ignoredProjectQuery = object({
  project_id: ignoredParam(),
})
