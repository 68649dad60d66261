import * as s from '../../../core/schema.ts'
import { scopeTypes } from '../scopes/policy.ts'

export const viewResources = s.namedEnum('ViewResource', ['task', 'project'])
export type ViewResource = (typeof viewResources)[number]

export type ViewQuery = Record<string, string | string[]>

const name = s.nonBlankText(120, 'Name, unique among the views of the scope for the same list (case-insensitive).')
const scopeType = s.stringEnum(scopeTypes, {
  description: 'Kind of owner: `project` or `team` (visible to everyone who can read it), or `user` (personal).',
})
const scopeId = s.text({ max: 64, description: 'ID of the project or team; ignored for a personal view.' })
const resource = s.stringEnum(viewResources, 'List that the view queries.')

const query = s.rawSchema<Record<string, string | string[] | null>>({
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
const display = s.freeForm(
  'Display settings of the client: `columns`, `columnOrder`, `columnSizing`, `layout`, `boardOrder`, `collapsed` and ' +
    'others. An update is merged (RFC 7396).',
)

export const viewCreateSchema = s.namedObject('ViewCreate', {
  org_id: s.orgIdField,
  scope_type: s.optional(s.stringEnum(scopeTypes, 'Kind of owner; by default `user` (personal).')),
  resource: s.optional(s.stringEnum(viewResources, 'List that the view queries; by default `task`.')),
  name,
  query: s.optional(query),
  display: s.optional(display),
  ...s.optionalNullables({ scope_id: scopeId }),
})

export const viewUpdateSchema = s.partialUpdate('ViewUpdate', [], {
  resource: s.stringEnum(viewResources, 'Must be the stored value, which cannot change.'),
  name,
  query,
  display,
})

export const viewDuplicateSchema = s.namedObject('ViewDuplicate', {
  scope_type: s.optional(s.stringEnum(scopeTypes, 'Kind of owner of the copy; by default `user` (personal).')),
  ...s.optionalNullables({
    scope_id: scopeId,
    name: s.nonBlankText(120, 'Name of the copy; by default `<name> (copy)`.'),
  }),
})

export const viewSchema = s.namedObject('View', {
  view_id: s.text('ID of the view.'),
  org_id: s.text('ID of the organization.'),
  scope_type: scopeType,
  scope_id: s.text('ID of the project or team, or the username.'),
  resource,
  name: s.text('Name.'),
  query: s.freeForm('Query parameters of the list; filters are written as `filter[…]`.'),
  display: s.freeForm('Display settings of the client.'),
  created_by: s.nullable(s.text('Username of the creator.')),
  updated_by: s.nullable(s.text('Username of the user who last updated it.')),
  created_at: s.nullable(s.dateTime('Time of creation.')),
  updated_at: s.nullable(s.dateTime('Time of the last update.')),
  version: s.versionField,
  is_active: s.bool('Always true.'),
  can_edit: s.bool('Whether you can update and delete it.'),
  pinned: s.bool('Whether you have pinned it.'),
})

export const viewDeletedSchema = s.namedObject('ViewDeleted', {
  ...s.okResponse.properties,
  view_id: s.text('ID of the view.'),
})
