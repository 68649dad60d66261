import {
  okResponse,
  bool,
  dateTime,
  freeForm,
  orgIdField,
  nullable,
  optionalNullables,
  object,
  stringEnum,
  optional,
  partialUpdate,
  rawSchema,
  text,
  versionField,
  namedEnum,
  type Static,
} from '../../../core/schema.ts'
import { scopeTypes } from '../scopes/policy.ts'

export const viewResources = namedEnum('ViewResource', ['task', 'project'])
export type ViewResource = (typeof viewResources)[number]

/** Query parameters of the list, by name. */
export type ViewQuery = Record<string, string | string[]>

const name = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Name, unique among the views of the scope for the same list (case-insensitive).',
})
const scopeType = stringEnum(scopeTypes, {
  description: 'Kind of owner: `project` or `team` (visible to everyone who can read it), or `user` (personal).',
})
const scopeId = text({ max: 64, description: 'ID of the project or team; ignored for a personal view.' })
const resource = stringEnum(viewResources, { description: 'List that the view queries.' })

const query = rawSchema<Record<string, string | string[] | null>>({
  type: 'object',
  maxProperties: 50,
  additionalProperties: {
    type: ['string', 'array', 'null'],
    maxLength: 2000,
    maxItems: 200,
    items: { type: 'string', maxLength: 2000 },
  },
  description:
    'Query parameters of the list by name: `filter[…]`, `sort_by` and `sort_order`; for tasks also `project_id`, ' +
    '`section_scope` and `include_inaccessible`; for projects `show_all`. Filters can be written without `filter[]`. The ' +
    'value `me` stands for the user who opens the view. An update is merged (RFC 7396): null removes a parameter.',
})
const display = freeForm({
  description:
    'Display settings of the client: `columns`, `columnOrder`, `columnSizing`, `layout`, `boardOrder`, `collapsed` and ' +
    'others. An update is merged (RFC 7396).',
})

export const viewCreateSchema = object(
  {
    org_id: orgIdField,
    scope_type: optional(stringEnum(scopeTypes, { description: 'Kind of owner; by default `user` (personal).' })),
    resource: optional(stringEnum(viewResources, { description: 'List that the view queries; by default `task`.' })),
    name,
    query: optional(query),
    display: optional(display),
    ...optionalNullables({ scope_id: scopeId }),
  },
  { title: 'ViewCreate' },
)
export type ViewCreate = Static<typeof viewCreateSchema>

export const viewUpdateSchema = partialUpdate(
  {
    resource: stringEnum(viewResources, { description: 'Must be the stored value, which cannot change.' }),
    name,
    query,
    display,
  },
  { title: 'ViewUpdate' },
)
export type ViewUpdate = Static<typeof viewUpdateSchema>

export const viewDuplicateSchema = object(
  {
    scope_type: optional(
      stringEnum(scopeTypes, { description: 'Kind of owner of the copy; by default `user` (personal).' }),
    ),
    ...optionalNullables({
      scope_id: scopeId,
      name: text({
        min: 1,
        max: 120,
        visible: true,
        description: 'Name of the copy; by default `<name> (copy)`.',
      }),
    }),
  },
  { title: 'ViewDuplicate' },
)

export const viewSchema = object(
  {
    view_id: text({ description: 'ID of the view.' }),
    org_id: text({ description: 'ID of the organization.' }),
    scope_type: scopeType,
    scope_id: text({ description: 'ID of the project or team, or the username.' }),
    resource,
    name: text({ description: 'Name.' }),
    query: freeForm({ description: 'Query parameters of the list; filters are written as `filter[…]`.' }),
    display: freeForm({ description: 'Display settings of the client.' }),
    created_by: nullable(text({ description: 'Username of the creator.' })),
    updated_by: nullable(text({ description: 'Username of the user who last updated it.' })),
    created_at: nullable(dateTime({ description: 'Time of creation.' })),
    updated_at: nullable(dateTime({ description: 'Time of the last update.' })),
    version: versionField,
    is_active: bool({ description: 'Always true.' }),
    can_edit: bool({ description: 'Whether you can update and delete it.' }),
    pinned: bool({ description: 'Whether you have pinned it.' }),
  },
  { title: 'View' },
)

export const viewDeletedSchema = object(
  { ...okResponse.properties, view_id: text({ description: 'ID of the view.' }) },
  { title: 'ViewDeleted' },
)
