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

/** The name of a field of a task in a list. */
export type CardField = keyof (typeof taskCard)['properties']

const fieldNames = Object.keys(taskCard.properties) as CardField[]
/** What a row has whether or not it was asked for: without these it can't be told from others, nor be written. */
const always: readonly CardField[] = ['task_id', 'version']

/** The query that asks for some fields in place of all. A cursor is not bound to it: it says nothing of which rows. */
export const fieldsAsked = optional({
  ...list(oneOf(words('TaskField', fieldNames)), {
    description:
      'The fields of each row, in place of all: light rows for long lists. `task_id` and `version` are always there.',
  }),
  unbound: true,
})

/** The fields of rows when these are asked for, in the order in which all of them stand; all of them when none is. */
export const fieldsOf = (asked: readonly CardField[] | undefined): readonly CardField[] | undefined =>
  asked && fieldNames.filter((name) => always.includes(name) || asked.includes(name))

const links: AttributeName[] = ['parent_task_id', 'is_subtask', 'sub_tasks', 'dependencies']
const linkFields: readonly CardField[] = ['is_subtask', 'sub_tasks', 'dependencies']
/** The attributes that fields are made of which are none themselves, or of more than the one. */
const sources: { [F in CardField]?: AttributeName[] } = {
  is_subtask: links,
  sub_tasks: links,
  dependencies: links,
  restricted_to_user_ids: ['restricted', 'restricted_to_user_ids'],
  has_edit_access: ['project_id', 'team_id', 'created_by', 'assignee'],
}

/** Whether any of these fields is made of the links of a task, of which not every reader sees the same. */
export const showLinks = (fields: readonly CardField[]): boolean =>
  fields.some((name) => linkFields.includes(name))

/** The columns of `t` that these fields are made of. */
export function columnsOfFields(fields: readonly CardField[]): Sql {
  const wanted = new Set(fields.flatMap((name): string[] => sources[name] ?? [name]))
  return sql.raw(attributeNames.flatMap((name) => (wanted.has(name) ? [`t.${name}`] : [])).join(', '))
}

/** A row with these of its fields. */
export const withFields = (row: Partial<Record<CardField, unknown>>, fields: readonly CardField[]) =>
  Object.fromEntries(fields.map((name) => [name, row[name]]))

const each = Object.entries(taskCard.properties).map(([name, schema]) => [name, optional<TSchema>(schema)])
const lightTask = object(
  {
    ...(Object.fromEntries(each) as Record<CardField, TSchema>),
    task_id: taskCard.properties.task_id,
    version: nullable(taskCard.properties.version),
    has_access: optional(bool({ description: 'false: restricted, and kept by `include_inaccessible`.' })),
  },
  { title: 'TaskFields' },
)

/** A page of the task list: of light rows where fields were asked for. */
export const taskPageOrFields = schemaOf({
  title: 'TaskPageOrFields',
  anyOf: [taskPage, pageOf(lightTask, {}, { title: 'TaskFieldsPage' })],
})
