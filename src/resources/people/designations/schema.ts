import * as s from '../../../core/schema.ts'

const designation_id = s.text('ID of the designation.')
const label = s.nonBlankText(120, 'Unique among the active designations of the organization (case-insensitive).')

const writable = {
  label,
  name: s.deprecatedField(
    s.text({ min: 1, max: 120, visible: true }),
    'Deprecated: use `label`, which takes precedence when both are sent.',
  ),
  category: s.nonBlankText(120, 'Category under which it is grouped. Default: `Custom`.'),
  aliases: s.array(s.text({ min: 1, max: 120, visible: true }), {
    maxItems: 50,
    description: 'Other names by which it can be assigned (case-insensitive).',
  }),
  sort_order: s.intBetween(-1_000_000, 1_000_000, 'Lower values come first in lists. `null` comes last.'),
  metadata: s.freeForm('Merged into the stored value (JSON Merge Patch, RFC 7396): `null` removes a key.'),
}

export const designationCreate = s.namedObject('DesignationCreate', {
  org_id: s.orgIdField,
  ...s.optionalNullables(writable),
})

export const designationUpdate = s.partialUpdate(
  'DesignationUpdate',
  ['category', 'aliases', 'sort_order', 'metadata'],
  {
    ...writable,
    is_active: s.bool('`false` deactivates it like the delete operation; `true` reactivates it.'),
  },
)
export type DesignationUpdate = s.Static<typeof designationUpdate>

const usage = s.object({
  members: s.int('Number of members of the organization who have it.'),
  invites: s.int('Number of pending invitations that grant it.'),
  project_members: s.int('Number of project members who have it.'),
  total: s.int('Sum of the other counts.'),
})

/** Fields of a designation in lists. */
export const listedFields = {
  designation_id,
  label: s.nullable(s.text('Label of the designation.')),
  name: s.nullable(s.text('Same as `label`.')),
  category: s.nullable(s.text('Category under which it is grouped.')),
  org_id: s.nullable(s.text('ID of its organization. `null` for global designations.')),
  legacy_value: s.nullable(s.text('Value used by older systems. `null` for designations of an organization.')),
  is_system: s.nullable(s.bool('`true` for global designations.')),
  is_active: s.nullable(s.bool('`false`: it cannot be assigned, but members who have it keep it.')),
  sort_order: s.nullable(s.int('Lower values come first in lists. `null` comes last.')),
  aliases: s.nullable(s.array(s.text(), 'Other names by which it can be assigned.')),
  pinned: s.nullable(s.bool('`true` if the organization pins it. `null` without an organization.')),
  hidden: s.nullable(s.bool('`true` if the organization hides it. `null` without an organization.')),
  version: s.versionField,
}

export const designation = s.namedObject('Designation', {
  ...listedFields,
  usage: s.optional(
    s.rawSchema<s.Static<typeof usage> | null>({
      ...s.nullable(usage),
      description: 'Number of uses that the caller can read. Only in lists with `with_usage`.',
    }),
  ),
  slug: s.optionalNullable(s.text('URL-safe form of the label. Not in lists.')),
  metadata: s.optionalNullable(s.freeForm('Free-form JSON object. Not in lists.')),
  created_by: s.optionalNullable(s.text('Username of the user who created it. Not in lists.')),
  updated_by: s.optionalNullable(s.text('Username of the user who last updated it. Not in lists.')),
  created_at: s.optionalNullable(s.dateTime('Time of creation, in UTC. Not in lists.')),
  updated_at: s.optionalNullable(s.dateTime('Time of the last update, in UTC. Not in lists.')),
})

const catalog = s.namedObject('DesignationCatalog', {
  org_id: s.nullable(s.text('ID of the organization. `null` when only global designations are listed.')),
  groups: s.array(
    s.object({
      category: s.text('Name of the category.'),
      items: s.array(designation, 'Designations of the category.'),
    }),
    { description: 'Designations by category.' },
  ),
  total: s.int('Number of designations in all groups.'),
})

/** A catalog has `groups`, a page has `data`. */
export const designationPageOrCatalog = s.rawSchema({
  title: 'DesignationPageOrCatalog',
  oneOf: [s.pageSchema(designation), catalog],
})

export const designationDeleted = s.namedObject('DesignationDeleted', {
  ...s.okResponse.properties,
  designation_id,
  is_active: s.bool('Always `false`.'),
})

export const designationVisibilityUpdate = s.partialUpdate('DesignationVisibilityUpdate', [], {
  hidden: s.bool('`true` omits it from lists. It can still be assigned by name or ID.'),
  pinned: s.bool('`true` puts it first in lists.'),
})

export const designationVisibility = s.namedObject('DesignationVisibility', {
  org_id: s.text('ID of the organization.'),
  designation_id,
  hidden: s.bool('`true` if the organization hides it.'),
  pinned: s.bool('`true` if the organization pins it.'),
  updated_by: s.nullable(s.text('Username of the user who last changed this visibility. `null`: never changed.')),
  updated_at: s.nullable(s.dateTime('Time of the last change, in UTC. `null`: never changed.')),
  version: s.versionField,
})
