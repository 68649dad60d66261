import type { JsonObject } from './components.ts'
import type { AnyOperation } from '../operation.ts'
import { scopes } from '../../core/scopes.ts'

export const buildSecuritySchemes = (baseUrl: string): JsonObject => ({
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A session token of the identity provider. Has every scope.',
  },
  SvcToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_live_… or svc_test_…',
    description:
      'An access token of one organization with the scopes selected at its creation. `x:write` includes `x:read`; `admin` ' +
      'includes all. It never has more rights than its user or service account.',
  },
  SvcOAuth: {
    type: 'oauth2',
    description:
      'Authorization code flow with PKCE (`S256`), by which an app gets an access token of a user. The token belongs to ' +
      'one organization and is valid for an hour; the refresh token is rotated on every use.',
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

export function buildSecurity(op: AnyOperation): JsonObject[] {
  if (op.scope === 'none') return []
  if (op.scope === 'session') return [{ bearerAuth: [] }]
  const needed = op.scope === 'any' ? [] : [op.scope]
  return [{ bearerAuth: [] }, { SvcToken: needed }, { SvcOAuth: needed }]
}

export function describeAuthentication(op: AnyOperation): string {
  if (op.scope === 'none') return 'Requires no authentication.'
  if (op.scope === 'session') return 'Requires a session; not available to access tokens.'
  return op.scope === 'any' ? 'Available to any token.' : `Requires the scope \`${op.scope}\`.`
}
