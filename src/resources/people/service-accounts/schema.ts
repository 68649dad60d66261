import * as s from '../../../core/schema.ts'

const name = s.nonBlankText(100, 'Display name, 1 to 100 characters. Need not be unique.')

export const serviceAccountCreateSchema = s.namedObject('ServiceAccountCreate', {
  name,
  designation: s.optionalNullable(s.text({ max: 200, description: 'ID, label or alias of a designation.' })),
})

export const serviceAccountUpdateSchema = s.namedObject('ServiceAccountUpdate', { name })

export const serviceAccountSchema = s.namedObject('ServiceAccount', {
  user_id: s.text('User ID (UUID).'),
  org_id: s.text('ID of the organization.'),
  username: s.text('`sa-` followed by the slug of its first name. Does not change on a rename.'),
  email: s.text('Placeholder address that cannot receive mail.'),
  name: s.nullable(s.text('Display name.')),
  kind: s.stringEnum(['service_account'], 'Always `service_account`.'),
  role: s.stringEnum(['member'], 'Always `member`.'),
  designation: s.nullable(s.text('Label of its designation.')),
  is_active: s.bool('False once the account is deactivated.'),
  created_at: s.nullable(s.dateTime('Time of creation.')),
  active_tokens: s.int('Number of tokens that are neither revoked nor expired.'),
  version: s.versionField,
})
