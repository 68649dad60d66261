import {
  bool,
  date,
  dateTime,
  freeForm,
  list,
  nullable,
  oneOf,
  text,
  version,
  words,
} from '../../kernel/schema.ts'
import { fold, sortKey } from '../../kernel/text.ts'
import { priorities } from '../projects/schemas.ts'
import {
  clearable,
  kept,
  lasting,
  replaced,
  type Attribute,
  type Shown,
  type Writable,
} from './attribute-kinds.ts'

/*
 * Declares each attribute of a task once. Columns, default values, updates, events and the schemas of bodies, responses
 * and restricted rows are derived from it.
 */

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

/** Order of lists sorted by status; the index is stored as `status_rank`. */
export const statusOrder: readonly (typeof taskStatuses)[number][] = [
  'backlog',
  'in_progress',
  'not_started',
  'blocked',
  'completed',
  'on_hold',
  'archived',
]
/** Order of lists sorted by priority; the index is stored as `priority_rank`. */
export const priorityOrder: readonly (typeof priorities)[number][] = [
  'critical',
  'high',
  'medium',
  'low',
  'none',
]

const none = () => null as string | null
const ids = (description: string) => list(text({ max: 64 }), { maxItems: 200, description })
const tagMessage = 'must not contain a comma or be blank: send each tag as a separate item'

const clearableText = (max: number, description: string, options: Parameters<typeof clearable<string>>[2]) =>
  clearable(text({ max, description }), text({ description }), options)

const distinct = (values: string[]) => [...new Set(values)]
const json = (value: object | null) => (value === null ? null : JSON.stringify(value))

const identity = {
  org_id: kept(text({ description: 'Id of the organization.' }), '' as string, { unmasked: true }),
  task_id: kept(text({ description: 'Id of the task.' }), '' as string, { unmasked: true }),
}

const containers = {
  project_id: clearableText(64, 'Id of the project.', { unmasked: true }),
  team_id: clearableText(64, 'Id of the team. Without a project, the task is in its intake.', {
    inEvents: true,
    unmasked: true,
  }),
  sprint_id: clearableText(64, "Id of a sprint of the task's team or of its project's team.", {
    inEvents: true,
  }),
  milestone_id: clearableText(64, "Id of a milestone of the task's team or of its project's team.", {
    inEvents: true,
  }),
  goal_id: clearableText(64, "Id of a goal of the task's project.", { inEvents: true }),
}

const heading = {
  title: lasting(
    text({ min: 1, max: 500, visible: true, description: 'Plain text.' }),
    text({ description: 'Plain text.' }),
    '',
    { inEvents: true, mask: 'Restricted', derivedColumns: { title_key: sortKey } },
  ),
}

const startDateSchema = date({ description: 'Planned start.' })
const dueDateSchema = date({ description: 'Deadline.' })

const contents = {
  description: clearableText(100_000, 'Markdown.', { inEvents: true }),
  status: lasting(oneOf(taskStatuses), oneOf(taskStatuses), 'not_started', {
    inEvents: true,
    derivedColumns: { status_rank: (status) => statusOrder.indexOf(status) },
  }),
  priority: lasting(oneOf(priorities), oneOf(priorities), 'none', {
    inEvents: true,
    derivedColumns: { priority_rank: (priority) => priorityOrder.indexOf(priority) },
  }),
  task_type: lasting(oneOf(taskTypes), oneOf(taskTypes), 'task', { inEvents: true }),
  assignee: clearableText(64, 'Username of the assignee, an active member. Case-insensitive.', {
    inEvents: true,
    derivedColumns: { assignee_key: (name) => (name === null ? null : fold(name)) },
  }),
  start_date: clearable(startDateSchema, startDateSchema, { inEvents: true }),
  due_date: clearable(dueDateSchema, dueDateSchema, { inEvents: true }),
  tags: replaced(
    list(text({ min: 1, max: 50, pattern: '^\\s*[^,\\s][^,]*$', inWords: tagMessage, visible: true }), {
      maxItems: 50,
      description: 'Without commas. Surrounding spaces and duplicates are removed.',
    }),
    list(text()),
    { inEvents: true, normalize: (tags) => distinct(tags.map((tag) => tag.trim())) },
  ),
  type_data: clearable(
    freeForm({
      description: 'Data of the task type. Merged (RFC 7396): `null` removes a key.',
    }),
    freeForm({ description: 'Data of the task type.' }),
    { inEvents: true, toColumn: json },
  ),
  metadata: replaced(
    list(freeForm(), {
      maxItems: 100,
      freeForm: true,
      description: 'Free-form objects; replaced as a whole.',
    }),
    list(freeForm(), { description: 'Free-form objects.' }),
    { inEvents: true, toColumn: json },
  ),
}

const isSubtask = bool({
  description: 'Whether the task is a subtask. Always true for a task with a parent.',
})
const parentage = { is_subtask: lasting(isSubtask, isSubtask, false, { inEvents: true }) }

const links = {
  // Links have events of their own, which only readers of the linked task receive.
  parent_task_id: { blank: none() },
  sub_tasks: replaced(
    ids('Ids of all subtasks, in order. A task has only one parent.'),
    list(text(), { description: 'Ids of the subtasks that the caller can read, in order.' }),
    { normalize: distinct },
  ),
  dependencies: replaced(
    ids('Ids of all tasks that this task depends on.'),
    list(text(), { description: 'Ids of the tasks it depends on and that the caller can read.' }),
    { normalize: distinct },
  ),
}

const tracking = {
  bug_id: clearableText(200, 'Id of the bug in another system.', { inEvents: true }),
  tracker_id: lasting(
    text({ max: 200, description: 'Id in an issue tracker. Accepted only when a bug is created.' }),
    nullable(text({ description: 'Id in an issue tracker. Only bugs have one.' })),
    null,
    { inEvents: true },
  ),
}

const restriction = {
  // Changes are published as `task.restricted`.
  restricted_to: replaced(
    list(text({ max: 64 }), {
      maxItems: 200,
      description:
        'Usernames of the only users who can see the task, besides project owners and organization admins. Empty: all ' +
        'readers of its project or team.',
    }),
    list(text(), {
      description: 'Usernames of the users to whom the task is restricted. Empty: not restricted.',
    }),
    { derivedColumns: { restricted: (names) => names.length > 0 } },
  ),
  restricted_to_user_ids: kept(
    nullable(list(text(), { description: 'Ids of the users to whom the task is restricted.' })),
    [] as string[],
    { mask: null },
  ),
}

const record = {
  created_by: kept(nullable(text({ description: 'Username of the creator.' })), none(), { mask: null }),
  updated_by: kept(nullable(text({ description: 'Username of the last editor.' })), none(), { mask: null }),
  created_at: kept(nullable(dateTime({ description: 'Time of creation.' })), '' as string, {
    unmasked: true,
  }),
  updated_at: kept(nullable(dateTime({ description: 'Time of the last change.' })), '' as string, {
    mask: null,
  }),
  version: kept(version, 1, { mask: null }),
}

/** Attributes that are derived or maintained by other statements and are not fields of the schema Task. */
const internal = {
  restricted: { blank: false },
  comments: { blank: 0 },
}

/** Every attribute; those in responses are in the order of the response. */
export const attributes = {
  ...identity,
  ...containers,
  ...heading,
  ...contents,
  ...parentage,
  ...links,
  ...tracking,
  ...restriction,
  ...record,
  ...internal,
}

/** Writable attributes in the order in which the API docs show them. */
const writableGroups = {
  ...heading,
  ...parentage,
  ...containers,
  ...links,
  ...contents,
  ...tracking,
  ...restriction,
}

type Attributes = typeof attributes
/** Name of an attribute, which is also its column and its field. */
export type AttributeName = keyof Attributes
/** Values of all attributes: a row of `tasks`. */
export type AttributeValues = { [K in AttributeName]: Attributes[K]['blank'] }

type Having<F> = { [K in AttributeName]: Attributes[K] extends F ? K : never }[AttributeName]
export type ShownName = Having<Shown<unknown>>
type WritableName = Having<Writable<unknown>>

type AnyAttribute = Attribute<unknown> & Partial<Shown<unknown> & Writable<unknown>>
const listEntries = (group: Partial<Attributes>) => Object.entries(group) as [AttributeName, AnyAttribute][]

const collectSchemas = (group: Partial<Attributes>, which: 'shown' | 'body') =>
  Object.fromEntries(listEntries(group).flatMap(([name, one]) => (one[which] ? [[name, one[which]]] : [])))

export const shownSchemas = collectSchemas(attributes, 'shown') as {
  [K in ShownName]: Attributes[K]['shown']
}
export const bodySchemas = collectSchemas(writableGroups, 'body') as {
  [K in WritableName]: Attributes[K]['body']
}

export const attributeNames = listEntries(attributes).map(([name]) => name)

export const writable = listEntries(writableGroups).flatMap(([name, { body, onNull, normalize }]) =>
  body && onNull ? [{ name: name as WritableName, onNull, normalize }] : [],
)

/** Attributes included in events; project, restriction and links are added separately. */
export const toldAttributes = listEntries({
  ...heading,
  ...contents,
  ...tracking,
  ...parentage,
  ...containers,
}).flatMap(([name, { inEvents }]) => (inEvents ? [name] : []))

export const masks: Partial<Record<AttributeName, unknown>> = Object.fromEntries(
  listEntries(attributes).flatMap(([name, { shown, unmasked, mask, blank }]) =>
    shown && !unmasked ? [[name, mask === undefined ? blank : mask]] : [],
  ),
)

/** Columns written on a change, with the attribute that each is computed from. */
export const storedColumns = listEntries(writableGroups).flatMap(
  ([source, { toColumn = (value: unknown) => value, derivedColumns = {} }]) => [
    { name: source as string, source, convert: toColumn },
    ...Object.entries(derivedColumns).map(([name, convert]) => ({ name, source, convert })),
  ],
)

const defaults = Object.fromEntries(
  listEntries(attributes).map(([name, { blank }]) => [name, blank]),
) as AttributeValues
const lists = attributeNames.filter((name) => Array.isArray(defaults[name]))

/** Returns the default values, with new arrays. */
export function blankValues(): AttributeValues {
  const values: Record<AttributeName, unknown> = { ...defaults }
  for (const name of lists) values[name] = []
  return values as AttributeValues
}
