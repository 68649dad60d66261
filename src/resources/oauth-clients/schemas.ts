import {
  dateTime,
  int,
  list,
  namedOrgId,
  nullable,
  object,
  oneOf,
  optional,
  partial,
  text,
  version,
  webAddress,
  words,
  type Static,
} from '../../kernel/schema.ts'
import { scopeNames } from '../../kernel/scopes.ts'

const name = text({
  min: 1,
  max: 100,
  visible: true,
  description: 'Shown to people who are asked to connect it.',
})
const redirectUris = list(text({ max: 2000 }), {
  minItems: 1,
  maxItems: 10,
  description:
    'Redirect URIs, compared character by character: https, or http on `127.0.0.1`, `[::1]` or ' +
    '`localhost` (any port matches), or a private-use scheme, such as `com.example.app:/callback`. No fragment.',
})
const allowedScopes = list(oneOf(scopeNames), {
  minItems: 1,
  description: 'The most it may ask people for.',
})
const links = {
  logo_url: webAddress('Its logo.'),
  homepage_url: webAddress('Its home page.'),
  privacy_url: webAddress('Its privacy policy.'),
}
const clientTypes = words('OAuthClientType', ['confidential', 'public'])

export const clientParams = object({ client_id: text({ description: 'The app.' }) })

export const clientCreate = object(
  {
    org_id: namedOrgId,
    name,
    client_type: optional(
      oneOf(clientTypes, {
        default: 'confidential',
        description:
          '`confidential`: a server that can keep a secret. `public`: an app on a device or in a browser. Never changes.',
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
export type ClientCreate = Static<typeof clientCreate>

export const clientUpdate = partial(
  { name, redirect_uris: redirectUris, allowed_scopes: allowedScopes, ...links },
  { title: 'OAuthClientUpdate', clears: ['logo_url', 'homepage_url', 'privacy_url'] },
)
export type ClientUpdate = Static<typeof clientUpdate>

const shown = {
  client_id: text({ description: 'How the app names itself: `svcc_…`, no secret.' }),
  org_id: text(),
  name: text(),
  logo_url: nullable(text()),
  homepage_url: nullable(text()),
  privacy_url: nullable(text()),
  redirect_uris: list(text()),
  client_type: oneOf(clientTypes),
  allowed_scopes: list(text()),
  registration: oneOf(words('OAuthClientRegistration', ['developer', 'dynamic']), {
    description: '`dynamic`: the app registered itself.',
  }),
  review_state: oneOf(words('OAuthClientReviewState', ['private', 'listed']), {
    description: 'With `private`, people of other organizations are warned that nobody has reviewed it.',
  }),
  status: oneOf(words('OAuthClientStatus', ['active', 'revoked'])),
  grants_count: int({ description: 'People connected right now.' }),
  use_count: int({ description: 'Requests made with its access tokens; up to 30 seconds behind.' }),
  last_used_at: nullable(dateTime({ description: 'Up to 30 seconds behind.' })),
  secret_rotated_at: nullable(dateTime()),
  previous_secret_expires_at: nullable(
    dateTime({ description: 'Until when the secret before this one works.' }),
  ),
  created_by: nullable(text({ description: 'Username.' })),
  created_at: nullable(dateTime()),
  updated_at: nullable(dateTime()),
  revoked_at: nullable(dateTime()),
  revoked_by: nullable(text({ description: 'Username.' })),
  version,
}

export const clientOut = object(shown, { title: 'OAuthClient' })

export const clientCreated = object(
  {
    ...shown,
    client_secret: nullable(
      text({ description: 'Shown this once: it is not stored. Null for a public app, which has none.' }),
    ),
  },
  { title: 'OAuthClientCreated' },
)
