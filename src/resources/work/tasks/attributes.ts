import * as s from '../../../core/schema.ts'
import { normalizeForSearch, toSortKey } from '../../../core/text.ts'
import type { FieldValues } from '../fields/kinds.ts'
import { priorities } from '../projects/schema.ts'
import { priorityOrder, statusSortOrder, taskStatuses, taskTypes } from './enums.ts'
import {
  clearableAttribute,
  readOnlyAttribute,
  nonNullAttribute,
  listAttribute,
  type TaskAttribute,
  type ResponseAttribute,
  type WritableAttribute,
} from './attribute-kinds.ts'

/*
 * Declares each attribute of a task once. Columns, default values, updates, events and the schemas of bodies, responses
 * and restricted rows are derived from it.
 */

const getNull = () => null as string | null
const buildIdsSchema = (description: string) => s.array(s.text({ max: 64 }), { maxItems: 200, description })
const tagMessage = 'must not contain a comma or be blank: send each tag as a separate item'

const clearableText = (max: number, description: string, options: Parameters<typeof clearableAttribute<string>>[2]) =>
  clearableAttribute(s.text({ max, description }), s.text(description), options)

const listDistinct = (values: string[]) => [...new Set(values)]
const toJson = (value: object | null) => (value === null ? null : JSON.stringify(value))

const identity = {
  org_id: readOnlyAttribute(s.text('ID of the organization.'), '' as string, {
    unmasked: true,
  }),
  task_id: readOnlyAttribute(s.text('ID of the task.'), '' as string, { unmasked: true }),
  number: readOnlyAttribute(
    s.nullable(s.int('Number in the project, from 1, never reused; null without a project.')),
    null as number | null,
    { mask: null },
  ),
}

const containers = {
  project_id: clearableText(64, 'ID of the project.', { unmasked: true }),
  team_id: clearableText(64, 'ID of the team. Without a project, the task is in its intake.', {
    inEvents: true,
    unmasked: true,
  }),
  sprint_id: clearableText(64, "ID of a sprint of the task's team or of its project's team.", {
    inEvents: true,
  }),
  milestone_id: clearableText(64, "ID of a milestone of the task's team or of its project's team.", {
    inEvents: true,
  }),
  goal_id: clearableText(64, "ID of a goal of the task's project.", { inEvents: true }),
}

const heading = {
  title: nonNullAttribute(s.nonBlankText(500, 'Plain text.'), s.text('Plain text.'), '', {
    inEvents: true,
    mask: 'Restricted',
    derivedColumns: { title_key: toSortKey },
  }),
}

const startDateSchema = s.date('Planned start.')
const dueDateSchema = s.date('Deadline.')

const contents = {
  description: clearableText(100_000, 'Markdown.', { inEvents: true }),
  status: nonNullAttribute(s.stringEnum(taskStatuses), s.stringEnum(taskStatuses), 'not_started', {
    inEvents: true,
    derivedColumns: { status_rank: (status) => statusSortOrder.indexOf(status) },
  }),
  priority: nonNullAttribute(s.stringEnum(priorities), s.stringEnum(priorities), 'none', {
    inEvents: true,
    derivedColumns: { priority_rank: (priority) => priorityOrder.indexOf(priority) },
  }),
  task_type: nonNullAttribute(s.stringEnum(taskTypes), s.stringEnum(taskTypes), 'task', { inEvents: true }),
  assignee: clearableText(64, 'Username of the assignee, an active member. Case-insensitive.', {
    inEvents: true,
    derivedColumns: { assignee_key: (name) => (name === null ? null : normalizeForSearch(name)) },
  }),
  start_date: clearableAttribute(startDateSchema, startDateSchema, { inEvents: true }),
  due_date: clearableAttribute(dueDateSchema, dueDateSchema, { inEvents: true }),
  tags: listAttribute(
    s.array(s.text({ min: 1, max: 50, pattern: '^\\s*[^,\\s][^,]*$', patternMessage: tagMessage, visible: true }), {
      maxItems: 50,
      description: 'Without commas. Surrounding spaces and duplicates are removed.',
    }),
    s.array(s.text()),
    { inEvents: true, normalize: (tags) => listDistinct(tags.map((tag) => tag.trim())) },
  ),
  type_data: clearableAttribute(
    s.freeForm('Data of the task type. Merged (RFC 7396): `null` removes a key.'),
    s.freeForm('Data of the task type.'),
    { inEvents: true, toColumn: toJson },
  ),
  metadata: listAttribute(
    s.array(s.freeForm(), {
      maxItems: 100,
      freeForm: true,
      description: 'Free-form objects; replaced as a whole.',
    }),
    s.array(s.freeForm(), 'Free-form objects.'),
    { inEvents: true, toColumn: toJson },
  ),
}

const custom = {
  custom: nonNullAttribute(
    s.freeForm({
      maxProperties: 200,
      description:
        'Values of custom fields by key, merged: omitted keys keep their value, `null` clears. Unknown keys, archived fields ' +
        'and options, and values of another type are 422.',
    }) as s.TUnsafe<FieldValues>,
    s.freeForm('Values of custom fields by key. Lists omit archived fields.') as s.TUnsafe<FieldValues>,
    {} as FieldValues,
    { inEvents: true, toColumn: toJson },
  ),
}

const isSubtask = s.bool('Whether the task is a subtask. Always true for a task with a parent.')
const parentage = { is_subtask: nonNullAttribute(isSubtask, isSubtask, false, { inEvents: true }) }

const links = {
  // Links have events of their own, which only readers of the linked task receive.
  parent_task_id: { defaultValue: getNull() },
  sub_tasks: listAttribute(
    buildIdsSchema('IDs of all subtasks, in order. A task has only one parent.'),
    s.array(s.text(), 'IDs of the subtasks that the caller can read, in order.'),
    { normalize: listDistinct },
  ),
  dependencies: listAttribute(
    buildIdsSchema('IDs of all tasks that this task depends on.'),
    s.array(s.text(), 'IDs of the tasks it depends on and that the caller can read.'),
    { normalize: listDistinct },
  ),
}

const tracking = {
  bug_id: clearableText(200, 'ID of the bug in another system.', { inEvents: true }),
  tracker_id: nonNullAttribute(
    s.text({ max: 200, description: 'ID in an issue tracker. Accepted only when a bug is created.' }),
    s.nullable(s.text('ID in an issue tracker. Only bugs have one.')),
    null,
    { inEvents: true },
  ),
}

const restriction = {
  // Changes are published as `task.restricted`.
  restricted_to: listAttribute(
    s.array(s.text({ max: 64 }), {
      maxItems: 200,
      description:
        'Usernames of the only readers of its project or team who can see the task, besides project owners and ' +
        'organization admins. Empty: all of its readers.',
    }),
    s.array(s.text(), 'Usernames of the users to whom the task is restricted. Empty: not restricted.'),
    { derivedColumns: { restricted: (names) => names.length > 0 } },
  ),
  restricted_to_user_ids: readOnlyAttribute(
    s.nullable(s.array(s.text(), 'IDs of the users to whom the task is restricted.')),
    [] as string[],
    { mask: null },
  ),
}

const record = {
  created_by: readOnlyAttribute(s.nullable(s.text('Username of the creator.')), getNull(), {
    mask: null,
  }),
  updated_by: readOnlyAttribute(s.nullable(s.text('Username of the last editor.')), getNull(), {
    mask: null,
  }),
  created_at: readOnlyAttribute(s.nullable(s.dateTime('Time of creation.')), '' as string, {
    unmasked: true,
  }),
  updated_at: readOnlyAttribute(s.nullable(s.dateTime('Time of the last change.')), '' as string, {
    mask: null,
  }),
  version: readOnlyAttribute(s.versionField, 1, { mask: null }),
}

/** Attributes that are derived or maintained by other statements and are not fields of the schema Task. */
const internal = {
  restricted: { defaultValue: false },
  comments: { defaultValue: 0 },
}

/** Every attribute; those in responses are in the order of the response. */
const taskAttributes = {
  ...identity,
  ...containers,
  ...heading,
  ...contents,
  ...custom,
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
  ...custom,
  ...tracking,
  ...restriction,
}

type Attributes = typeof taskAttributes
/** Name of an attribute, which is also its column and its field. */
export type TaskAttributeName = keyof Attributes
/** Values of all attributes: a row of `tasks`. */
export type TaskAttributeValues = { [K in TaskAttributeName]: Attributes[K]['defaultValue'] }

type Having<F> = { [K in TaskAttributeName]: Attributes[K] extends F ? K : never }[TaskAttributeName]
export type TaskFieldName = Having<ResponseAttribute<unknown>>
type WritableName = Having<WritableAttribute<unknown>>

type AnyAttribute = TaskAttribute<unknown> & Partial<ResponseAttribute<unknown> & WritableAttribute<unknown>>
const listEntries = (group: Partial<Attributes>) => Object.entries(group) as [TaskAttributeName, AnyAttribute][]

const collectSchemas = (group: Partial<Attributes>, which: 'responseSchema' | 'bodySchema') =>
  Object.fromEntries(listEntries(group).flatMap(([name, one]) => (one[which] ? [[name, one[which]]] : [])))

export const taskFieldSchemas = collectSchemas(taskAttributes, 'responseSchema') as {
  [K in TaskFieldName]: Attributes[K]['responseSchema']
}
export const taskBodySchemas = collectSchemas(writableGroups, 'bodySchema') as {
  [K in WritableName]: Attributes[K]['bodySchema']
}

export const taskAttributeNames = listEntries(taskAttributes).map(([name]) => name)

export const writableAttributes = listEntries(writableGroups).flatMap(([name, { bodySchema, onNull, normalize }]) =>
  bodySchema && onNull ? [{ name: name as WritableName, onNull, normalize }] : [],
)

/** Attributes included in events. Commands add the project, the restriction and links, which lack `inEvents`. */
export const eventAttributes = listEntries({
  ...heading,
  ...contents,
  ...custom,
  ...tracking,
  ...parentage,
  ...containers,
}).flatMap(([name, { inEvents }]) => (inEvents ? [name] : []))

export const restrictedTaskMasks: Partial<Record<TaskAttributeName, unknown>> = Object.fromEntries(
  listEntries(taskAttributes).flatMap(([name, { responseSchema, unmasked, mask, defaultValue }]) =>
    responseSchema && !unmasked ? [[name, mask === undefined ? defaultValue : mask]] : [],
  ),
)

/** Columns written on a change, with the attribute that each is computed from. */
export const writableColumnSpecs = listEntries(writableGroups).flatMap(
  ([source, { toColumn = (value: unknown) => value, derivedColumns = {} }]) => [
    { name: source as string, source, convert: toColumn },
    ...Object.entries(derivedColumns).map(([name, convert]) => ({ name, source, convert })),
  ],
)

const defaults = Object.fromEntries(
  listEntries(taskAttributes).map(([name, { defaultValue }]) => [name, defaultValue]),
) as TaskAttributeValues
const lists = taskAttributeNames.filter((name) => Array.isArray(defaults[name]))

/** Returns the default values, with new arrays. */
export function buildDefaultTaskValues(): TaskAttributeValues {
  const values: Record<TaskAttributeName, unknown> = { ...defaults }
  for (const name of lists) values[name] = []
  return values as TaskAttributeValues
}
