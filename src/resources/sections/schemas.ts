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
  description: 'Unique among the sections of the scope, in any case.',
})
/** The bounds of a position, within which adding 1 always makes another number. */
const bounds = { minimum: -1e12, maximum: 1e12 }
export const scopeType = oneOf(holderTypes, { description: 'Whose: a project’s, a team’s or a person’s.' })
export const scopeId = text({ max: 64, description: 'The project or team, or your own username.' })

export const sectionCreate = object(
  {
    org_id: namedOrgId,
    scope_type: scopeType,
    scope_id: scopeId,
    name,
    ...nullables({ position: num({ ...bounds, description: 'Without it, after the others.' }) }),
  },
  { title: 'SectionCreate' },
)

export const sectionUpdate = partial({ name, position: num(bounds) }, { title: 'SectionUpdate' })

export const sectionReorder = object(
  {
    scope_type: scopeType,
    scope_id: scopeId,
    section_ids: list(text({ max: 64 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'Every section of the scope exactly once, in the new order.',
    }),
  },
  { title: 'SectionReorder' },
)
export type SectionUpdate = Static<typeof sectionUpdate>

export const section = object(
  {
    section_id: text(),
    org_id: text(),
    scope_type: scopeType,
    scope_id: text({ description: 'The project, the team, or the username.' }),
    name: text(),
    position: num({ description: 'Sections stand in the order of these.' }),
    task_count: int({ description: 'Tasks in it that you can read.' }),
    created_by: nullable(text()),
    updated_by: nullable(text()),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    version,
  },
  { title: 'Section' },
)

export const scopeRef = object({ scope_type: scopeType, scope_id: text() }, { title: 'ScopeRef' })
