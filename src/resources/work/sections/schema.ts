import { buildColorSchema } from '../../../core/colors.ts'
import * as s from '../../../core/schema.ts'
import { scopeTypes } from '../scopes/policy.ts'
import { taskStatuses } from '../tasks/schema.ts'

const name = s.nonBlankText(120, 'Name, unique among the sections of the scope (case-insensitive).')
/** Limits of a position, within which adding 1 always changes a double. */
const bounds = { minimum: -1e12, maximum: 1e12 }
/** Attributes that only sections of a project have. */
const column = {
  status: s.stringEnum(taskStatuses, 'Status that all tasks of the section have; `null` for any. Only in projects.'),
  color: buildColorSchema('Only in projects.'),
  wip_limit: s.intBetween(1, 999, 'Number of tasks beyond which clients warn; never enforced. Only in projects.'),
}
export const scopeTypeSchema = s.stringEnum(scopeTypes, {
  description: 'Kind of owner: `project`, `team` or `user` (personal sections).',
})
const scopeIdSchema = s.text({
  max: 64,
  description: 'ID of the project or team, or your own username.',
})

export const sectionCreateSchema = s.namedObject('SectionCreate', {
  org_id: s.orgIdField,
  scope_type: scopeTypeSchema,
  scope_id: scopeIdSchema,
  name,
  ...s.optionalNullables({
    position: s.num({ ...bounds, description: 'Sort position; by default after all other sections.' }),
    ...column,
  }),
})

export const sectionUpdateSchema = s.partialUpdate('SectionUpdate', ['status', 'color', 'wip_limit'], {
  name,
  position: s.num({ ...bounds, description: 'Sort position.' }),
  ...column,
})

export const sectionReorderSchema = s.namedObject('SectionReorder', {
  scope_type: scopeTypeSchema,
  scope_id: scopeIdSchema,
  section_ids: s.array(s.text({ max: 64 }), {
    minItems: 1,
    maxItems: 10_000,
    description: 'IDs of all sections of the scope, each exactly once, in the new order.',
  }),
})
export type SectionCreate = s.Static<typeof sectionCreateSchema>
export type SectionUpdate = s.Static<typeof sectionUpdateSchema>

export const sectionSchema = s.namedObject('Section', {
  section_id: s.text('ID of the section.'),
  org_id: s.text('ID of the organization.'),
  scope_type: scopeTypeSchema,
  scope_id: s.text('ID of the project or team, or the username.'),
  name: s.text('Name.'),
  position: s.num('Sort position.'),
  status: s.nullable(s.stringEnum(taskStatuses, 'Status of its tasks; `null` for any.')),
  color: s.nullable(s.text('Name of a color or `#rrggbb`.')),
  wip_limit: s.nullable(s.int('Number of tasks beyond which clients warn.')),
  task_count: s.int('Number of its tasks that you can read.'),
  created_by: s.nullable(s.text('Username of the creator.')),
  updated_by: s.nullable(s.text('Username of the user who last updated it.')),
  created_at: s.nullable(s.dateTime('Time of creation.')),
  updated_at: s.nullable(s.dateTime('Time of the last update.')),
  version: s.versionField,
})

export const scopeRefSchema = s.namedObject('ScopeRef', {
  scope_type: scopeTypeSchema,
  scope_id: s.text('ID of the project or team, or the username.'),
})
