import {
  bool,
  dateTime,
  freeForm,
  int,
  list,
  namedOrgId,
  nullable,
  nullables,
  object,
  older,
  optional,
  pageOf,
  partial,
  schemaOf,
  text,
  version,
  type Static,
} from '../../kernel/schema.ts'

const label = text({
  min: 1,
  max: 120,
  visible: true,
  description: 'What it is called; once among the active ones of an organization, in whatever case.',
})

const writable = {
  label,
  name: older(
    text({ min: 1, max: 120, visible: true }),
    'Older name of `label`, which wins where both are sent.',
  ),
  category: text({ min: 1, max: 120, visible: true, description: '`Custom` when left out.' }),
  aliases: list(text({ min: 1, max: 120, visible: true }), {
    maxItems: 50,
    description: 'Other names by which it can be given to people.',
  }),
  sort_order: int({ minimum: -1_000_000, maximum: 1_000_000, description: 'Lower ones come first.' }),
  metadata: freeForm({ description: 'Merged into what is stored (RFC 7396): null removes a key.' }),
}

export const designationCreate = object(
  {
    org_id: namedOrgId,
    ...nullables(writable),
  },
  { title: 'DesignationCreate' },
)
export type DesignationCreate = Static<typeof designationCreate>

export const designationUpdate = partial(
  {
    ...writable,
    is_active: bool({ description: 'false does what deleting does; true brings it back.' }),
  },
  { title: 'DesignationUpdate', clears: ['category', 'aliases', 'sort_order', 'metadata'] },
)
export type DesignationUpdate = Static<typeof designationUpdate>

const usage = object({
  members: int({ description: 'Members of the organization who have it.' }),
  invites: int({ description: 'Pending invitations that give it.' }),
  project_members: int({ description: 'Places in projects that carry it.' }),
  total: int(),
})

export const designation = object(
  {
    designation_id: text(),
    label: nullable(text()),
    name: nullable(text({ description: 'The same as `label`.' })),
    category: nullable(text()),
    org_id: nullable(text({ description: 'Null: one of those that every organization has.' })),
    legacy_value: nullable(text({ description: 'What older systems call it.' })),
    is_system: nullable(bool()),
    is_active: nullable(bool({ description: 'false: nobody is given it any more; who has it keeps it.' })),
    sort_order: nullable(int()),
    aliases: nullable(list(text())),
    pinned: nullable(bool({ description: 'In this organization. Null: in no particular one.' })),
    hidden: nullable(bool({ description: 'In this organization. Null: in no particular one.' })),
    version,
    usage: optional(
      schemaOf<Static<typeof usage> | null>({
        ...nullable(usage),
        description: 'In lists with `with_usage`.',
      }),
    ),
    slug: optional(nullable(text({ description: 'Not in lists, nor is what follows.' }))),
    metadata: optional(nullable(freeForm())),
    created_by: optional(nullable(text())),
    updated_by: optional(nullable(text())),
    created_at: optional(nullable(dateTime())),
    updated_at: optional(nullable(dateTime())),
  },
  { title: 'Designation' },
)

const catalog = object(
  {
    org_id: nullable(text()),
    groups: list(object({ category: text(), items: list(designation) })),
    total: int({ description: 'Designations in all groups.' }),
  },
  { title: 'DesignationCatalog' },
)

/** `groups` is there in a catalogue alone, `data` in a page alone. */
export const designationPageOrCatalog = schemaOf({
  title: 'DesignationPageOrCatalog',
  oneOf: [pageOf(designation), catalog],
})

export const designationDeleted = object(
  { ok: bool(), designation_id: text(), is_active: bool({ description: 'Always false.' }) },
  { title: 'DesignationDeleted' },
)

export const visibilityUpdate = partial(
  {
    hidden: bool({ description: 'true leaves it out of lists; it can still be given by name.' }),
    pinned: bool({ description: 'true puts it first in lists.' }),
  },
  { title: 'DesignationVisibilityUpdate' },
)

export const designationVisibility = object(
  {
    org_id: text(),
    designation_id: text(),
    hidden: bool(),
    pinned: bool(),
    updated_by: nullable(text()),
    updated_at: nullable(dateTime()),
    version,
  },
  { title: 'DesignationVisibility' },
)
