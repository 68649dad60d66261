import type { Services } from '../kernel/services/services.ts'
import { findRights, type Issue } from './issuing.ts'
import type { Client, LibraryContext } from './library.ts'

/**
 * Returns the policy by which an app looks at a token (RFC 7662): it has authenticated, the token is its own, and the token
 * still gives access. Of any other token it learns that it is not active.
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

/** Answers 401 for an app without a secret: only an authenticated one may look at tokens (RFC 7662, section 2.1). */
export function requireSecret(context: LibraryContext): void {
  if (context.oidc.client.clientAuthMethod !== 'none') return
  context.status = 401
  context.body = { error: 'invalid_client', error_description: 'Introspection requires a client secret.' }
}
