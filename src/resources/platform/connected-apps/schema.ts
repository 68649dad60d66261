import * as s from '../../../core/schema.ts'

export const connectedAppParams = { grant_id: 'ID of the connection.' }

export const connectedAppSchema = s.namedObject('ConnectedApp', {
  grant_id: s.text('ID of the connection. Each time a user connects an app, a new connection is created.'),
  client_id: s.text('Client ID of the app.'),
  client_name: s.nullable(s.text('Name of the app.')),
  org_id: s.text('ID of the only organization that the app can access.'),
  org_name: s.nullable(s.text('Name of the organization.')),
  scopes: s.array(s.text(), {
    description: "Scopes that the caller granted. The caller's role and the app's allowed scopes limit them further.",
  }),
  logo_url: s.nullable(s.text('URL of the logo of the app.')),
  homepage_url: s.nullable(s.text('URL of the home page of the app.')),
  created_at: s.nullable(s.dateTime('Time at which the caller connected the app.')),
  last_used_at: s.nullable(s.dateTime('Time of the last request; updated within 30 seconds.')),
})

export const connectedAppRevokedSchema = s.namedObject('ConnectedAppRevoked', {
  grant_id: s.text('ID of the connection.'),
  status: s.stringEnum(['revoked'], 'Always `revoked`.'),
  access_revoked: s.int('Number of access tokens that were revoked.'),
})
