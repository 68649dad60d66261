import type { Services } from '../kernel/services/services.ts'
import { findRights, type Issue } from './issuing.ts'
import type { Client, LibraryContext } from './library.ts'

/**
 * Returns the introspection policy (RFC 7662): authenticated apps get the state of their own tokens; other tokens are
 * reported as inactive.
 */
export const mayIntrospect =
  ({ database }: Services) =>
  async (
    { state }: LibraryContext,
    client: Client,
    token: { clientId: string; grantId: string },
  ): Promise<boolean> => {
    if (client.clientAuthMethod === 'none' || token.clientId !== client.clientId) return false
    const orgId = (state as Partial<Issue>).org_id ?? undefined
    return (await findRights(database.db, token.grantId, orgId)) !== undefined
  }

/** Replaces the response with 401 for a public app, since introspection requires authentication (RFC 7662, 2.1). */
export function requireSecret(context: LibraryContext): void {
  if (context.oidc.client.clientAuthMethod !== 'none') return
  context.status = 401
  context.body = { error: 'invalid_client', error_description: 'Introspection requires a client secret.' }
}
