import { orgRoles } from '../../kernel/caller.ts'
import {
  bool,
  dateTime,
  freeForm,
  int,
  list,
  mailAddress,
  nullable,
  object,
  oneOf,
  optional,
  partial,
  text,
  version,
  webAddress,
  words,
} from '../../kernel/schema.ts'

export const visibilities = words('ProjectVisibility', ['public', 'private'])

const name = text({ min: 1, max: 120, visible: true })
const logo = webAddress('The address of an image: http or https.')
const role = oneOf(orgRoles, { description: "The caller's role in the organization." })

export const organizationCreate = object(
  {
    name,
    description: optional(nullable(text({ max: 100_000 }))),
    logo: optional(nullable(logo)),
    email: optional(nullable(mailAddress())),
  },
  { title: 'OrganizationCreate' },
)

export const organizationUpdate = partial(
  {
    name,
    description: text({ max: 100_000 }),
    logo,
    email: mailAddress(),
    metadata: freeForm({ description: 'Merged into what is stored (RFC 7396): null removes a key.' }),
  },
  { title: 'OrganizationUpdate', clears: ['description', 'logo', 'email', 'metadata'] },
)

export const organization = object(
  {
    org_id: text(),
    name: text(),
    description: text(),
    designations: list(text(), { description: 'Labels of the designations in use.' }),
    logo: nullable(text()),
    email: nullable(text()),
    plan: nullable(text({ description: 'Always null.' })),
    role,
    metadata: nullable(freeForm()),
    designation: nullable(text({ description: "The caller's designation." })),
    created_by: nullable(text()),
    updated_by: nullable(text()),
    is_deleted: nullable(bool()),
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    deleted_at: nullable(dateTime()),
    delete_reason: nullable(text()),
    project_count: int({ description: 'Projects that the caller can read.' }),
    owners: list(text(), { description: 'Usernames of the owners.' }),
    access_status: nullable(text()),
    version,
  },
  { title: 'Organization' },
)

export const organizationCard = object(
  {
    org_id: text(),
    name: text(),
    description: text(),
    role,
    designation: nullable(text()),
    project_count: int({ description: 'Projects that the caller can read.' }),
    member_count: int({ description: 'Active members.' }),
    created_by: nullable(text()),
    created_at: nullable(dateTime()),
    owners: nullable(list(text())),
    is_invite: nullable(bool({ description: 'Always false: invitations are listed apart.' })),
    invitation_id: nullable(text()),
    version,
  },
  { title: 'OrganizationSummary' },
)

const settings = {
  default_visibility: oneOf(visibilities, {
    description: 'Visibility of new projects that do not say.',
  }),
  domain_join_mode: oneOf(words('DomainJoinMode', ['instant', 'approval'])),
  audit_retention_days: int({ minimum: 1, maximum: 36_500, description: 'null = forever.' }),
  allow_personal_tokens: bool({
    description:
      'false refuses the tokens that people mint for themselves; those of service accounts and apps work.',
  }),
  max_token_ttl_days: int({
    minimum: 1,
    maximum: 3650,
    description: 'Longest lifetime of a token, from its making to its expiry; null = no cap.',
  }),
  require_token_expiry: bool({ description: 'true: every token has to expire.' }),
}

export const settingsUpdate = partial(settings, {
  title: 'OrganizationSettingsUpdate',
  clears: ['audit_retention_days', 'max_token_ttl_days'],
})

export const organizationSettings = object(
  {
    org_id: text(),
    default_visibility: settings.default_visibility,
    domain_join_mode: settings.domain_join_mode,
    audit_retention_days: nullable(settings.audit_retention_days),
    allow_personal_tokens: settings.allow_personal_tokens,
    max_token_ttl_days: nullable(settings.max_token_ttl_days),
    require_token_expiry: settings.require_token_expiry,
    created_at: nullable(dateTime()),
    updated_at: nullable(dateTime()),
    updated_by: nullable(text()),
    is_default: bool({ description: 'True while nothing has been stored yet.' }),
    version,
  },
  { title: 'OrganizationSettings' },
)
