import {
  dateTime,
  int,
  list,
  orgIdField,
  nullable,
  object,
  stringEnum,
  optional,
  partialUpdate,
  text,
  versionField,
  webUrl,
  namedEnum,
  type Static,
} from '../../../core/schema.ts'
import { scopeNames } from '../../../core/scopes.ts'

const name = text({
  min: 1,
  max: 100,
  visible: true,
  description: 'Name of the app, 1 to 100 characters. Shown to users when they connect the app.',
})
const redirectUris = list(text({ max: 2000 }), {
  minItems: 1,
  maxItems: 10,
  description:
    '1 to 10 redirect URIs, compared character by character: https, or http on `127.0.0.1`, `[::1]` ' +
    'or `localhost` (any port matches), or a private-use scheme, such as `com.example.app:/callback`. ' +
    'No fragment.',
})
const allowedScopes = list(stringEnum(scopeNames), {
  minItems: 1,
  description: 'Scopes that the app can request at most.',
})
const links = {
  logo_url: webUrl('URL of the logo.'),
  homepage_url: webUrl('URL of the home page.'),
  privacy_url: webUrl('URL of the privacy policy.'),
}
const clientTypes = namedEnum('OAuthClientType', ['confidential', 'public'])

export const oauthClientParamsSchema = object({
  client_id: text({ description: 'Client ID of the app (`svcc_…`).' }),
})

export const oauthClientCreateSchema = object(
  {
    org_id: orgIdField,
    name,
    client_type: optional(
      stringEnum(clientTypes, {
        default: 'confidential',
        description:
          '`confidential` for a server that can store a secret, `public` for an app on a device or in a browser. Cannot be changed.',
      }),
    ),
    redirect_uris: redirectUris,
    allowed_scopes: allowedScopes,
    logo_url: optional(nullable(links.logo_url)),
    homepage_url: optional(nullable(links.homepage_url)),
    privacy_url: optional(nullable(links.privacy_url)),
  },
  { title: 'OAuthClientCreate' },
)
export type OAuthClientCreate = Static<typeof oauthClientCreateSchema>

export const oauthClientUpdateSchema = partialUpdate(
  { name, redirect_uris: redirectUris, allowed_scopes: allowedScopes, ...links },
  { title: 'OAuthClientUpdate', clears: ['logo_url', 'homepage_url', 'privacy_url'] },
)
export type OAuthClientUpdate = Static<typeof oauthClientUpdateSchema>

const clientProperties = {
  client_id: text({ description: 'Client ID of the app (`svcc_…`). Not a secret.' }),
  org_id: text({ description: 'ID of the organization that registered the app.' }),
  name: text({ description: 'Name of the app.' }),
  logo_url: nullable(text({ description: 'URL of the logo.' })),
  homepage_url: nullable(text({ description: 'URL of the home page.' })),
  privacy_url: nullable(text({ description: 'URL of the privacy policy.' })),
  redirect_uris: list(text(), { description: 'Registered redirect URIs.' }),
  client_type: stringEnum(clientTypes, {
    description: '`confidential` apps have a secret, `public` apps do not.',
  }),
  allowed_scopes: list(text(), { description: 'Scopes that the app can request at most.' }),
  registration: stringEnum(namedEnum('OAuthClientRegistration', ['developer', 'dynamic']), {
    description:
      '`developer` for an app created in an organization, `dynamic` for one that registered itself (RFC 7591).',
  }),
  review_state: stringEnum(namedEnum('OAuthClientReviewState', ['private', 'listed']), {
    description:
      '`listed` apps are reviewed by the operator. For `private` apps, users of other organizations see a warning.',
  }),
  status: stringEnum(namedEnum('OAuthClientStatus', ['active', 'revoked']), {
    description: '`active` or `revoked`.',
  }),
  grants_count: int({ description: 'Number of users with an active connection, in all organizations.' }),
  use_count: int({
    description: 'Number of requests with access tokens of the app; updated within 30 seconds.',
  }),
  last_used_at: nullable(dateTime({ description: 'Time of the last request; updated within 30 seconds.' })),
  secret_rotated_at: nullable(dateTime({ description: 'Time of the last rotation of the secret.' })),
  previous_secret_expires_at: nullable(dateTime({ description: 'Expiry of the previous secret.' })),
  created_by: nullable(text({ description: 'Username of the user who created the app.' })),
  created_at: nullable(dateTime({ description: 'Time of creation.' })),
  updated_at: nullable(dateTime({ description: 'Time of the last change.' })),
  revoked_at: nullable(dateTime({ description: 'Time of the revocation; null for an active app.' })),
  revoked_by: nullable(text({ description: 'Username of the user who revoked the app.' })),
  version: versionField,
}

export const oauthClientSchema = object(clientProperties, { title: 'OAuthClient' })

export const oauthClientCreatedSchema = object(
  {
    ...clientProperties,
    client_secret: nullable(
      text({
        description:
          'Client secret. Returned only in this response; the server stores its hash. Null for a public app.',
      }),
    ),
  },
  { title: 'OAuthClientCreated' },
)
