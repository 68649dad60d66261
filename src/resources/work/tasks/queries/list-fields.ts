import { sql, type Sql } from '../../../../db/sql.ts'
import * as s from '../../../../core/schema.ts'
import { taskAttributeNames, type TaskAttributeName } from '../attributes.ts'
import { taskSummarySchema, taskPage } from '../schema.ts'

export type TaskListField = keyof (typeof taskSummarySchema)['properties']

const fieldNames = Object.keys(taskSummarySchema.properties) as TaskListField[]
/** Fields that are always returned, because clients need them to identify and update a task. */
const requiredFields: readonly TaskListField[] = ['task_id', 'version']

/** Query parameter `fields`. Cursors are not bound to it, because it does not affect which rows are listed. */
export const taskFieldsParam = s.optional({
  ...s.array(s.stringEnum(s.namedEnum('TaskField', fieldNames)), {
    description: 'Fields to return for each task (default: all). `task_id` and `version` are always returned.',
  }),
  notInCursor: true,
})

/** Returns the requested fields in the order of the schema; undefined if all are requested. */
export const orderRequestedFields = (
  requested: readonly TaskListField[] | undefined,
): readonly TaskListField[] | undefined =>
  requested && fieldNames.filter((name) => requiredFields.includes(name) || requested.includes(name))

const links: TaskAttributeName[] = ['parent_task_id', 'is_subtask', 'sub_tasks', 'dependencies']
const linkFields: readonly TaskListField[] = ['is_subtask', 'sub_tasks', 'dependencies']
/** Attributes needed for fields that are computed. */
const sources: { [F in TaskListField]?: TaskAttributeName[] } = {
  key: ['number', 'project_id'],
  is_subtask: links,
  sub_tasks: links,
  dependencies: links,
  custom: ['custom', 'project_id'],
  restricted_to_user_ids: ['restricted', 'restricted_to_user_ids'],
  has_edit_access: ['project_id', 'team_id', 'created_by', 'assignee'],
}

/** Returns whether any of the fields depends on links, which not all readers see alike. */
export const includesLinkFields = (fields: readonly TaskListField[]): boolean =>
  fields.some((name) => linkFields.includes(name))

export function buildFieldColumns(fields: readonly TaskListField[]): Sql {
  const columns = new Set(fields.flatMap((name): string[] => sources[name] ?? [name]))
  return sql.raw(taskAttributeNames.flatMap((name) => (columns.has(name) ? [`t.${name}`] : [])).join(', '))
}

export const pickTaskFields = (row: Partial<Record<TaskListField, unknown>>, fields: readonly TaskListField[]) =>
  Object.fromEntries(fields.map((name) => [name, row[name]]))

const optionalFields = Object.entries(taskSummarySchema.properties).map(([name, schema]) => [
  name,
  s.optional<s.TSchema>(schema),
])
const taskFields = s.namedObject('TaskFields', {
  ...(Object.fromEntries(optionalFields) as Record<TaskListField, s.TSchema>),
  task_id: taskSummarySchema.properties.task_id,
  version: s.nullable(taskSummarySchema.properties.version),
  has_access: s.optional(s.bool('False for a restricted task, included by `include_inaccessible`.')),
})

export const taskPageOrFields = s.rawSchema({
  title: 'TaskPageOrFields',
  anyOf: [taskPage, s.pageSchema(taskFields, {}, { title: 'TaskFieldsPage' })],
})
