import {
  dateTime,
  int,
  list,
  orgIdField,
  nullable,
  optionalNullables,
  num,
  object,
  stringEnum,
  partialUpdate,
  text,
  versionField,
  type Static,
} from '../../../core/schema.ts'
import { scopeTypes } from '../scopes/policy.ts'

const name = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Name, unique among the sections of the scope (case-insensitive).',
})
/** Limits of a position, within which adding 1 always changes a double. */
const bounds = { minimum: -1e12, maximum: 1e12 }
export const scopeTypeSchema = stringEnum(scopeTypes, {
  description: 'Kind of owner: `project`, `team` or `user` (personal sections).',
})
export const scopeIdSchema = text({
  max: 64,
  description: 'ID of the project or team, or your own username.',
})

export const sectionCreateSchema = object(
  {
    org_id: orgIdField,
    scope_type: scopeTypeSchema,
    scope_id: scopeIdSchema,
    name,
    ...optionalNullables({
      position: num({ ...bounds, description: 'Sort position; by default after all other sections.' }),
    }),
  },
  { title: 'SectionCreate' },
)

export const sectionUpdateSchema = partialUpdate(
  { name, position: num({ ...bounds, description: 'Sort position.' }) },
  { title: 'SectionUpdate' },
)

export const sectionReorderSchema = object(
  {
    scope_type: scopeTypeSchema,
    scope_id: scopeIdSchema,
    section_ids: list(text({ max: 64 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'IDs of all sections of the scope, each exactly once, in the new order.',
    }),
  },
  { title: 'SectionReorder' },
)
export type SectionUpdate = Static<typeof sectionUpdateSchema>

export const sectionSchema = object(
  {
    section_id: text({ description: 'ID of the section.' }),
    org_id: text({ description: 'ID of the organization.' }),
    scope_type: scopeTypeSchema,
    scope_id: text({ description: 'ID of the project or team, or the username.' }),
    name: text({ description: 'Name.' }),
    position: num({ description: 'Sort position.' }),
    task_count: int({ description: 'Number of its tasks that you can read.' }),
    created_by: nullable(text({ description: 'Username of the creator.' })),
    updated_by: nullable(text({ description: 'Username of the user who last updated it.' })),
    created_at: nullable(dateTime({ description: 'Time of creation.' })),
    updated_at: nullable(dateTime({ description: 'Time of the last update.' })),
    version: versionField,
  },
  { title: 'Section' },
)

export const scopeRefSchema = object(
  {
    scope_type: scopeTypeSchema,
    scope_id: text({ description: 'ID of the project or team, or the username.' }),
  },
  { title: 'ScopeRef' },
)
