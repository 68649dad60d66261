import * as s from '../../../core/schema.ts'
import { scopeNames } from '../../../core/scopes.ts'

const name = s.nonBlankText(100, 'Name of the app, 1 to 100 characters. Shown to users when they connect the app.')
const redirectUris = s.array(s.text({ max: 2000 }), {
  minItems: 1,
  maxItems: 10,
  description:
    '1 to 10 redirect URIs, compared character by character: https, or http on `127.0.0.1`, `[::1]` ' +
    'or `localhost` (any port matches), or a private-use scheme, such as `com.example.app:/callback`. ' +
    'No fragment.',
})
const allowedScopes = s.array(s.stringEnum(scopeNames), {
  minItems: 1,
  description: 'Scopes that the app can request at most.',
})
const links = {
  logo_url: s.webUrl('URL of the logo.'),
  homepage_url: s.webUrl('URL of the home page.'),
  privacy_url: s.webUrl('URL of the privacy policy.'),
}
const clientTypes = s.namedEnum('OAuthClientType', ['confidential', 'public'])

export const oauthClientParams = { client_id: 'Client ID of the app (`svcc_…`).' }

export const oauthClientCreateSchema = s.namedObject('OAuthClientCreate', {
  org_id: s.orgIdField,
  name,
  client_type: s.optional(
    s.stringEnum(clientTypes, {
      default: 'confidential',
      description:
        '`confidential` for a server that can store a secret, `public` for an app on a device or in a browser. Cannot be changed.',
    }),
  ),
  redirect_uris: redirectUris,
  allowed_scopes: allowedScopes,
  ...s.optionalNullables(links),
})
export type OAuthClientCreate = s.Static<typeof oauthClientCreateSchema>

export const oauthClientUpdateSchema = s.partialUpdate(
  'OAuthClientUpdate',
  ['logo_url', 'homepage_url', 'privacy_url'],
  { name, redirect_uris: redirectUris, allowed_scopes: allowedScopes, ...links },
)
export type OAuthClientUpdate = s.Static<typeof oauthClientUpdateSchema>

const clientProperties = {
  client_id: s.text('Client ID of the app (`svcc_…`). Not a secret.'),
  org_id: s.text('ID of the organization that registered the app.'),
  name: s.text('Name of the app.'),
  logo_url: s.nullable(s.text('URL of the logo.')),
  homepage_url: s.nullable(s.text('URL of the home page.')),
  privacy_url: s.nullable(s.text('URL of the privacy policy.')),
  redirect_uris: s.array(s.text(), 'Registered redirect URIs.'),
  client_type: s.stringEnum(clientTypes, '`confidential` apps have a secret, `public` apps do not.'),
  allowed_scopes: s.array(s.text(), 'Scopes that the app can request at most.'),
  registration: s.stringEnum(s.namedEnum('OAuthClientRegistration', ['developer', 'dynamic']), {
    description:
      '`developer` for an app created in an organization, `dynamic` for one that registered itself (RFC 7591).',
  }),
  review_state: s.stringEnum(s.namedEnum('OAuthClientReviewState', ['private', 'listed']), {
    description:
      '`listed` apps are reviewed by the operator. For `private` apps, users of other organizations see a warning.',
  }),
  status: s.stringEnum(s.namedEnum('OAuthClientStatus', ['active', 'revoked']), '`active` or `revoked`.'),
  grants_count: s.int('Number of users with an active connection, in all organizations.'),
  use_count: s.int('Number of requests with access tokens of the app; updated within 30 seconds.'),
  last_used_at: s.nullable(s.dateTime('Time of the last request; updated within 30 seconds.')),
  secret_rotated_at: s.nullable(s.dateTime('Time of the last rotation of the secret.')),
  previous_secret_expires_at: s.nullable(s.dateTime('Expiry of the previous secret.')),
  created_by: s.nullable(s.text('Username of the user who created the app.')),
  created_at: s.nullable(s.dateTime('Time of creation.')),
  updated_at: s.nullable(s.dateTime('Time of the last change.')),
  revoked_at: s.nullable(s.dateTime('Time of the revocation; null for an active app.')),
  revoked_by: s.nullable(s.text('Username of the user who revoked the app.')),
  version: s.versionField,
}

export const oauthClientSchema = s.namedObject('OAuthClient', clientProperties)

export const oauthClientCreatedSchema = s.namedObject('OAuthClientCreated', {
  ...clientProperties,
  client_secret: s.nullable(
    s.text('Client secret. Returned only in this response; the server stores its hash. Null for a public app.'),
  ),
})
