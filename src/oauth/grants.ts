import { sql, type Sql } from '../db/sql.ts'
import { ofOrganization, timeAfter } from '../kernel/sql.ts'
import { recordOwn } from '../kernel/write/ledger.ts'
import type { Services } from '../kernel/services/services.ts'
import { pathOfAudience, type Audience } from '../kernel/audience.ts'
import { placesOfTokens } from '../identity/token-organizations.ts'
import { tokenHash } from '../identity/tokens.ts'
import { grantRevoked, lockGrant, type GrantRow } from '../resources/connected-apps/queries.ts'
import { endConnection } from '../resources/tokens/queries.ts'
import type { Issue } from './issuing.ts'
import type { Library } from './library.ts'
import { expiry, now, type Model, type Payload } from './model.ts'
import { resourcesOf } from './resources.ts'

type StoredGrant = Pick<GrantRow, 'org_id' | 'grant_id' | 'client_id' | 'user_id' | 'scopes'> & {
  audiences: Audience[]
  created_at: string
  expires_at: string
}

export function grants(services: Services, library: Library, getIssue: () => Partial<Issue>): Model {
  return {
    async find(id) {
      const [row] = await services.database.db.lookUp(sql<StoredGrant>`
        select org_id, grant_id, client_id, user_id, scopes, audiences, created_at, expires_at from oauth_grants
        where ${ofOrganization('org_id', getIssue().org_id ?? undefined)}
          and grant_id = ${id} and revoked_at is null and expires_at > ${now(services)}`)
      if (!row) return undefined
      getIssue().org_id = row.org_id
      const scope = row.scopes.join(' ')
      return {
        jti: row.grant_id,
        kind: 'Grant',
        accountId: row.user_id,
        clientId: row.client_id,
        resources: Object.fromEntries(
          resourcesOf(services.config.baseUrl, row.audiences).map((resource) => [resource, scope]),
        ),
        iat: Math.floor(Date.parse(row.created_at) / 1000),
        exp: expiry(services, row.expires_at),
      }
    },
    // Called when an app revokes its refresh token, and when a used code or token is sent again.
    destroy: (id) =>
      revokeGrant(
        services,
        id,
        getIssue().org_id ?? undefined,
        library.Provider.ctx?.oidc.route === 'revocation' ? 'revoked_by_app' : 'reuse_detected',
      ),
  }
}

async function revokeGrant(
  services: Services,
  grantId: string,
  orgId: string | undefined,
  reason: string,
): Promise<void> {
  await services.database.transaction(async (trx) => {
    const grant = await lockGrant(services.database, trx, grantId, orgId)
    if (!grant || grant.revoked_at !== null) return
    await endConnection(trx, grant.org_id, grant.grant_id, { at: now(services), by: null, reason })
    await recordOwn(services, trx, [grantRevoked(grant, reason)])
  })
}

/** Builds the condition for a token hash, with the organization on a sharded database. */
async function matchesHash({ database }: Services, token: string): Promise<Sql> {
  const sameHash = sql`token_hash = ${tokenHash(token)}`
  if (!database.sharded) return sameHash
  const [location] = await placesOfTokens(database.db, [tokenHash(token).toString('hex')])
  return location ? sql`${ofOrganization('org_id', location.org_id)} and ${sameHash}` : sql`false`
}

interface StoredToken {
  org_id: string
  client_id: string
  grant_id: string
  principal_user_id: string
  scopes: string[]
  audiences: Audience[] | null
  created_at: string
  expires_at: string
}

/** Converts an access token to the payload of oidc-provider. */
function presentToken(services: Services, jti: string, row: StoredToken): Payload {
  const resources = (row.audiences ?? ['api']).map(
    (audience) => `${services.config.baseUrl}${pathOfAudience[audience]}`,
  )
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
    exp: expiry(services, row.expires_at),
  }
}

/**
 * Creates the storage model of access tokens for revocation and introspection. API requests are authenticated
 * elsewhere.
 */
export function accessTokens(services: Services, getIssue: () => Partial<Issue>): Model {
  return {
    async find(id) {
      const [row] = await services.database.db.lookUp(sql<StoredToken>`
        select org_id, client_id, grant_id, principal_user_id, scopes, audiences, created_at, expires_at
        from access_tokens
        where ${await matchesHash(services, id)} and grant_id is not null and revoked_at is null
          and expires_at > ${now(services)}`)
      if (!row) return undefined
      getIssue().org_id = row.org_id
      return presentToken(services, id, row)
    },
    async destroy(id) {
      const revoked_at = now(services)
      const condition = await matchesHash(services, id)
      await services.database.transaction(async (trx) => {
        const [row] = await trx.query(sql<{ org_id: string; token_id: string }>`
          update access_tokens set revoked_at = ${revoked_at}, revoke_reason = 'revoked_by_app',
            updated_at = ${timeAfter(revoked_at, 'updated_at')}, version = version + 1
          where ${condition} and revoked_at is null returning org_id, token_id`)
        if (!row) return
        const subject = { org_id: row.org_id, resource_type: 'token', resource_id: row.token_id }
        const before = { revoked_at: null, revoke_reason: null }
        const after = { revoked_at, revoke_reason: 'revoked_by_app' }
        await recordOwn(services, trx, [{ ...subject, type: 'token.revoked', before, after }])
      })
    },
  }
}
