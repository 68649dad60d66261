import {
  bool,
  dateTime,
  int,
  nullable,
  object,
  stringEnum,
  optional,
  text,
  versionField,
} from '../../../core/schema.ts'

const name = text({
  min: 1,
  max: 100,
  visible: true,
  description: 'Display name, 1 to 100 characters. Need not be unique.',
})

export const serviceAccountCreateSchema = object(
  {
    name,
    designation: optional(nullable(text({ max: 200, description: 'ID, label or alias of a designation.' }))),
  },
  { title: 'ServiceAccountCreate' },
)

export const serviceAccountUpdateSchema = object({ name }, { title: 'ServiceAccountUpdate' })

export const serviceAccountSchema = object(
  {
    user_id: text({ description: 'User ID (UUID).' }),
    org_id: text({ description: 'ID of the organization.' }),
    username: text({
      description: '`sa-` followed by the slug of its first name. Does not change on a rename.',
    }),
    email: text({ description: 'Placeholder address that cannot receive mail.' }),
    name: nullable(text({ description: 'Display name.' })),
    kind: stringEnum(['service_account'], { description: 'Always `service_account`.' }),
    role: stringEnum(['member'], { description: 'Always `member`.' }),
    designation: nullable(text({ description: 'Label of its designation.' })),
    is_active: bool({ description: 'False once the account is deactivated.' }),
    created_at: nullable(dateTime({ description: 'Time of creation.' })),
    active_tokens: int({ description: 'Number of tokens that are neither revoked nor expired.' }),
    version: versionField,
  },
  { title: 'ServiceAccount' },
)
