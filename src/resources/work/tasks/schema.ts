import {
  bool,
  dateTime,
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
  pageSchema,
  partialUpdate,
  rawSchema,
  text,
  type Static,
  type TSchema,
} from '../../../core/schema.ts'
import { scopeTypes } from '../scopes/policy.ts'
import {
  taskBodySchemas,
  restrictedTaskMasks,
  taskFieldSchemas,
  writableAttributes,
  type TaskFieldName,
} from './attributes.ts'

const { title, is_subtask, ...otherFields } = taskBodySchemas
const ignoredFields = readOnlyFields({ created_by: text(), updated_by: text() })

export const taskCreate = object(
  {
    org_id: orgIdField,
    title,
    is_subtask: optional(bool({ description: 'Whether the task is a subtask. Always true for a task with a parent.' })),
    ...optionalNullables({ ...otherFields, ...ignoredFields }),
  },
  { title: 'TaskCreate' },
)
export type TaskCreate = Static<typeof taskCreate>

export const taskUpdate = partialUpdate(
  {
    org_id: deprecatedField(text(), 'Must be the organization of the task, which cannot change.'),
    title,
    is_subtask,
    ...otherFields,
    ...ignoredFields,
  },
  {
    title: 'TaskUpdate',
    clears: writableAttributes.flatMap(({ name, onNull }) => (onNull === 'changes nothing' ? [] : [name])),
  },
)
export type TaskUpdate = Static<typeof taskUpdate>

export const hasLinkChanges = (body: TaskUpdate): boolean =>
  body.sub_tasks !== undefined || body.dependencies !== undefined

const shown = {
  ...taskFieldSchemas,
  has_access: bool({ const: true, description: 'Always true, because unreadable tasks are not returned.' }),
  has_edit_access: bool({ description: 'Whether the caller can update the task.' }),
}

export const taskSchema = object(shown, { title: 'Task' })

export const taskSummarySchema = object(
  {
    ...shown,
    comments: nullable(int({ description: 'Number of comments.' })),
    section_id: nullable(
      text({ description: 'Id of the section in the requested `section_scope`, otherwise `null`.' }),
    ),
    section_position: nullable(num({ description: 'Position in this section.' })),
    deleted_at: optional(dateTime({ description: 'Time of deletion. Only with `filter[deleted]`.' })),
  },
  { title: 'TaskSummary' },
)

const alwaysNull = (description = 'Always null.') => rawSchema<null>({ type: 'null', description })

function maskSchema(schema: TSchema, value: unknown): TSchema {
  if (value === null) return alwaysNull()
  if (Array.isArray(value)) return list(text(), { maxItems: 0 })
  return typeof value === 'string' ? { ...schema, description: `Always \`${value}\`.` } : schema
}

const maskedFields = Object.entries(taskFieldSchemas).map(([name, schema]) => [
  name,
  name in restrictedTaskMasks ? maskSchema(schema, restrictedTaskMasks[name as TaskFieldName]) : schema,
])

const restrictedTask = object(
  {
    ...(Object.fromEntries(maskedFields) as Record<TaskFieldName, TSchema>),
    has_access: bool({ const: false, description: 'Always false.' }),
    has_edit_access: bool({ const: false, description: 'Always false.' }),
    comments: alwaysNull(),
    section_id: alwaysNull(),
    section_position: alwaysNull(),
  },
  { title: 'RestrictedTask' },
)

/** Schemas of the rows of a task list, distinguished by `has_access`. */
export const taskRowSchemas = [taskSummarySchema, restrictedTask] as const
const taskRow = rawSchema({ title: 'TaskRow', oneOf: taskRowSchemas })

export const taskPage = pageSchema(taskRow, {}, { title: 'TaskPage' })

const scopeType = stringEnum(scopeTypes, {
  description: 'Owner of the sections: `project`, `team` or `user` (personal sections).',
})

export const taskSectionSet = object(
  {
    scope_type: scopeType,
    scope_id: text({ max: 64, description: 'Id of the project or team, or the username of the caller.' }),
    section_id: optional(
      nullable(
        text({
          max: 64,
          description: 'Id of the section; `null` removes the task from the sections of the scope.',
        }),
      ),
    ),
    position: optional(
      nullable(
        num({
          minimum: -1e12,
          maximum: 1e12,
          description: 'Position in the section. Tasks of a section are sorted by position.',
        }),
      ),
    ),
    before: optional(
      nullable(
        text({
          max: 64,
          description:
            'Id of a task in section `section_id`; this task is placed directly before it. Excludes `after` and `position`.',
        }),
      ),
    ),
    after: optional(
      nullable(
        text({
          max: 64,
          description:
            'Id of a task in section `section_id`; this task is placed directly after it. Excludes `before` and `position`.',
        }),
      ),
    ),
  },
  { title: 'TaskSectionSet' },
)
export type TaskSectionSet = Static<typeof taskSectionSet>

export const taskSectionSchema = object(
  {
    task_id: text({ description: 'Id of the task.' }),
    scope_type: scopeType,
    scope_id: text({ description: 'Id of the project or team, or the username of the caller.' }),
    section_id: nullable(text({ description: 'Id of the section; `null` if the task is in none.' })),
    position: nullable(num({ description: 'Position in the section.' })),
  },
  { title: 'TaskSection' },
)
