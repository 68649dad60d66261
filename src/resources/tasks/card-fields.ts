import { sql, type Sql } from '../../db/sql.ts'
import {
  bool,
  list,
  nullable,
  object,
  oneOf,
  optional,
  pageOf,
  schemaOf,
  words,
  type TSchema,
} from '../../kernel/schema.ts'
import { attributeNames, type AttributeName } from './attributes.ts'
import { taskCard, taskPage } from './schemas.ts'

export type CardField = keyof (typeof taskCard)['properties']

const fieldNames = Object.keys(taskCard.properties) as CardField[]
/** Fields that are always returned, because clients need them to identify and update a task. */
const requiredFields: readonly CardField[] = ['task_id', 'version']

/** Query parameter `fields`. Cursors are not bound to it, because it does not affect which rows are listed. */
export const fieldsAsked = optional({
  ...list(oneOf(words('TaskField', fieldNames)), {
    description:
      'Fields to return for each task (default: all). `task_id` and `version` are always returned.',
  }),
  unbound: true,
})

/** Returns the requested fields in the order of the schema; undefined if all are requested. */
export const fieldsOf = (requested: readonly CardField[] | undefined): readonly CardField[] | undefined =>
  requested && fieldNames.filter((name) => requiredFields.includes(name) || requested.includes(name))

const links: AttributeName[] = ['parent_task_id', 'is_subtask', 'sub_tasks', 'dependencies']
const linkFields: readonly CardField[] = ['is_subtask', 'sub_tasks', 'dependencies']
/** Attributes needed for fields that are computed. */
const sources: { [F in CardField]?: AttributeName[] } = {
  is_subtask: links,
  sub_tasks: links,
  dependencies: links,
  restricted_to_user_ids: ['restricted', 'restricted_to_user_ids'],
  has_edit_access: ['project_id', 'team_id', 'created_by', 'assignee'],
}

/** Returns whether any of the fields depends on links, which not all readers see alike. */
export const showLinks = (fields: readonly CardField[]): boolean =>
  fields.some((name) => linkFields.includes(name))

export function columnsOfFields(fields: readonly CardField[]): Sql {
  const columns = new Set(fields.flatMap((name): string[] => sources[name] ?? [name]))
  return sql.raw(attributeNames.flatMap((name) => (columns.has(name) ? [`t.${name}`] : [])).join(', '))
}

export const withFields = (row: Partial<Record<CardField, unknown>>, fields: readonly CardField[]) =>
  Object.fromEntries(fields.map((name) => [name, row[name]]))

const optionalFields = Object.entries(taskCard.properties).map(([name, schema]) => [
  name,
  optional<TSchema>(schema),
])
const taskFields = object(
  {
    ...(Object.fromEntries(optionalFields) as Record<CardField, TSchema>),
    task_id: taskCard.properties.task_id,
    version: nullable(taskCard.properties.version),
    has_access: optional(
      bool({ description: 'False for a restricted task, included by `include_inaccessible`.' }),
    ),
  },
  { title: 'TaskFields' },
)

export const taskPageOrFields = schemaOf({
  title: 'TaskPageOrFields',
  anyOf: [taskPage, pageOf(taskFields, {}, { title: 'TaskFieldsPage' })],
})
