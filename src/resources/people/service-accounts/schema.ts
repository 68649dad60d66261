import * as s from '../../../core/schema.ts'

const name = s.text({
  min: 1,
  max: 100,
  visible: true,
  description: 'Display name, 1 to 100 characters. Need not be unique.',
})

export const serviceAccountCreateSchema = s.object(
  {
    name,
    designation: s.optional(s.nullable(s.text({ max: 200, description: 'ID, label or alias of a designation.' }))),
  },
  { title: 'ServiceAccountCreate' },
)

export const serviceAccountUpdateSchema = s.object({ name }, { title: 'ServiceAccountUpdate' })

export const serviceAccountSchema = s.object(
  {
    user_id: s.text({ description: 'User ID (UUID).' }),
    org_id: s.text({ description: 'ID of the organization.' }),
    username: s.text({ description: '`sa-` followed by the slug of its first name. Does not change on a rename.' }),
    email: s.text({ description: 'Placeholder address that cannot receive mail.' }),
    name: s.nullable(s.text({ description: 'Display name.' })),
    kind: s.stringEnum(['service_account'], { description: 'Always `service_account`.' }),
    role: s.stringEnum(['member'], { description: 'Always `member`.' }),
    designation: s.nullable(s.text({ description: 'Label of its designation.' })),
    is_active: s.bool({ description: 'False once the account is deactivated.' }),
    created_at: s.nullable(s.dateTime({ description: 'Time of creation.' })),
    active_tokens: s.int({ description: 'Number of tokens that are neither revoked nor expired.' }),
    version: s.versionField,
  },
  { title: 'ServiceAccount' },
)
