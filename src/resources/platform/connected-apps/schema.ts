import { dateTime, int, list, nullable, object, stringEnum, text } from '../../../core/schema.ts'

export const connectedAppParamsSchema = object({ grant_id: text({ description: 'ID of the connection.' }) })

export const connectedAppSchema = object(
  {
    grant_id: text({
      description: 'ID of the connection. Each time a user connects an app, a new connection is created.',
    }),
    client_id: text({ description: 'Client ID of the app.' }),
    client_name: nullable(text({ description: 'Name of the app.' })),
    org_id: text({ description: 'ID of the only organization that the app can access.' }),
    org_name: nullable(text({ description: 'Name of the organization.' })),
    scopes: list(text(), {
      description: "Scopes that the caller granted. The caller's role and the app's allowed scopes limit them further.",
    }),
    logo_url: nullable(text({ description: 'URL of the logo of the app.' })),
    homepage_url: nullable(text({ description: 'URL of the home page of the app.' })),
    created_at: nullable(dateTime({ description: 'Time at which the caller connected the app.' })),
    last_used_at: nullable(dateTime({ description: 'Time of the last request; updated within 30 seconds.' })),
  },
  { title: 'ConnectedApp' },
)

export const connectedAppRevokedSchema = object(
  {
    grant_id: text({ description: 'ID of the connection.' }),
    status: stringEnum(['revoked'], { description: 'Always `revoked`.' }),
    access_revoked: int({ description: 'Number of access tokens that were revoked.' }),
  },
  { title: 'ConnectedAppRevoked' },
)
