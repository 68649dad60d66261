import { lookUp, query } from '../db/database.ts'
import { recordOwn } from '../kernel/write/ledger.ts'
import type { Services } from '../kernel/services/services.ts'
import { tokenHash } from '../identity/tokens.ts'
import { grantRevoked, lockGrant, type GrantRow } from '../resources/connected-apps/queries.ts'
import { endConnection } from '../resources/tokens/queries.ts'
import type { Library } from './library.ts'
import { expiry, now, type Model } from './model.ts'

/** Connections as the library sees them. */
export function grants(services: Services, library: Library, resources: () => string[]): Model {
  return {
    async find(id) {
      const [row] = await lookUp<GrantRow & { created_at: string; expires_at: string }>(
        services.database.db,
        `SELECT org_id, grant_id, client_id, user_id, scopes, created_at, expires_at FROM oauth_grants
         WHERE grant_id = $1 AND revoked_at IS NULL AND expires_at > $2`,
        [id, now(services)],
      )
      if (!row) return undefined
      const scope = row.scopes.join(' ')
      return {
        jti: row.grant_id,
        kind: 'Grant',
        accountId: row.user_id,
        clientId: row.client_id,
        resources: Object.fromEntries(resources().map((resource) => [resource, scope])),
        iat: Math.floor(Date.parse(row.created_at) / 1000),
        exp: expiry(services, row.expires_at),
      }
    },
    // Asked for when the app gives its refresh token back, and when a used code or token is sent again.
    destroy: (id) =>
      end(
        services,
        id,
        library.Provider.ctx?.oidc.route === 'revocation' ? 'revoked_by_app' : 'reuse_detected',
      ),
  }
}

async function end(services: Services, grantId: string, reason: string): Promise<void> {
  await services.database.transaction(async (trx) => {
    const grant = await lockGrant(trx, grantId)
    if (!grant || grant.revoked_at !== null) return
    await endConnection(trx, grant.org_id, grant.grant_id, { at: now(services), by: null, reason })
    await recordOwn(services, trx, [grantRevoked(grant, reason)])
  })
}

/** Access tokens as far as an app may give them back; whoever uses one is judged elsewhere. */
export function accessTokens(services: Services): Model {
  return {
    async find(id) {
      const [row] = await lookUp<{ client_id: string; grant_id: string; expires_at: string }>(
        services.database.db,
        `SELECT org_id, client_id, grant_id, expires_at FROM access_tokens
         WHERE token_hash = $1 AND grant_id IS NOT NULL AND revoked_at IS NULL AND expires_at > $2`,
        [tokenHash(id), now(services)],
      )
      if (!row) return undefined
      return {
        jti: id,
        kind: 'AccessToken',
        format: 'opaque',
        clientId: row.client_id,
        grantId: row.grant_id,
        exp: expiry(services, row.expires_at),
      }
    },
    async destroy(id) {
      const revoked_at = now(services)
      await services.database.transaction(async (trx) => {
        const [row] = await query<{ org_id: string; token_id: string }>(
          trx,
          `UPDATE access_tokens SET revoked_at = $2, revoke_reason = 'revoked_by_app', updated_at = $2,
             version = version + 1
           WHERE token_hash = $1 AND revoked_at IS NULL RETURNING org_id, token_id`,
          [tokenHash(id), revoked_at],
        )
        if (!row) return
        const subject = { org_id: row.org_id, resource_type: 'token', resource_id: row.token_id }
        const before = { revoked_at: null, revoke_reason: null }
        const after = { revoked_at, revoke_reason: 'revoked_by_app' }
        await recordOwn(services, trx, [{ ...subject, type: 'token.revoked', before, after }])
      })
    },
  }
}
