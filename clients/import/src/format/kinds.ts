import {
  buildObjectSchema,
  day,
  decimal,
  flag,
  id,
  integer,
  json,
  list,
  choice,
  record,
  ref,
  required,
  text,
  time,
} from './fields.ts'
import type { Field, JsonSchema, RowType } from './fields.ts'

export interface KindDeclaration {
  readonly description: string
  readonly fields: Readonly<Record<string, Field<unknown>>>
  /** The property that names the row's parent of the same kind, which must not form cycles. */
  readonly parent?: string
}

const statuses = ['backlog', 'not_started', 'in_progress', 'blocked', 'completed', 'archived', 'on_hold'] as const
const priorities = ['critical', 'high', 'medium', 'low', 'none'] as const
const position = decimal('Position among its siblings; lower positions come first.')
const rowId = required(id('Id in the source, unique in this file.'))

/** Declares when and by whom a row was written. */
const audit = {
  created_at: time('Time of creation.'),
  created_by: ref('people', 'Creator.'),
  updated_at: time('Time of the last change.'),
  updated_by: ref('people', 'Author of the last change.'),
}
const deleted = {
  deleted_at: time('Time of deletion; absent if it is not deleted.'),
  delete_reason: text('Reason of the deletion.'),
}
const closed = { closed_at: time('Time of closing.'), closed_by: ref('people', 'User who closed it.') }
const scope = {
  scope_type: required(choice(['project', 'team', 'user'], 'Kind of the owner.')),
  scope: required(id('Id of the project, team or person that owns it.')),
}
const project = required(ref('projects', 'Project.'))
const team = required(ref('teams', 'Team.'))
const person = required(ref('people', 'Person.'))
const task = required(ref('tasks', 'Task.'))
const fileFields = {
  name: required(text('File name.')),
  title: text('Title.'),
  media_type: text('Media type.'),
  size: integer('Size in bytes.'),
  sha256: text('SHA-256 of the content, in hexadecimal digits.'),
  file: text('Path of the content in the archive, files/…; absent if the archive does not have it.'),
  url: text('Web address.'),
}

/** The kinds of rows in the order of their files: a row names rows of its own kind or of earlier ones. */
export const kinds = {
  organization: {
    description: 'The organization: at most one row.',
    fields: {
      id: rowId,
      name: required(text('Name.')),
      description: text('Description.'),
      email: text('Email address.'),
      metadata: json('Free-form data.'),
      settings: json('Settings, as in the API.'),
      ...audit,
    },
  },
  designations: {
    description: 'Job titles of the organization.',
    fields: {
      id: rowId,
      label: required(text('Label.')),
      category: text('Category.'),
      aliases: list(text('Alias.'), 'Other names.'),
      is_active: flag('Whether it can be chosen.'),
      sort_order: integer('Position.'),
      metadata: json('Free-form data.'),
      ...audit,
    },
  },
  people: {
    description: 'Users and service accounts: members, and authors who are members no longer.',
    fields: {
      id: rowId,
      username: text('Username.'),
      name: text('Display name.'),
      email: text('Email address.'),
      email_verified: flag('Whether the source has verified the address.'),
      issuer: text('Issuer of the identity (`iss`).'),
      subject: text('Subject at the issuer (`sub`).'),
      kind: choice(['user', 'service_account'], 'Kind. Default: user.'),
      role: choice(['owner', 'admin', 'member', 'guest'], 'Role in the organization; absent for former members.'),
      designation: id('Id of the job title, of this file or of the built-in catalog.'),
      is_active: flag('Whether the membership is active.'),
      is_placeholder: flag('Whether it stands for a person who has not signed in yet.'),
      accepted_at: time('Time of joining.'),
      ...audit,
      ...deleted,
    },
  },
  teams: {
    description: 'Teams.',
    fields: { id: rowId, name: required(text('Name.')), description: text('Description.'), ...audit, ...deleted },
  },
  team_members: {
    description: 'Memberships in teams.',
    fields: { id: rowId, team, person, role: choice(['owner', 'member'], 'Role in the team.'), ...audit },
  },
  projects: {
    description: 'Projects.',
    fields: {
      id: rowId,
      name: required(text('Name.')),
      description: text('Description (Markdown).'),
      prefix: text('Prefix of the keys of its tasks, such as OTE.'),
      former_prefixes: list(text('Prefix.'), 'Prefixes that it had before.'),
      last_number: integer('Highest number of a task so far.'),
      status: text('Status, one of those of projects in the API.'),
      priority: choice(priorities, 'Priority.'),
      start_date: day('Start.'),
      end_date: day('End.'),
      owner: text('Name of the owner, as displayed.'),
      owner_designation: text('Job title of the owner.'),
      team_member_designations: json('Job titles of the team.'),
      visibility: choice(['public', 'private'], 'Visibility in the organization.'),
      editors_can_add_members: flag('Whether editors can add members.'),
      team: ref('teams', 'Team.'),
      position,
      metadata: json('Free-form data.'),
      ...audit,
      ...deleted,
    },
  },
  project_members: {
    description: 'Memberships in projects.',
    fields: {
      id: rowId,
      project,
      person,
      role: choice(['owner', 'editor', 'viewer'], 'Role in the project.'),
      designation: id('Id of the job title.'),
      ...audit,
    },
  },
  project_resources: {
    description: 'Links and files of projects.',
    fields: { id: rowId, project, ...fileFields, type: text('Kind of resource.'), ...audit },
  },
  sections: {
    description: 'Sections of projects, teams and people, such as the lists of a board.',
    fields: {
      id: rowId,
      ...scope,
      name: required(text('Name.')),
      position,
      status: choice(statuses, 'Status that its tasks have.'),
      color: text('Color.'),
      wip_limit: integer('Limit of tasks.'),
      is_archived: flag('Whether the source has archived it.'),
      ...audit,
    },
  },
  fields: {
    description: 'Custom fields of tasks.',
    fields: {
      id: rowId,
      key: text('Key, as in `custom` of tasks. Default: derived from the name.'),
      name: required(text('Name.')),
      description: text('Description.'),
      type: required(
        choice(['text', 'number', 'date', 'checkbox', 'select', 'multi_select', 'person', 'people', 'url'], 'Type.'),
      ),
      unit: text('Unit of numbers.'),
      decimals: integer('Decimal places of numbers.'),
      min: decimal('Least number.'),
      max: decimal('Greatest number.'),
      options: list(
        record(
          {
            option: required(id('Id, as in values of the field.')),
            label: required(text('Label.')),
            color: text('Color.'),
            is_active: flag('Whether it can be chosen.'),
          },
          'An option.',
        ),
        'Options to choose from.',
      ),
      projects: list(ref('projects', 'Project.'), 'Projects that use it; absent: all.'),
      on_card: flag('Whether boards show it.'),
      position,
      is_active: flag('Whether it is in use.'),
      ...audit,
    },
  },
  tags: {
    description: 'Tags with their colors. Tasks name tags by `name`.',
    fields: { id: rowId, name: required(text('Name.')), color: text('Color.') },
  },
  stops: {
    description: 'Stops of roadmaps.',
    fields: {
      id: rowId,
      project,
      title: required(text('Title.')),
      target_date: day('Target.'),
      description: text('Description.'),
      ...audit,
    },
  },
  journeys: {
    description: 'Lines of roadmaps.',
    fields: {
      id: rowId,
      project,
      name: required(text('Name.')),
      color: text('Color.'),
      position,
      stops: list(ref('stops', 'Stop.'), 'Stops in their order.'),
      ...audit,
    },
  },
  goals: {
    description: 'Goals of projects, such as epics.',
    fields: {
      id: rowId,
      project,
      name: required(text('Name.')),
      description: text('Description.'),
      target_date: day('Target.'),
      position,
      status: choice(['open', 'closed'], 'Status.'),
      ...closed,
      ...audit,
    },
  },
  milestones: {
    description: 'Milestones of teams.',
    fields: {
      id: rowId,
      team,
      title: required(text('Title.')),
      description: text('Description.'),
      target_date: required(day('Target.')),
      owner: ref('people', 'User responsible.'),
      stop: ref('stops', 'Stop that it is pinned to.'),
      status: choice(['open', 'closed'], 'Status.'),
      ...closed,
      ...audit,
    },
  },
  sprints: {
    description: 'Sprints of teams.',
    fields: {
      id: rowId,
      team,
      name: required(text('Name.')),
      description: text('Description.'),
      goal: text('Aim of the sprint.'),
      start_date: required(day('First day.')),
      end_date: required(day('Last day.')),
      status: choice(['active', 'completed'], 'Status.'),
      completed_at: time('Time of completion.'),
      completed_by: ref('people', 'User who completed it.'),
      ...audit,
    },
  },
  tasks: {
    description: 'Tasks and subtasks.',
    parent: 'parent',
    fields: {
      id: rowId,
      project: ref('projects', 'Project.'),
      team: ref('teams', 'Team, for tasks without a project.'),
      sections: list(
        record({ section: required(ref('sections', 'Section.')), position }, 'A section with the position in it.'),
        'Sections: at most one of each owner.',
      ),
      sprint: ref('sprints', 'Sprint.'),
      milestone: ref('milestones', 'Milestone.'),
      goal: ref('goals', 'Goal.'),
      stops: list(ref('stops', 'Stop.'), 'Stops of roadmaps.'),
      parent: ref('tasks', 'Task of which it is a subtask.'),
      position,
      key: text('Key in the source, such as OTE-123.'),
      former_keys: list(text('Key.'), 'Keys that it had before.'),
      url: text('Web address in the source.'),
      title: required(text('Title.')),
      description: text('Description (Markdown).'),
      status: choice(statuses, 'Status.'),
      source_status: text('Name of the status in the source, for a mapping of statuses.'),
      priority: choice(priorities, 'Priority.'),
      type: choice(['task', 'bug', 'agent'], 'Type.'),
      type_data: json('Data of the type.'),
      assignee: ref('people', 'Assignee.'),
      other_assignees: list(ref('people', 'Person.'), 'Further assignees in the source.'),
      start_date: day('Start.'),
      due_date: day('Due.'),
      tags: list(text('Tag.'), 'Tags.'),
      custom: json('Values of custom fields: an object by key.'),
      metadata: json('Free-form data, as in the API.'),
      extra: json('Properties of the source that have no counterpart: an object.'),
      restricted: flag('Whether only the people named can read it.'),
      restricted_to: list(ref('people', 'Person.'), 'People who can read a restricted task.'),
      is_archived: flag('Whether the source has archived it.'),
      completed_at: time('Time of completion.'),
      ...audit,
      deleted_at: deleted.deleted_at,
    },
  },
  dependencies: {
    description: 'Dependencies between tasks.',
    fields: { id: rowId, task, depends_on: required(ref('tasks', 'Task that must be completed first.')) },
  },
  comments: {
    description: 'Comments on tasks.',
    parent: 'parent',
    fields: {
      id: rowId,
      task,
      parent: ref('comments', 'Comment that it replies to.'),
      author: ref('people', 'Author.'),
      content: required(text('Text (Markdown).')),
      mentions: list(ref('people', 'Person.'), 'People mentioned.'),
      created_at: audit.created_at,
      updated_at: audit.updated_at,
      deleted_at: deleted.deleted_at,
    },
  },
  attachments: {
    description: 'Files of tasks.',
    fields: {
      id: rowId,
      task,
      ...fileFields,
      is_inline: flag('Whether a text shows it.'),
      uploaded_by: ref('people', 'User who uploaded it.'),
      uploaded_at: time('Time of the upload.'),
      updated_at: audit.updated_at,
      updated_by: audit.updated_by,
    },
  },
  watchers: {
    description: 'Watches of tasks.',
    fields: {
      id: rowId,
      task,
      person,
      watching: flag('Whether they watch it. Default: true.'),
      reason: text('Reason of the watch.'),
      created_at: audit.created_at,
    },
  },
  reminders: {
    description: 'Reminders of tasks.',
    fields: {
      id: rowId,
      task,
      person,
      created_by: audit.created_by,
      recipient: choice(['me', 'assignee'], 'Recipient.'),
      at: time('Time of the reminder.'),
      days_before: integer('Days before the due date.'),
      time_of_day: text('Time on that day, HH:MM.'),
      time_zone: text('Time zone.'),
      note: text('Note.'),
      status: choice(['pending', 'sent', 'lapsed'], 'Status.'),
      created_at: audit.created_at,
      updated_at: audit.updated_at,
    },
  },
  views: {
    description: 'Saved views.',
    fields: {
      id: rowId,
      ...scope,
      resource: choice(['task', 'project'], 'What it lists.'),
      name: required(text('Name.')),
      query: json('Parameters of the list.'),
      display: json('Display settings.'),
      ...audit,
    },
  },
  view_pins: {
    description: 'Pinned views and projects of people.',
    fields: {
      id: rowId,
      person,
      type: required(choice(['view', 'project'], 'What is pinned.')),
      target: required(id('Id of the view or project.')),
      position,
      created_at: audit.created_at,
    },
  },
  availability: {
    description: 'Absences of people.',
    fields: {
      id: rowId,
      person,
      start_date: required(day('First day.')),
      end_date: required(day('Last day.')),
      note: text('Note.'),
      ...audit,
    },
  },
  webhooks: {
    description: 'Webhooks, without their secrets.',
    fields: {
      id: rowId,
      name: required(text('Name.')),
      url: required(text('URL.')),
      events: list(text('Type of event.'), 'Types of events.'),
      projects: list(ref('projects', 'Project.'), 'Projects whose events are sent; absent: all.'),
      api_version: text('Version of the API.'),
      owner: ref('people', 'Owner.'),
      status: text('Status.'),
      ...audit,
    },
  },
  external_refs: {
    description: 'Names of resources in other systems.',
    fields: {
      id: rowId,
      source: required(text('Name of the system.')),
      external_id: required(text('Id in that system.')),
      resource_type: required(text('Type of resource, such as task.')),
      resource: required(id('Id of the resource in this archive.')),
      fingerprint: text('Fingerprint of the content at the last synchronization.'),
      created_at: audit.created_at,
      updated_at: audit.updated_at,
    },
  },
  task_spans: {
    description: 'Former values of status, section and sprint of tasks, with their times.',
    fields: {
      id: rowId,
      task,
      what: required(choice(['status', 'section', 'sprint'], 'Property.')),
      value: text('Value.'),
      entered_at: required(time('Time at which it got the value.')),
      left_at: required(time('Time at which it lost the value.')),
    },
  },
  history: {
    description: 'Events: changes of resources, oldest first.',
    fields: {
      id: rowId,
      type: required(text('Type of event, such as task.updated.')),
      resource_type: required(text('Type of resource.')),
      resource: required(id('Id of the resource.')),
      part: id('Id of the part that changed, such as a comment.'),
      project: id('Id of the project.'),
      from_project: id('Id of the project that it was moved from.'),
      actor_kind: text('Kind of actor.'),
      actor: ref('people', 'User who made the change.'),
      actor_name: text('Username at the time.'),
      before: json('Values before the change.'),
      after: json('Values after the change.'),
      cause: text('Cause.'),
      created_at: required(time('Time.')),
    },
  },
} as const satisfies Record<string, KindDeclaration>

export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as Kind[]
export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name)

/** A row of a kind. */
export type Row<K extends Kind> = RowType<(typeof kinds)[K]['fields']>
/** A row of any kind, as parsers yield it. */
export type Entry = { [K in Kind]: { kind: K; row: Row<K> } }[Kind]

export const buildRowSchema = (kind: Kind): JsonSchema => buildObjectSchema(kinds[kind].fields, kinds[kind].description)
