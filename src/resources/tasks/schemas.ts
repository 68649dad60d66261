import Type from 'typebox'
import { priorities } from '../projects/schemas.ts'
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
  pageOf,
  partial,
  text,
  words,
  type Static,
} from '../../kernel/schema.ts'
import { holderTypes } from '../holders/access.ts'

export const taskStatuses = words('TaskStatus', [
  'backlog',
  'not_started',
  'in_progress',
  'blocked',
  'completed',
  'archived',
  'on_hold',
])
export const taskTypes = words('TaskType', ['task', 'bug', 'agent'])

const id = (description: string) => text({ max: 64, description })
const ids = (description: string) => list(text({ max: 64 }), { maxItems: 200, description })
const username = text({ max: 64 })

/** What a client may write. */
const writable = {
  project_id: id('The project it lies in; null for none.'),
  team_id: id('A task with a team and no project waits in the intake of that team.'),
  sprint_id: id('A sprint of its team.'),
  milestone_id: id('A milestone of its team.'),
  goal_id: id('A goal of its project.'),
  sub_tasks: ids('Ids of its subtasks; a task has one parent.'),
  dependencies: ids('Ids of tasks it waits for.'),
  description: text({ max: 100_000 }),
  status: oneOf(taskStatuses),
  priority: oneOf(priorities),
  task_type: oneOf(taskTypes),
  assignee: text({ max: 64, description: 'Username of an active member.' }),
  start_date: date(),
  due_date: date(),
  tags: list(text({ min: 1, max: 50, pattern: '^\\s*[^,\\s][^,]*$' }), {
    maxItems: 50,
    description: 'Without commas and space around them; a tag given twice counts once.',
  }),
  type_data: freeForm({ description: 'Merged into what is stored (RFC 7396): null removes a key.' }),
  metadata: list(freeForm(), { maxItems: 100, freeForm: true, description: 'Replaced as a whole.' }),
  bug_id: text({ max: 200 }),
  tracker_id: text({ max: 200, description: 'Only on creating a bug.' }),
  restricted_to: list(username, {
    maxItems: 200,
    description:
      'Usernames of those who alone may see it, beside project owners and org admins; empty = everyone.',
  }),
}
const sentAlong = ignored({ created_by: text(), updated_by: text() })
const title = text({ min: 1, max: 500, pattern: '\\S' })

export const taskCreate = object(
  {
    org_id: namedOrgId,
    title,
    is_subtask: optional(bool({ description: 'Always true of a task that has a parent.' })),
    ...nullables({ ...writable, ...sentAlong }),
  },
  { title: 'TaskCreate' },
)
export type TaskCreate = Static<typeof taskCreate>

/** Attributes of a task that `null` clears. */
export const clearable = [
  'project_id',
  'team_id',
  'sprint_id',
  'milestone_id',
  'goal_id',
  'description',
  'assignee',
  'start_date',
  'due_date',
  'bug_id',
] as const
/** Lists of a task that an update replaces as a whole; `null` empties them. */
export const replacedLists = ['sub_tasks', 'dependencies', 'metadata', 'restricted_to'] as const

export const taskUpdate = partial(
  {
    org_id: older(text(), "The task's own; it can't be moved to another organization."),
    title,
    is_subtask: bool(),
    ...writable,
    ...sentAlong,
  },
  {
    title: 'TaskUpdate',
    clears: [...clearable, 'type_data', 'tags', ...replacedLists],
  },
)
export type TaskUpdate = Static<typeof taskUpdate>

/** Whether a body says anything of subtasks or dependencies. */
export const changesLinks = (body: TaskUpdate): boolean =>
  body.sub_tasks !== undefined || body.dependencies !== undefined

const stored = {
  org_id: text(),
  task_id: text(),
  project_id: nullable(text()),
  team_id: nullable(text()),
  sprint_id: nullable(text()),
  milestone_id: nullable(text()),
  goal_id: nullable(text()),
  title: text(),
  description: nullable(text()),
  status: oneOf(taskStatuses),
  priority: oneOf(priorities),
  task_type: oneOf(taskTypes),
  assignee: nullable(text()),
  start_date: nullable(date()),
  due_date: nullable(date()),
  tags: list(text()),
  type_data: nullable(freeForm()),
  metadata: list(freeForm()),
  is_subtask: bool(),
  sub_tasks: list(text(), { description: 'Those that the caller can read.' }),
  dependencies: list(text(), { description: 'Those that the caller can read.' }),
  bug_id: nullable(text()),
  tracker_id: nullable(text()),
  restricted_to: list(text()),
  restricted_to_user_ids: nullable(list(text())),
  created_by: nullable(text()),
  updated_by: nullable(text()),
  created_at: nullable(dateTime()),
  updated_at: nullable(dateTime()),
  has_access: bool({ const: true, description: 'Always true: a task you may not read is not shown.' }),
  has_edit_access: bool({ description: 'Whether the caller may change it.' }),
}

export const task = object(stored, { title: 'Task' })

export const taskCard = object(
  {
    ...stored,
    comments: nullable(int({ description: 'Number of comments.' })),
    section_id: nullable(text({ description: 'Filled only for a requested section scope.' })),
    section_position: nullable(num()),
  },
  { title: 'TaskSummary' },
)

const nothing = (description = 'Always null.') => Type.Unsafe<null>({ type: 'null', description })
const empty = list(text(), { maxItems: 0 })

/** A restricted task to somebody it is hidden from: that it is there, and nothing of what it says. */
const restrictedTask = object(
  {
    org_id: text(),
    task_id: text(),
    project_id: nullable(text()),
    team_id: nullable(text()),
    sprint_id: nothing(),
    milestone_id: nothing(),
    goal_id: nothing(),
    title: text({ description: 'Always `Restricted`.' }),
    description: nothing(),
    status: oneOf(taskStatuses, { description: 'Always `not_started`.' }),
    priority: oneOf(priorities, { description: 'Always `none`.' }),
    task_type: oneOf(taskTypes, { description: 'Always `task`.' }),
    assignee: nothing(),
    start_date: nothing(),
    due_date: nothing(),
    tags: empty,
    type_data: nothing(),
    metadata: empty,
    is_subtask: bool(),
    sub_tasks: empty,
    dependencies: empty,
    bug_id: nothing(),
    tracker_id: nothing(),
    restricted_to: empty,
    restricted_to_user_ids: nothing(),
    created_by: nothing(),
    updated_by: nothing(),
    created_at: nullable(dateTime()),
    updated_at: nothing(),
    has_access: bool({ const: false, description: 'Always false.' }),
    has_edit_access: bool({ const: false, description: 'Always false.' }),
    comments: nothing(),
    section_id: nothing(),
    section_position: nothing(),
  },
  { title: 'RestrictedTask' },
)

/** A row of a task list: `has_access` tells the two apart. */
export const taskRows = [taskCard, restrictedTask] as const
const taskRow = Type.Unsafe({ title: 'TaskRow', oneOf: taskRows })

export const taskPage = pageOf(taskRow, {}, { title: 'TaskPage' })

const scopeType = oneOf(holderTypes, { description: 'Whose sections: a project’s, a team’s or your own.' })

export const taskSectionSet = object(
  {
    scope_type: scopeType,
    scope_id: text({ max: 64, description: 'The project or team, or your own username.' }),
    section_id: optional(nullable(text({ max: 64, description: 'null: out of the sections of the scope.' }))),
    position: optional(nullable(num({ minimum: -1e12, maximum: 1e12 }))),
  },
  { title: 'TaskSectionSet' },
)
export type TaskSectionSet = Static<typeof taskSectionSet>

export const taskSectionOut = object(
  {
    task_id: text(),
    scope_type: scopeType,
    scope_id: text(),
    section_id: nullable(text()),
    position: nullable(num()),
  },
  { title: 'TaskSection' },
)
