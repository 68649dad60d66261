import * as s from '../../../core/schema.ts'
import { scopeTypes } from '../scopes/policy.ts'

const name = s.text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Name, unique among the sections of the scope (case-insensitive).',
})
/** Limits of a position, within which adding 1 always changes a double. */
const bounds = { minimum: -1e12, maximum: 1e12 }
export const scopeTypeSchema = s.stringEnum(scopeTypes, {
  description: 'Kind of owner: `project`, `team` or `user` (personal sections).',
})
export const scopeIdSchema = s.text({
  max: 64,
  description: 'ID of the project or team, or your own username.',
})

export const sectionCreateSchema = s.object(
  {
    org_id: s.orgIdField,
    scope_type: scopeTypeSchema,
    scope_id: scopeIdSchema,
    name,
    ...s.optionalNullables({
      position: s.num({ ...bounds, description: 'Sort position; by default after all other sections.' }),
    }),
  },
  { title: 'SectionCreate' },
)

export const sectionUpdateSchema = s.partialUpdate(
  { name, position: s.num({ ...bounds, description: 'Sort position.' }) },
  { title: 'SectionUpdate' },
)

export const sectionReorderSchema = s.object(
  {
    scope_type: scopeTypeSchema,
    scope_id: scopeIdSchema,
    section_ids: s.array(s.text({ max: 64 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'IDs of all sections of the scope, each exactly once, in the new order.',
    }),
  },
  { title: 'SectionReorder' },
)
export type SectionUpdate = s.Static<typeof sectionUpdateSchema>

export const sectionSchema = s.object(
  {
    section_id: s.text({ description: 'ID of the section.' }),
    org_id: s.text({ description: 'ID of the organization.' }),
    scope_type: scopeTypeSchema,
    scope_id: s.text({ description: 'ID of the project or team, or the username.' }),
    name: s.text({ description: 'Name.' }),
    position: s.num({ description: 'Sort position.' }),
    task_count: s.int({ description: 'Number of its tasks that you can read.' }),
    created_by: s.nullable(s.text({ description: 'Username of the creator.' })),
    updated_by: s.nullable(s.text({ description: 'Username of the user who last updated it.' })),
    created_at: s.nullable(s.dateTime({ description: 'Time of creation.' })),
    updated_at: s.nullable(s.dateTime({ description: 'Time of the last update.' })),
    version: s.versionField,
  },
  { title: 'Section' },
)

export const scopeRefSchema = s.object(
  {
    scope_type: scopeTypeSchema,
    scope_id: s.text({ description: 'ID of the project or team, or the username.' }),
  },
  { title: 'ScopeRef' },
)
