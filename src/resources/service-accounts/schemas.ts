import { bool, dateTime, int, nullable, object, oneOf, optional, text, version } from '../../kernel/schema.ts'

const name = text({ min: 1, max: 100, visible: true, description: 'Display name; need not be unique.' })

export const serviceAccountCreate = object(
  {
    name,
    designation: optional(
      nullable(text({ max: 200, description: 'A designation by its id, label or alias.' })),
    ),
  },
  { title: 'ServiceAccountCreate' },
)

export const serviceAccountUpdate = object({ name }, { title: 'ServiceAccountUpdate' })

export const serviceAccount = object(
  {
    user_id: text(),
    org_id: text(),
    username: text({ description: '`sa-` and its first name; stays when it is renamed.' }),
    email: text({ description: 'Stands for it where an address is shown; receives nothing.' }),
    name: nullable(text()),
    kind: oneOf(['service_account']),
    role: oneOf(['member'], { description: 'Always member.' }),
    designation: nullable(text({ description: 'Label of its designation.' })),
    is_active: bool(),
    created_at: nullable(dateTime()),
    active_tokens: int({ description: 'Its tokens that are neither revoked nor expired.' }),
    version,
  },
  { title: 'ServiceAccount' },
)
