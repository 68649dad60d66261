import * as s from '../../../core/schema.ts'
import { scopeTypes } from '../scopes/policy.ts'
import {
  taskBodySchemas,
  restrictedTaskMasks,
  taskFieldSchemas,
  writableAttributes,
  type TaskFieldName,
} from './attributes.ts'

export { taskStatuses, type TaskStatus } from './enums.ts'

const { title, is_subtask, ...otherFields } = taskBodySchemas
const ignoredFields = s.readOnlyFields({ created_by: s.text(), updated_by: s.text() })

export const taskCreate = s.namedObject('TaskCreate', {
  org_id: s.orgIdField,
  title,
  is_subtask: s.optional(s.bool('Whether the task is a subtask. Always true for a task with a parent.')),
  ...s.optionalNullables({ ...otherFields, ...ignoredFields }),
})
export type TaskCreate = s.Static<typeof taskCreate>

const clearable = writableAttributes.flatMap(({ name, onNull }) => (onNull === 'changes nothing' ? [] : [name]))
export const taskUpdate = s.partialUpdate('TaskUpdate', clearable, {
  org_id: s.deprecatedField(s.text(), 'Must be the organization of the task, which cannot change.'),
  title,
  is_subtask,
  ...otherFields,
  ...ignoredFields,
})
export type TaskUpdate = s.Static<typeof taskUpdate>

export const hasLinkChanges = (body: TaskUpdate): boolean =>
  body.sub_tasks !== undefined || body.dependencies !== undefined

const taskClaim = s.namedObject('TaskClaim', {
  by: s.text('Username of the user who holds the task.'),
  token_id: s.nullable(s.text('ID of their access token; `null` for a session.')),
  until: s.dateTime('End of the claim unless it is renewed.'),
  generation: s.int('Number of the claim of this task, to send as `If-Claim`. Never reused.'),
  note: s.nullable(s.text('Plain text.')),
})

const key = s.nullable(
  s.text(
    'Short name such as `QUAY-12`: prefix of the project and `number`; null without a project. The task is also ' +
      'found by every key that it had before.',
  ),
)

const sharedFields = {
  key,
  ...taskFieldSchemas,
  has_access: s.bool({ const: true, description: 'Always true, because unreadable tasks are not returned.' }),
  has_edit_access: s.bool('Whether the caller can update the task.'),
  // Optional because reading it costs a lookup for each row of a list.
  claim: s.optional({
    ...s.nullable(taskClaim),
    description: 'Claim of the task, `null` if it is not claimed. In lists only with `fields`.',
  }),
}

const externalRef = s.namedObject('TaskExternalRef', {
  source: s.text('Name of the other system.'),
  external_id: s.text('ID of the task there.'),
})

export const taskSchema = s.namedObject('Task', {
  ...sharedFields,
  // Optional because clients also keep rows of lists as tasks.
  external_refs: s.optional(s.array(externalRef, 'IDs of the task in other systems. Not in lists.')),
})

export const taskSummarySchema = s.namedObject('TaskSummary', {
  ...sharedFields,
  comments: s.nullable(s.int('Number of comments.')),
  section_id: s.nullable(s.text('ID of the section in the requested `section_scope`, otherwise `null`.')),
  section_position: s.nullable(s.num('Position in this section.')),
  deleted_at: s.optional(s.dateTime('Time of deletion. Only with `filter[deleted]`.')),
})

const alwaysNull = () => s.rawSchema<null>({ type: 'null', description: 'Always null.' })

function maskSchema(schema: s.TSchema, value: unknown): s.TSchema {
  if (value === null) return alwaysNull()
  if (Array.isArray(value)) return s.array(s.text(), { maxItems: 0 })
  return typeof value === 'string' ? { ...schema, description: `Always \`${value}\`.` } : schema
}

const maskedFields = Object.entries(taskFieldSchemas).map(([name, schema]) => [
  name,
  name in restrictedTaskMasks ? maskSchema(schema, restrictedTaskMasks[name as TaskFieldName]) : schema,
])

const restrictedTask = s.namedObject('RestrictedTask', {
  ...(Object.fromEntries(maskedFields) as Record<TaskFieldName, s.TSchema>),
  key: alwaysNull(),
  has_access: s.bool({ const: false, description: 'Always false.' }),
  has_edit_access: s.bool({ const: false, description: 'Always false.' }),
  comments: alwaysNull(),
  section_id: alwaysNull(),
  section_position: alwaysNull(),
})

/** Schemas of the rows of a task list, distinguished by `has_access`. */
export const taskRowSchemas = [taskSummarySchema, restrictedTask] as const
const listedTask = s.rawSchema({ title: 'TaskRow', oneOf: taskRowSchemas })

export const taskPage = s.pageSchema(listedTask, {}, { title: 'TaskPage' })

const scopeType = s.stringEnum(scopeTypes, 'Owner of the sections: `project`, `team` or `user` (personal sections).')

export const taskSectionSet = s.namedObject('TaskSectionSet', {
  scope_type: scopeType,
  scope_id: s.text({ max: 64, description: 'ID of the project or team, or the username of the caller.' }),
  section_id: s.optionalNullable(
    s.text({
      max: 64,
      description: 'ID of the section; `null` removes the task from the sections of the scope.',
    }),
  ),
  position: s.optionalNullable(
    s.num({
      minimum: -1e12,
      maximum: 1e12,
      description: 'Position in the section. Tasks of a section are sorted by position.',
    }),
  ),
  before: s.optionalNullable(
    s.text({
      max: 64,
      description:
        'ID of a task in section `section_id`; this task is placed directly before it. Excludes `after` and `position`.',
    }),
  ),
  after: s.optionalNullable(
    s.text({
      max: 64,
      description:
        'ID of a task in section `section_id`; this task is placed directly after it. Excludes `before` and `position`.',
    }),
  ),
})
export type TaskSectionSet = s.Static<typeof taskSectionSet>

export const taskSectionSchema = s.namedObject('TaskSection', {
  task_id: s.text('ID of the task.'),
  scope_type: scopeType,
  scope_id: s.text('ID of the project or team, or the username of the caller.'),
  section_id: s.nullable(s.text('ID of the section; `null` if the task is in none.')),
  position: s.nullable(s.num('Position in the section.')),
})
