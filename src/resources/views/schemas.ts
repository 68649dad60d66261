import {
  acknowledgement,
  bool,
  dateTime,
  freeForm,
  namedOrgId,
  nullable,
  nullables,
  object,
  oneOf,
  optional,
  partial,
  schemaOf,
  text,
  version,
  type Static,
} from '../../kernel/schema.ts'
import { holderTypes } from '../holders/access.ts'
import { viewResources } from './rows.ts'

const name = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Unique among the views of the scope that query the same list, in any case.',
})
const scopeType = oneOf(holderTypes, {
  description: 'Whose: a project’s or a team’s, seen by those who see these, or your own.',
})
const scopeId = text({ max: 64, description: 'The project or team; not needed for a view of your own.' })
const resource = oneOf(viewResources, { description: 'The list it queries: tasks or projects.' })

/** Parameters of a list by their names. */
const query = schemaOf<Record<string, string | string[] | null>>({
  type: 'object',
  maxProperties: 50,
  additionalProperties: {
    type: ['string', 'array', 'null'],
    maxLength: 2000,
    maxItems: 200,
    items: { type: 'string', maxLength: 2000 },
  },
  description:
    'What to ask the list, by the names of its parameters: `filter[…]`, `sort_by`, `sort_order`, for tasks also ' +
    '`project_id`, `section_scope` and `include_inaccessible`, for projects `show_all`. A filter may be written without ' +
    '`filter[]`. `me` is whoever looks. Merged on a change (RFC 7396): null removes a parameter.',
})
const display = freeForm({
  description:
    'How a client shows it: `columns`, `columnOrder`, `columnSizing`, `layout`, `boardOrder`, `collapsed`, and what else ' +
    'it needs. Merged on a change (RFC 7396).',
})

export const viewCreate = object(
  {
    org_id: namedOrgId,
    scope_type: optional(oneOf(holderTypes, { description: 'Whose it is; your own unless told.' })),
    resource: optional(oneOf(viewResources, { description: 'The list it queries; tasks unless told.' })),
    name,
    query: optional(query),
    display: optional(display),
    ...nullables({ scope_id: scopeId }),
  },
  { title: 'ViewCreate' },
)
export type ViewCreate = Static<typeof viewCreate>

export const viewUpdate = partial(
  {
    resource: oneOf(viewResources, { description: 'The present one: a view keeps its list.' }),
    name,
    query,
    display,
  },
  { title: 'ViewUpdate' },
)
export type ViewUpdate = Static<typeof viewUpdate>

export const viewDuplicate = object(
  {
    scope_type: optional(oneOf(holderTypes, { description: 'Whose the copy is; your own unless told.' })),
    ...nullables({
      scope_id: scopeId,
      name: text({ min: 1, max: 120, visible: true, description: 'Default: `<name> (copy)`.' }),
    }),
  },
  { title: 'ViewDuplicate' },
)

export const view = object(
  {
    view_id: text(),
    org_id: text(),
    scope_type: scopeType,
    scope_id: text({ description: 'The project, the team, or the username.' }),
    resource,
    name: text(),
    query: freeForm({ description: 'Parameters of the list; filters are written as `filter[…]`.' }),
    display: freeForm(),
    created_by: nullable(text()),
    updated_by: nullable(text()),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    version,
    is_active: bool(),
    can_edit: bool({ description: 'Whether you may change and delete it.' }),
    pinned: bool({ description: 'Whether you have pinned it.' }),
  },
  { title: 'View' },
)

export const viewDeleted = object(
  { ...acknowledgement.properties, view_id: text() },
  { title: 'ViewDeleted' },
)
