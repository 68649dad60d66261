import type { Dependencies } from '../../core/dependencies.ts'
import { findGrantPermissions, type TokenRequest } from './issue.ts'
import type { ProviderClient, ProviderContext } from '../oidc-provider-types.ts'

/**
 * Returns the introspection policy (RFC 7662): authenticated apps get the state of their own tokens; other tokens are
 * reported as inactive.
 */
export const createIntrospectionPolicy =
  ({ database }: Dependencies) =>
  async (
    { state }: ProviderContext,
    client: ProviderClient,
    token: { clientId: string; grantId: string },
  ): Promise<boolean> => {
    if (client.clientAuthMethod === 'none' || token.clientId !== client.clientId) return false
    const orgId = (state as Partial<TokenRequest>).org_id ?? undefined
    return (await findGrantPermissions(database.db, token.grantId, orgId)) !== undefined
  }

/** Replaces the response with 401 for a public app, since introspection requires authentication (RFC 7662, 2.1). */
export function requireConfidentialClient(context: ProviderContext): void {
  if (context.oidc.client.clientAuthMethod !== 'none') return
  context.status = 401
  context.body = { error: 'invalid_client', error_description: 'Introspection requires a client secret.' }
}
