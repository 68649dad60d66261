import { dateTime, int, list, nullable, object, oneOf, text } from '../../kernel/schema.ts'

export const connectionParams = object({ grant_id: text({ description: 'The connection.' }) })

export const connectedApp = object(
  {
    grant_id: text({ description: 'The connection; each time you let an app connect is one.' }),
    client_id: text({ description: 'The app.' }),
    client_name: nullable(text()),
    org_id: text({ description: 'The organization it reaches, and no other.' }),
    org_name: nullable(text()),
    scopes: list(text(), {
      description: 'What you allowed; what the app and your role allow at the moment may be less.',
    }),
    logo_url: nullable(text()),
    homepage_url: nullable(text()),
    created_at: nullable(dateTime()),
    last_used_at: nullable(dateTime({ description: 'Up to 30 seconds behind.' })),
  },
  { title: 'ConnectedApp' },
)

export const connectionRevoked = object(
  {
    grant_id: text(),
    status: oneOf(['revoked']),
    access_revoked: int({ description: 'Access tokens that worked until now.' }),
  },
  { title: 'ConnectedAppRevoked' },
)
