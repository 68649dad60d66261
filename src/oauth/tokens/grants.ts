import { sql, type Sql, orgEquals, buildUpdatedAt } from '../../db/sql.ts'
import { commitSystemEvents } from '../../events/log.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { audiencePaths, type TokenAudience } from '../../core/audience.ts'
import { locateTokens } from '../../auth/token-locations.ts'
import { hashAccessToken } from '../../auth/token-format.ts'
import {
  buildGrantRevokedEvent,
  lockOAuthGrant,
  type OAuthGrantRow,
} from '../../resources/platform/connected-apps/queries.ts'
import { revokeGrant } from '../../resources/platform/tokens/queries.ts'
import type { TokenRequest } from './issue.ts'
import type { ProviderLibrary } from '../oidc-provider-types.ts'
import { toProviderExpiry, toIsoTime, type StorageModel, type ModelPayload } from '../storage-model.ts'
import { listResourceIndicators } from '../resource-indicators.ts'

type StoredGrant = Pick<OAuthGrantRow, 'org_id' | 'grant_id' | 'client_id' | 'user_id' | 'scopes'> & {
  audiences: TokenAudience[]
  created_at: string
  expires_at: string
}

export function createGrantModel(
  services: Dependencies,
  library: ProviderLibrary,
  getIssue: () => Partial<TokenRequest>,
): StorageModel {
  return {
    async find(id) {
      const [row] = await services.database.db.queryByKey(sql<StoredGrant>`
        select org_id, grant_id, client_id, user_id, scopes, audiences, created_at, expires_at from oauth_grants
        where ${orgEquals('org_id', getIssue().org_id ?? undefined)}
          and grant_id = ${id} and revoked_at is null and expires_at > ${toIsoTime(services)}`)
      if (!row) return undefined
      getIssue().org_id = row.org_id
      const scope = row.scopes.join(' ')
      return {
        jti: row.grant_id,
        kind: 'Grant',
        accountId: row.user_id,
        clientId: row.client_id,
        resources: Object.fromEntries(
          listResourceIndicators(services.config.baseUrl, row.audiences).map((resource) => [resource, scope]),
        ),
        iat: Math.floor(Date.parse(row.created_at) / 1000),
        exp: toProviderExpiry(services, row.expires_at),
      }
    },
    // Called when an app revokes its refresh token, and when a used code or token is sent again.
    destroy: (id) =>
      revokeGrantWithEvents(
        services,
        id,
        getIssue().org_id ?? undefined,
        library.Provider.ctx?.oidc.route === 'revocation' ? 'revoked_by_app' : 'reuse_detected',
      ),
  }
}

async function revokeGrantWithEvents(
  services: Dependencies,
  grantId: string,
  orgId: string | undefined,
  reason: string,
): Promise<void> {
  await services.database.transaction(async (trx) => {
    const grant = await lockOAuthGrant(services.database, trx, grantId, orgId)
    if (!grant || grant.revoked_at !== null) return
    await revokeGrant(trx, grant.org_id, grant.grant_id, { at: toIsoTime(services), by: null, reason })
    await commitSystemEvents(services, trx, [buildGrantRevokedEvent(grant, reason)])
  })
}

async function matchesHash({ database }: Dependencies, token: string): Promise<Sql> {
  const sameHash = sql`token_hash = ${hashAccessToken(token)}`
  if (!database.sharded) return sameHash
  const [location] = await locateTokens(database.db, [hashAccessToken(token).toString('hex')])
  return location ? sql`${orgEquals('org_id', location.org_id)} and ${sameHash}` : sql`false`
}

interface StoredToken {
  org_id: string
  client_id: string
  grant_id: string
  principal_user_id: string
  scopes: string[]
  audiences: TokenAudience[] | null
  created_at: string
  expires_at: string
}

function presentToken(services: Dependencies, jti: string, row: StoredToken): ModelPayload {
  const resources = (row.audiences ?? ['api']).map((audience) => `${services.config.baseUrl}${audiencePaths[audience]}`)
  return {
    jti,
    kind: 'AccessToken',
    format: 'opaque',
    clientId: row.client_id,
    grantId: row.grant_id,
    accountId: row.principal_user_id,
    scope: row.scopes.join(' '),
    aud: resources.length === 1 ? resources[0] : resources,
    iat: Math.floor(Date.parse(row.created_at) / 1000),
    exp: toProviderExpiry(services, row.expires_at),
  }
}

/**
 * Creates the storage model of access tokens for revocation and introspection. API requests are authenticated
 * elsewhere.
 */
export function createAccessTokenModel(services: Dependencies, getIssue: () => Partial<TokenRequest>): StorageModel {
  return {
    async find(id) {
      const [row] = await services.database.db.queryByKey(sql<StoredToken>`
        select org_id, client_id, grant_id, principal_user_id, scopes, audiences, created_at, expires_at
        from access_tokens
        where ${await matchesHash(services, id)} and grant_id is not null and revoked_at is null
          and expires_at > ${toIsoTime(services)}`)
      if (!row) return undefined
      getIssue().org_id = row.org_id
      return presentToken(services, id, row)
    },
    async destroy(id) {
      const revoked_at = toIsoTime(services)
      const condition = await matchesHash(services, id)
      await services.database.transaction(async (trx) => {
        const [row] = await trx.query(sql<{ org_id: string; token_id: string }>`
          update access_tokens set revoked_at = ${revoked_at}, revoke_reason = 'revoked_by_app',
            updated_at = ${buildUpdatedAt(revoked_at, 'updated_at')}, version = version + 1
          where ${condition} and revoked_at is null returning org_id, token_id`)
        if (!row) return
        const subject = { org_id: row.org_id, resource_type: 'token', resource_id: row.token_id }
        const before = { revoked_at: null, revoke_reason: null }
        const after = { revoked_at, revoke_reason: 'revoked_by_app' }
        await commitSystemEvents(services, trx, [{ ...subject, type: 'token.revoked', before, after }])
      })
    },
  }
}
