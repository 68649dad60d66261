import {
  bool,
  dateTime,
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
  schemaOf,
  text,
  type Static,
  type TSchema,
} from '../../kernel/schema.ts'
import { holderTypes } from '../holders/access.ts'
import { bodySchemas, masks, shownSchemas, writable, type ShownName } from './attributes.ts'

const { title, is_subtask, ...others } = bodySchemas
const sentAlong = ignored({ created_by: text(), updated_by: text() })

export const taskCreate = object(
  {
    org_id: namedOrgId,
    title,
    is_subtask: optional(bool({ description: 'Always true of a task that has a parent.' })),
    ...nullables({ ...others, ...sentAlong }),
  },
  { title: 'TaskCreate' },
)
/** The body that makes a task. */
export type TaskCreate = Static<typeof taskCreate>

export const taskUpdate = partial(
  {
    org_id: older(text(), "The task's own; it can't be moved to another organization."),
    title,
    is_subtask,
    ...others,
    ...sentAlong,
  },
  {
    title: 'TaskUpdate',
    clears: writable.flatMap(({ name, onNull }) => (onNull === 'changes nothing' ? [] : [name])),
  },
)
/** The body that changes a task. */
export type TaskUpdate = Static<typeof taskUpdate>

/** Whether a body says anything of subtasks or dependencies. */
export const changesLinks = (body: TaskUpdate): boolean =>
  body.sub_tasks !== undefined || body.dependencies !== undefined

const shown = {
  ...shownSchemas,
  has_access: bool({ const: true, description: 'Always true: a task you may not read is not shown.' }),
  has_edit_access: bool({ description: 'Whether the caller may change it.' }),
}

export const task = object(shown, { title: 'Task' })

export const taskCard = object(
  {
    ...shown,
    comments: nullable(int({ description: 'Number of comments.' })),
    section_id: nullable(text({ description: 'Filled only for a requested section scope.' })),
    section_position: nullable(num()),
    deleted_at: optional(dateTime({ description: 'When it was deleted. Only with `filter[deleted]`.' })),
  },
  { title: 'TaskSummary' },
)

const nothing = (description = 'Always null.') => schemaOf<null>({ type: 'null', description })

/** The schema of what a restricted row says in place of a value: always the same. */
function maskOf(schema: TSchema, value: unknown): TSchema {
  if (value === null) return nothing()
  if (Array.isArray(value)) return list(text(), { maxItems: 0 })
  return typeof value === 'string' ? { ...schema, description: `Always \`${value}\`.` } : schema
}

const masked = Object.entries(shownSchemas).map(([name, schema]) => [
  name,
  name in masks ? maskOf(schema, masks[name as ShownName]) : schema,
])

/** A restricted task to somebody it is hidden from: that it is there, and nothing of what it says. */
const restrictedTask = object(
  {
    ...(Object.fromEntries(masked) as Record<ShownName, TSchema>),
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
const taskRow = schemaOf({ title: 'TaskRow', oneOf: taskRows })

export const taskPage = pageOf(taskRow, {}, { title: 'TaskPage' })

const scopeType = oneOf(holderTypes, { description: 'Whose sections: a project’s, a team’s or your own.' })

export const taskSectionSet = object(
  {
    scope_type: scopeType,
    scope_id: text({ max: 64, description: 'The project or team, or your own username.' }),
    section_id: optional(nullable(text({ max: 64, description: 'null: out of the sections of the scope.' }))),
    position: optional(
      nullable(
        num({
          minimum: -1e12,
          maximum: 1e12,
          description: 'Position of the task in the section, whose tasks are sorted by it.',
        }),
      ),
    ),
    before: optional(
      nullable(
        text({
          max: 64,
          description:
            'Id of a task in section `section_id` to place this one directly before; the server computes the position.',
        }),
      ),
    ),
    after: optional(
      nullable(
        text({ max: 64, description: 'The same, directly after it. One of `position`, `before`, `after`.' }),
      ),
    ),
  },
  { title: 'TaskSectionSet' },
)
/** The body that puts a task into a section, or out of any. */
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
