import { projectVisibilities } from '../../people/organizations/schema.ts'
import { buildColorSchema } from '../../../core/colors.ts'
import * as s from '../../../core/schema.ts'

export const projectStatuses = s.namedEnum('ProjectStatus', [
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
export const projectPresets = s.namedEnum('ProjectPreset', ['none', 'simple', 'software'])
export const priorities = s.namedEnum('Priority', ['high', 'medium', 'low', 'none', 'critical'])

const name = s.nonBlankText(200, 'Name.')
const prefixDescription =
  'First part of the keys of its tasks, such as `QUAY` in `QUAY-12`. Known to all members of the organization; one that a ' +
  'project has or had cannot be given to another.'
const buildPrefix = (more: string) =>
  s.text({
    pattern: '^[A-Z][A-Z0-9]{1,9}$',
    patternMessage: 'must be 2 to 10 characters from A-Z and 0-9, and begin with a letter',
    description: `${prefixDescription} ${more}`,
  })
const username = s.text({ min: 1, max: 64 })
const status = s.stringEnum(projectStatuses, 'Status. `archived` projects are listed only with `show_all`.')
const visibility = s.stringEnum(projectVisibilities, {
  description:
    '`public`: readable by all organization members except guests. `private`: readable by project members and organization admins.',
})
/** Names of drawings that clients have. */
const projectIcons = s.namedEnum('ProjectIcon', [
  'goal',
  'flag',
  'bug',
  'layers',
  'chart',
  'diamond',
  'robot',
  'organization',
  'mail',
  'calendar',
  'lock',
  'inbox',
])
const ownersOnly = 'Can be changed only by project owners and organization admins.'

const writable = {
  description: s.text({ max: 100_000, description: 'Description of the project.' }),
  status,
  priority: s.stringEnum(priorities, 'Priority.'),
  color: buildColorSchema('Default: the color that the fewest projects readable by the creator have.'),
  icon: s.stringEnum(projectIcons, 'Icon that clients show with the color.'),
  start_date: s.date('First day (YYYY-MM-DD).'),
  end_date: s.date('Last day (YYYY-MM-DD); not before `start_date`.'),
  owner: s.text({
    min: 1,
    max: 64,
    description: `Username of the primary owner, who must be an active organization member. ${ownersOnly}`,
  }),
  team_members: s.array(username, {
    maxItems: 1000,
    description: `Usernames of all members. Users who are not members yet are added as editors; omitted members are removed, except owners. ${ownersOnly}`,
  }),
  visibility,
  team_id: s.text({
    max: 64,
    description: `ID of the team that the project belongs to, an active team of the organization. ${ownersOnly}`,
  }),
  owner_designation: s.text({ max: 200, description: 'Title of the owner in this project.' }),
  team_member_designations: s.array(
    s.object({
      id: s.text({ min: 1, max: 64, description: 'Identifier of the member, chosen by the client.' }),
      designation: s.optionalNullable(s.text({ max: 200, description: 'Title of the member.' })),
    }),
    {
      maxItems: 1000,
      description: `Titles of members in this project; the list is replaced as a whole. ${ownersOnly}`,
    },
  ),
  delete_reason: s.text({
    max: 2000,
    description: 'Reason for the deletion; stored only with `is_active: false`.',
  }),
}
const ignoredFields = s.readOnlyFields({ created_by: s.text(), updated_by: s.text() })

export const projectCreateSchema = s.namedObject('ProjectCreate', {
  org_id: s.orgIdField,
  name,
  ...s.optionalNullables({
    prefix: buildPrefix('By default derived from the name.'),
    ...writable,
    metadata: s.freeForm('Free-form JSON object of the client.'),
    preset: s.stringEnum(projectPresets, {
      description: 'Sections to create, each for a status: `simple` (3), `software` (5) or `none` (default).',
    }),
    is_active: s.bool('Must be true or omitted: a new project is active.'),
    ...ignoredFields,
  }),
})
export type ProjectCreate = s.Static<typeof projectCreateSchema>

export const projectUpdateSchema = s.partialUpdate(
  'ProjectUpdate',
  [
    ...(['description', 'metadata', 'color', 'icon', 'start_date', 'end_date'] as const),
    ...(['owner_designation', 'team_member_designations', 'team_id'] as const),
  ],
  {
    org_id: s.deprecatedField(s.text(), 'Must be the organization of the project, which cannot change.'),
    project_id: s.deprecatedField(s.text(), 'Must be the ID in the path.'),
    name,
    prefix: buildPrefix(`Former keys still lead to their tasks. ${ownersOnly}`),
    ...writable,
    metadata: s.freeForm('Merged into the stored metadata (RFC 7396): null removes a key.'),
    is_active: s.bool(`\`false\` deletes the project. ${ownersOnly}`),
    editors_can_add_members: s.bool(`Whether editors can add members. ${ownersOnly}`),
    ...ignoredFields,
  },
)
export type ProjectUpdate = s.Static<typeof projectUpdateSchema>

const lead = s.namedObject('ProjectLead', {
  user_id: s.text('ID of the user.'),
  username: s.nullable(s.text('Username.')),
  assigned_by: s.nullable(s.text('Username of the user who assigned the role.')),
  assigned_at: s.nullable(s.dateTime('Time at which the role was assigned.')),
})

const stored = {
  org_id: s.text('ID of the organization.'),
  project_id: s.text('ID of the project.'),
  name: s.text('Name.'),
  prefix: s.text('First part of the keys of its tasks.'),
  description: s.nullable(s.text('Description.')),
  metadata: s.nullable(s.freeForm('Free-form JSON object of the client.')),
  status: s.stringEnum(projectStatuses, 'Status of the project.'),
  priority: s.stringEnum(priorities, 'Priority.'),
  color: s.nullable(s.text('Name of a color or `#rrggbb`.')),
  icon: s.nullable(s.stringEnum(projectIcons, 'Icon.')),
  start_date: s.nullable(s.date('First day (YYYY-MM-DD).')),
  end_date: s.nullable(s.date('Last day (YYYY-MM-DD).')),
  visibility,
  team_id: s.nullable(s.text('ID of the team that the project belongs to.')),
  owner: s.nullable(s.text('Username of the primary owner.')),
  owner_designation: s.nullable(s.text('Title of the owner in this project.')),
  team_members: s.array(s.text(), 'Usernames of the members, including owners.'),
  team_member_designations: s.nullable(
    s.array(
      s.object({
        id: s.text('Identifier of the member, chosen by the client.'),
        designation: s.nullable(s.text('Title of the member.')),
      }),
      { description: 'Titles of members in this project.' },
    ),
  ),
  leads: s.array(lead, 'Owners of the project.'),
  is_active: s.bool('`false` for a deleted project.'),
  delete_reason: s.nullable(s.text('Reason for the deletion.')),
  created_by: s.nullable(s.text('Username of the creator.')),
  updated_by: s.nullable(s.text('Username of the user who last updated it.')),
  created_at: s.nullable(s.dateTime('Time of creation.')),
  updated_at: s.nullable(s.dateTime('Time of the last update.')),
  version: s.versionField,
}

export const projectSchema = s.namedObject('Project', {
  ...stored,
  editors_can_add_members: s.bool('Whether editors can add members.'),
  deleted_at: s.nullable(s.dateTime('Time of deletion.')),
})

export const progressProperties = {
  tasks_total: s.int('Number of tasks that you can read, including subtasks.'),
  tasks_completed: s.int('Number of these tasks that are completed.'),
  progress_percent: s.num({ minimum: 0, maximum: 100, description: 'Share of completed tasks in percent.' }),
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

export const projectSummarySchema = s.namedObject('ProjectSummary', {
  ...stored,
  ...progressProperties,
  position: s.int('Position in the list of projects that you can read.'),
})

export const projectOrderSchema = s.namedObject('ProjectOrder', {
  org_id: s.text({ min: 1, description: 'ID of the organization.' }),
  project_ids: s.array(s.text({ min: 1, max: 64 }), {
    minItems: 1,
    maxItems: 10_000,
    description: 'IDs of the projects to rearrange, in their new order.',
  }),
})

export const projectsReorderedSchema = s.namedObject('ProjectsReordered', {
  ok: s.bool('Always true.'),
  org_id: s.text('ID of the organization.'),
  project_ids: s.array(s.text(), 'IDs of all projects in their new order.'),
})

/** Deprecated query parameter that older clients send; ignored. */
export const ignoredProjectQuery = s.object({
  project_id: s.ignoredParam(),
})
