import { orgRoles } from '../../../core/caller.ts'
import { auditFields } from '../../../core/resource-fields.ts'
import * as s from '../../../core/schema.ts'

export const projectVisibilities = s.namedEnum('ProjectVisibility', ['public', 'private'])

const org_id = s.text('ID of the organization.')
const name = s.nonBlankText(120, 'Name of the organization.')
const description = s.text({ max: 100_000, description: 'Free text.' })
const logo = s.webUrl('URL of the logo image (http or https). `null` when there is none.')
const email = s.emailAddress('Contact email address. `null` when there is none.')
const role = s.stringEnum(orgRoles, "The caller's role in the organization.")
const designation = s.nullable(s.text("Label of the caller's designation. `null` when there is none."))
const project_count = s.int('Number of projects that the caller can read.')

export const organizationCreate = s.namedObject('OrganizationCreate', {
  name,
  ...s.optionalNullables({ description, logo, email }),
})

export const organizationUpdate = s.partialUpdate('OrganizationUpdate', ['description', 'logo', 'email', 'metadata'], {
  name,
  description,
  logo,
  email,
  metadata: s.freeForm('Merged into the stored value (JSON Merge Patch, RFC 7396): `null` removes a key.'),
})

export const organization = s.namedObject('Organization', {
  org_id,
  name: s.text('Name of the organization.'),
  description: s.text('Free text. Empty when there is none.'),
  designations: s.array(s.text(), 'Labels of the designations that active members have.'),
  logo: s.nullable(s.text('URL of the logo image. `null` when there is none.')),
  email: s.nullable(s.text('Contact email address. `null` when there is none.')),
  plan: s.nullable(s.text('Always `null`.')),
  role,
  metadata: s.nullable(s.freeForm('Free-form JSON object. `null` when there is none.')),
  designation,
  created_by: auditFields.created_by,
  updated_by: auditFields.updated_by,
  is_deleted: s.nullable(s.bool('Always `false`: deleted organizations are not returned.')),
  created_at: auditFields.created_at,
  updated_at: auditFields.updated_at,
  deleted_at: s.nullable(s.dateTime('Always `null`.')),
  delete_reason: s.nullable(s.text('Always `null`.')),
  project_count,
  owners: s.array(s.text(), 'Usernames of the active owners.'),
  access_status: s.nullable(s.text('Always `active`.')),
  version: s.versionField,
})

export const organizationSummary = s.namedObject('OrganizationSummary', {
  org_id,
  name: s.text('Name of the organization.'),
  description: s.text('Free text. Empty when there is none.'),
  role,
  designation,
  project_count,
  member_count: s.int('Number of active members.'),
  created_by: auditFields.created_by,
  created_at: auditFields.created_at,
  owners: s.nullable(s.array(s.text(), 'Usernames of the active owners.')),
  is_invite: s.nullable(s.bool('Always `false`: invitations have their own list.')),
  invitation_id: s.nullable(s.text('Always `null`.')),
  version: s.versionField,
})

export const domainJoinModes = s.namedEnum('DomainJoinMode', ['instant', 'approval'])

const settings = {
  default_visibility: s.stringEnum(projectVisibilities, {
    description: 'Visibility of projects that are created without `visibility`.',
  }),
  domain_join_mode: s.stringEnum(domainJoinModes, {
    description:
      'How users with a verified email address of a proved domain join: `instant` without approval, `approval` after an ' +
      'admin accepts. Has no effect while the organization has no proved domain.',
  }),
  audit_retention_days: s.intBetween(
    1,
    36_500,
    'Days after which events are hidden from the audit log and then deleted (events of tasks are only hidden). ' +
      '`null`: never.',
  ),
  allow_personal_tokens: s.bool(
    'When `false`, personal access tokens are rejected. Tokens of service accounts and apps still work.',
  ),
  max_token_ttl_days: s.intBetween(
    1,
    3650,
    'Maximum days from the creation of a token to its expiry; other tokens are rejected, also those without an ' +
      'expiry. `null`: no limit.',
  ),
  require_token_expiry: s.bool('When `true`, tokens without an expiry are rejected.'),
  require_second_factor: s.bool(
    'When `true`, members with an account of this server need a second factor: sessions that began without one cannot ' +
      'use the organization. Users of an identity provider are not affected.',
  ),
}

export const organizationSettingsUpdate = s.partialUpdate(
  'OrganizationSettingsUpdate',
  ['audit_retention_days', 'max_token_ttl_days'],
  settings,
)

export const organizationSettings = s.namedObject('OrganizationSettings', {
  org_id,
  default_visibility: settings.default_visibility,
  domain_join_mode: settings.domain_join_mode,
  audit_retention_days: s.nullable(settings.audit_retention_days),
  allow_personal_tokens: settings.allow_personal_tokens,
  max_token_ttl_days: s.nullable(settings.max_token_ttl_days),
  require_token_expiry: settings.require_token_expiry,
  require_second_factor: settings.require_second_factor,
  created_at: s.nullable(s.dateTime('Time of the first update. `null` while `is_default`.')),
  updated_at: s.nullable(s.dateTime('Time of the last update. `null` while `is_default`.')),
  updated_by: s.nullable(s.text('Username of the user who last updated them. `null` while `is_default`.')),
  is_default: s.bool('True until settings are stored for the first time.'),
  version: s.versionField,
})
