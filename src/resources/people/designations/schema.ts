import * as s from '../../../core/schema.ts'

const designation_id = s.text({ description: 'ID of the designation.' })
const label = s.text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Unique among the active designations of the organization (case-insensitive).',
})

const writable = {
  label,
  name: s.deprecatedField(
    s.text({ min: 1, max: 120, visible: true }),
    'Deprecated: use `label`, which takes precedence when both are sent.',
  ),
  category: s.text({
    min: 1,
    max: 120,
    visible: true,
    description: 'Category under which it is grouped. Default: `Custom`.',
  }),
  aliases: s.array(s.text({ min: 1, max: 120, visible: true }), {
    maxItems: 50,
    description: 'Other names by which it can be assigned (case-insensitive).',
  }),
  sort_order: s.int({
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'Lower values come first in lists. `null` comes last.',
  }),
  metadata: s.freeForm({
    description: 'Merged into the stored value (JSON Merge Patch, RFC 7396): `null` removes a key.',
  }),
}

export const designationCreate = s.object(
  { org_id: s.orgIdField, ...s.optionalNullables(writable) },
  { title: 'DesignationCreate' },
)

export const designationUpdate = s.partialUpdate(
  {
    ...writable,
    is_active: s.bool({ description: '`false` deactivates it like the delete operation; `true` reactivates it.' }),
  },
  { title: 'DesignationUpdate', clears: ['category', 'aliases', 'sort_order', 'metadata'] },
)
export type DesignationUpdate = s.Static<typeof designationUpdate>

const usage = s.object({
  members: s.int({ description: 'Number of members of the organization who have it.' }),
  invites: s.int({ description: 'Number of pending invitations that grant it.' }),
  project_members: s.int({ description: 'Number of project members who have it.' }),
  total: s.int({ description: 'Sum of the other counts.' }),
})

/** Fields of a designation in lists. */
export const listedFields = {
  designation_id,
  label: s.nullable(s.text({ description: 'Label of the designation.' })),
  name: s.nullable(s.text({ description: 'Same as `label`.' })),
  category: s.nullable(s.text({ description: 'Category under which it is grouped.' })),
  org_id: s.nullable(s.text({ description: 'ID of its organization. `null` for global designations.' })),
  legacy_value: s.nullable(
    s.text({ description: 'Value used by older systems. `null` for designations of an organization.' }),
  ),
  is_system: s.nullable(s.bool({ description: '`true` for global designations.' })),
  is_active: s.nullable(s.bool({ description: '`false`: it cannot be assigned, but members who have it keep it.' })),
  sort_order: s.nullable(s.int({ description: 'Lower values come first in lists. `null` comes last.' })),
  aliases: s.nullable(s.array(s.text(), { description: 'Other names by which it can be assigned.' })),
  pinned: s.nullable(s.bool({ description: '`true` if the organization pins it. `null` without an organization.' })),
  hidden: s.nullable(s.bool({ description: '`true` if the organization hides it. `null` without an organization.' })),
  version: s.versionField,
}

export const designation = s.object(
  {
    ...listedFields,
    usage: s.optional(
      s.rawSchema<s.Static<typeof usage> | null>({
        ...s.nullable(usage),
        description: 'Number of uses that the caller can read. Only in lists with `with_usage`.',
      }),
    ),
    slug: s.optional(s.nullable(s.text({ description: 'URL-safe form of the label. Not in lists.' }))),
    metadata: s.optional(s.nullable(s.freeForm({ description: 'Free-form JSON object. Not in lists.' }))),
    created_by: s.optional(s.nullable(s.text({ description: 'Username of the user who created it. Not in lists.' }))),
    updated_by: s.optional(
      s.nullable(s.text({ description: 'Username of the user who last updated it. Not in lists.' })),
    ),
    created_at: s.optional(s.nullable(s.dateTime({ description: 'Time of creation, in UTC. Not in lists.' }))),
    updated_at: s.optional(s.nullable(s.dateTime({ description: 'Time of the last update, in UTC. Not in lists.' }))),
  },
  { title: 'Designation' },
)

const catalog = s.object(
  {
    org_id: s.nullable(
      s.text({ description: 'ID of the organization. `null` when only global designations are listed.' }),
    ),
    groups: s.array(
      s.object({
        category: s.text({ description: 'Name of the category.' }),
        items: s.array(designation, { description: 'Designations of the category.' }),
      }),
      { description: 'Designations by category.' },
    ),
    total: s.int({ description: 'Number of designations in all groups.' }),
  },
  { title: 'DesignationCatalog' },
)

/** A catalog has `groups`, a page has `data`. */
export const designationPageOrCatalog = s.rawSchema({
  title: 'DesignationPageOrCatalog',
  oneOf: [s.pageSchema(designation), catalog],
})

export const designationDeleted = s.object(
  { ...s.okResponse.properties, designation_id, is_active: s.bool({ description: 'Always `false`.' }) },
  { title: 'DesignationDeleted' },
)

export const designationVisibilityUpdate = s.partialUpdate(
  {
    hidden: s.bool({ description: '`true` omits it from lists. It can still be assigned by name or ID.' }),
    pinned: s.bool({ description: '`true` puts it first in lists.' }),
  },
  { title: 'DesignationVisibilityUpdate' },
)

export const designationVisibility = s.object(
  {
    org_id: s.text({ description: 'ID of the organization.' }),
    designation_id,
    hidden: s.bool({ description: '`true` if the organization hides it.' }),
    pinned: s.bool({ description: '`true` if the organization pins it.' }),
    updated_by: s.nullable(
      s.text({ description: 'Username of the user who last changed this visibility. `null`: never changed.' }),
    ),
    updated_at: s.nullable(s.dateTime({ description: 'Time of the last change, in UTC. `null`: never changed.' })),
    version: s.versionField,
  },
  { title: 'DesignationVisibility' },
)
