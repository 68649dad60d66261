import { orgRoles } from '../../../core/caller.ts'
import { auditFields } from '../../../core/resource-fields.ts'
import {
  bool,
  dateTime,
  freeForm,
  int,
  list,
  emailAddress,
  nullable,
  optionalNullables,
  object,
  stringEnum,
  partialUpdate,
  text,
  versionField,
  webUrl,
  namedEnum,
} from '../../../core/schema.ts'

export const projectVisibilities = namedEnum('ProjectVisibility', ['public', 'private'])

const org_id = text({ description: 'ID of the organization.' })
const name = text({ min: 1, max: 120, visible: true, description: 'Name of the organization.' })
const description = text({ max: 100_000, description: 'Free text.' })
const logo = webUrl('URL of the logo image (http or https). `null` when there is none.')
const email = emailAddress('Contact email address. `null` when there is none.')
const role = stringEnum(orgRoles, { description: "The caller's role in the organization." })
const designation = nullable(text({ description: "Label of the caller's designation. `null` when there is none." }))
const project_count = int({ description: 'Number of projects that the caller can read.' })

export const organizationCreate = object(
  { name, ...optionalNullables({ description, logo, email }) },
  { title: 'OrganizationCreate' },
)

export const organizationUpdate = partialUpdate(
  {
    name,
    description,
    logo,
    email,
    metadata: freeForm({
      description: 'Merged into the stored value (JSON Merge Patch, RFC 7396): `null` removes a key.',
    }),
  },
  { title: 'OrganizationUpdate', clears: ['description', 'logo', 'email', 'metadata'] },
)

export const organization = object(
  {
    org_id,
    name: text({ description: 'Name of the organization.' }),
    description: text({ description: 'Free text. Empty when there is none.' }),
    designations: list(text(), { description: 'Labels of the designations that active members have.' }),
    logo: nullable(text({ description: 'URL of the logo image. `null` when there is none.' })),
    email: nullable(text({ description: 'Contact email address. `null` when there is none.' })),
    plan: nullable(text({ description: 'Always `null`.' })),
    role,
    metadata: nullable(freeForm({ description: 'Free-form JSON object. `null` when there is none.' })),
    designation,
    created_by: auditFields.created_by,
    updated_by: auditFields.updated_by,
    is_deleted: nullable(bool({ description: 'Always `false`: deleted organizations are not returned.' })),
    created_at: auditFields.created_at,
    updated_at: auditFields.updated_at,
    deleted_at: nullable(dateTime({ description: 'Always `null`.' })),
    delete_reason: nullable(text({ description: 'Always `null`.' })),
    project_count,
    owners: list(text(), { description: 'Usernames of the active owners.' }),
    access_status: nullable(text({ description: 'Always `active`.' })),
    version: versionField,
  },
  { title: 'Organization' },
)

export const organizationSummary = object(
  {
    org_id,
    name: text({ description: 'Name of the organization.' }),
    description: text({ description: 'Free text. Empty when there is none.' }),
    role,
    designation,
    project_count,
    member_count: int({ description: 'Number of active members.' }),
    created_by: auditFields.created_by,
    created_at: auditFields.created_at,
    owners: nullable(list(text(), { description: 'Usernames of the active owners.' })),
    is_invite: nullable(bool({ description: 'Always `false`: invitations have their own list.' })),
    invitation_id: nullable(text({ description: 'Always `null`.' })),
    version: versionField,
  },
  { title: 'OrganizationSummary' },
)

const settings = {
  default_visibility: stringEnum(projectVisibilities, {
    description: 'Visibility of projects that are created without `visibility`.',
  }),
  domain_join_mode: stringEnum(namedEnum('DomainJoinMode', ['instant', 'approval']), {
    description: 'Stored only: it has no effect yet.',
  }),
  audit_retention_days: int({
    minimum: 1,
    maximum: 36_500,
    description:
      'Days after which events are hidden from the audit log and then deleted (events of tasks are only hidden). ' +
      '`null`: never.',
  }),
  allow_personal_tokens: bool({
    description: 'When `false`, personal access tokens are rejected. Tokens of service accounts and apps still work.',
  }),
  max_token_ttl_days: int({
    minimum: 1,
    maximum: 3650,
    description:
      'Maximum days from the creation of a token to its expiry; other tokens are rejected, also those without an ' +
      'expiry. `null`: no limit.',
  }),
  require_token_expiry: bool({ description: 'When `true`, tokens without an expiry are rejected.' }),
}

export const organizationSettingsUpdate = partialUpdate(settings, {
  title: 'OrganizationSettingsUpdate',
  clears: ['audit_retention_days', 'max_token_ttl_days'],
})

export const organizationSettings = object(
  {
    org_id,
    default_visibility: settings.default_visibility,
    domain_join_mode: settings.domain_join_mode,
    audit_retention_days: nullable(settings.audit_retention_days),
    allow_personal_tokens: settings.allow_personal_tokens,
    max_token_ttl_days: nullable(settings.max_token_ttl_days),
    require_token_expiry: settings.require_token_expiry,
    created_at: nullable(dateTime({ description: 'Time of the first update. `null` while `is_default`.' })),
    updated_at: nullable(dateTime({ description: 'Time of the last update. `null` while `is_default`.' })),
    updated_by: nullable(
      text({ description: 'Username of the user who last updated them. `null` while `is_default`.' }),
    ),
    is_default: bool({ description: 'True until settings are stored for the first time.' }),
    version: versionField,
  },
  { title: 'OrganizationSettings' },
)
