import {
  dateTime,
  int,
  list,
  namedOrgId,
  nullable,
  nullables,
  num,
  object,
  oneOf,
  partial,
  text,
  version,
  type Static,
} from '../../kernel/schema.ts'
import { holderTypes } from '../holders/access.ts'

const name = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Name, unique among the sections of the scope (case-insensitive).',
})
/** Limits of a position, within which adding 1 always changes a double. */
const bounds = { minimum: -1e12, maximum: 1e12 }
export const scopeType = oneOf(holderTypes, {
  description: 'Kind of owner: `project`, `team` or `user` (personal sections).',
})
export const scopeId = text({ max: 64, description: 'ID of the project or team, or your own username.' })

export const sectionCreate = object(
  {
    org_id: namedOrgId,
    scope_type: scopeType,
    scope_id: scopeId,
    name,
    ...nullables({
      position: num({ ...bounds, description: 'Sort position; by default after all other sections.' }),
    }),
  },
  { title: 'SectionCreate' },
)

export const sectionUpdate = partial(
  { name, position: num({ ...bounds, description: 'Sort position.' }) },
  { title: 'SectionUpdate' },
)

export const sectionReorder = object(
  {
    scope_type: scopeType,
    scope_id: scopeId,
    section_ids: list(text({ max: 64 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'IDs of all sections of the scope, each exactly once, in the new order.',
    }),
  },
  { title: 'SectionReorder' },
)
export type SectionUpdate = Static<typeof sectionUpdate>

export const section = object(
  {
    section_id: text({ description: 'ID of the section.' }),
    org_id: text({ description: 'ID of the organization.' }),
    scope_type: scopeType,
    scope_id: text({ description: 'ID of the project or team, or the username.' }),
    name: text({ description: 'Name.' }),
    position: num({ description: 'Sort position.' }),
    task_count: int({ description: 'Number of its tasks that you can read.' }),
    created_by: nullable(text({ description: 'Username of the creator.' })),
    updated_by: nullable(text({ description: 'Username of the user who last updated it.' })),
    created_at: nullable(dateTime({ description: 'Time of creation.' })),
    updated_at: nullable(dateTime({ description: 'Time of the last update.' })),
    version,
  },
  { title: 'Section' },
)

export const scopeRef = object(
  { scope_type: scopeType, scope_id: text({ description: 'ID of the project or team, or the username.' }) },
  { title: 'ScopeRef' },
)
