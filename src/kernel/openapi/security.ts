import type { Json } from './components.ts'
import type { AnyOperation } from '../operation.ts'
import { scopes } from '../scopes.ts'

/** The ways to authenticate. The two bearer schemes differ in what is sent; `SvcOAuth` is how an app comes by a token. */
export const securitySchemes = (baseUrl: string): Json => ({
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A session token of the identity provider. It holds every scope.',
  },
  SvcToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_live_… or svc_test_…',
    description:
      'An access token of one organization, with the scopes it was made with. `x:write` includes `x:read`, `admin` ' +
      'includes all. What the person or service account behind it may not do, it may not either.',
  },
  SvcOAuth: {
    type: 'oauth2',
    description:
      'How an app gets an access token for a person who lets it connect: the authorization code flow with PKCE (`S256`). ' +
      'The token is for one organization and lasts an hour; the refresh token changes with every use.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/oauth/authorize`,
        tokenUrl: `${baseUrl}/oauth/token`,
        refreshUrl: `${baseUrl}/oauth/token`,
        scopes,
      },
    },
  },
})

/** What an operation takes: any of these. */
export function securityOf(op: AnyOperation): Json[] {
  if (op.scope === 'none') return []
  if (op.scope === 'session') return [{ bearerAuth: [] }]
  const needed = op.scope === 'any' ? [] : [op.scope]
  return [{ bearerAuth: [] }, { SvcToken: needed }, { SvcOAuth: needed }]
}

/** What an operation takes to authenticate, in words for its description. */
export function accessNote(op: AnyOperation): string {
  if (op.scope === 'none') return 'Needs no authentication.'
  if (op.scope === 'session') return 'Needs a session: not available to access tokens.'
  return op.scope === 'any' ? 'Open to any token.' : `Needs the scope \`${op.scope}\`.`
}
