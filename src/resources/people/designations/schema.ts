import {
  okResponse,
  bool,
  dateTime,
  freeForm,
  int,
  list,
  orgIdField,
  nullable,
  optionalNullables,
  object,
  deprecatedField,
  optional,
  pageSchema,
  partialUpdate,
  rawSchema,
  text,
  versionField,
  type Static,
} from '../../../core/schema.ts'

const designation_id = text({ description: 'ID of the designation.' })
const label = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'Unique among the active designations of the organization (case-insensitive).',
})

const writable = {
  label,
  name: deprecatedField(
    text({ min: 1, max: 120, visible: true }),
    'Deprecated: use `label`, which takes precedence when both are sent.',
  ),
  category: text({
    min: 1,
    max: 120,
    visible: true,
    description: 'Category under which it is grouped. Default: `Custom`.',
  }),
  aliases: list(text({ min: 1, max: 120, visible: true }), {
    maxItems: 50,
    description: 'Other names by which it can be assigned (case-insensitive).',
  }),
  sort_order: int({
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'Lower values come first in lists. `null` comes last.',
  }),
  metadata: freeForm({
    description: 'Merged into the stored value (JSON Merge Patch, RFC 7396): `null` removes a key.',
  }),
}

export const designationCreate = object(
  {
    org_id: orgIdField,
    ...optionalNullables(writable),
  },
  { title: 'DesignationCreate' },
)
export type DesignationCreate = Static<typeof designationCreate>

export const designationUpdate = partialUpdate(
  {
    ...writable,
    is_active: bool({
      description: '`false` deactivates it like the delete operation; `true` reactivates it.',
    }),
  },
  { title: 'DesignationUpdate', clears: ['category', 'aliases', 'sort_order', 'metadata'] },
)
export type DesignationUpdate = Static<typeof designationUpdate>

const usage = object({
  members: int({ description: 'Number of members of the organization who have it.' }),
  invites: int({ description: 'Number of pending invitations that grant it.' }),
  project_members: int({ description: 'Number of project members who have it.' }),
  total: int({ description: 'Sum of the other counts.' }),
})

export const designation = object(
  {
    designation_id,
    label: nullable(text({ description: 'Label of the designation.' })),
    name: nullable(text({ description: 'Same as `label`.' })),
    category: nullable(text({ description: 'Category under which it is grouped.' })),
    org_id: nullable(text({ description: 'ID of its organization. `null` for global designations.' })),
    legacy_value: nullable(
      text({ description: 'Value used by older systems. `null` for designations of an organization.' }),
    ),
    is_system: nullable(bool({ description: '`true` for global designations.' })),
    is_active: nullable(bool({ description: '`false`: it cannot be assigned, but members who have it keep it.' })),
    sort_order: nullable(int({ description: 'Lower values come first in lists. `null` comes last.' })),
    aliases: nullable(list(text(), { description: 'Other names by which it can be assigned.' })),
    pinned: nullable(bool({ description: '`true` if the organization pins it. `null` without an organization.' })),
    hidden: nullable(bool({ description: '`true` if the organization hides it. `null` without an organization.' })),
    version: versionField,
    usage: optional(
      rawSchema<Static<typeof usage> | null>({
        ...nullable(usage),
        description: 'Number of uses that the caller can read. Only in lists with `with_usage`.',
      }),
    ),
    slug: optional(nullable(text({ description: 'URL-safe form of the label. Not in lists.' }))),
    metadata: optional(nullable(freeForm({ description: 'Free-form JSON object. Not in lists.' }))),
    created_by: optional(nullable(text({ description: 'Username of the user who created it. Not in lists.' }))),
    updated_by: optional(nullable(text({ description: 'Username of the user who last updated it. Not in lists.' }))),
    created_at: optional(nullable(dateTime({ description: 'Time of creation, in UTC. Not in lists.' }))),
    updated_at: optional(nullable(dateTime({ description: 'Time of the last update, in UTC. Not in lists.' }))),
  },
  { title: 'Designation' },
)

const catalog = object(
  {
    org_id: nullable(text({ description: 'ID of the organization. `null` when only global designations are listed.' })),
    groups: list(
      object({
        category: text({ description: 'Name of the category.' }),
        items: list(designation, { description: 'Designations of the category.' }),
      }),
      { description: 'Designations by category.' },
    ),
    total: int({ description: 'Number of designations in all groups.' }),
  },
  { title: 'DesignationCatalog' },
)

/** A catalog has `groups`, a page has `data`. */
export const designationPageOrCatalog = rawSchema({
  title: 'DesignationPageOrCatalog',
  oneOf: [pageSchema(designation), catalog],
})

export const designationDeleted = object(
  {
    ...okResponse.properties,
    designation_id,
    is_active: bool({ description: 'Always `false`.' }),
  },
  { title: 'DesignationDeleted' },
)

export const designationVisibilityUpdate = partialUpdate(
  {
    hidden: bool({ description: '`true` omits it from lists. It can still be assigned by name or ID.' }),
    pinned: bool({ description: '`true` puts it first in lists.' }),
  },
  { title: 'DesignationVisibilityUpdate' },
)

export const designationVisibility = object(
  {
    org_id: text({ description: 'ID of the organization.' }),
    designation_id,
    hidden: bool({ description: '`true` if the organization hides it.' }),
    pinned: bool({ description: '`true` if the organization pins it.' }),
    updated_by: nullable(
      text({ description: 'Username of the user who last changed this visibility. `null`: never changed.' }),
    ),
    updated_at: nullable(dateTime({ description: 'Time of the last change, in UTC. `null`: never changed.' })),
    version: versionField,
  },
  { title: 'DesignationVisibility' },
)
