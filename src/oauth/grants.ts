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

/** Connections as the library sees them: it calls them grants. */
export function grants(services: Services, library: Library, noted: () => Partial<Issue>): Model {
  return {
    async find(id) {
      const [row] = await services.database.db.lookUp(sql<StoredGrant>`
        select org_id, grant_id, client_id, user_id, scopes, audiences, created_at, expires_at from oauth_grants
        where ${ofOrganization('org_id', noted().org_id ?? undefined)}
          and grant_id = ${id} and revoked_at is null and expires_at > ${now(services)}`)
      if (!row) return undefined
      noted().org_id = row.org_id
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
    // The library asks for this when an app gives its refresh token back, and when a used code or token is sent again.
    destroy: (id) =>
      end(
        services,
        id,
        noted().org_id ?? undefined,
        library.Provider.ctx?.oidc.route === 'revocation' ? 'revoked_by_app' : 'reuse_detected',
      ),
  }
}

async function end(
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

/** The condition that a token is the one with this hash, with its organization where the tables are spread. */
async function byHash({ database }: Services, token: string): Promise<Sql> {
  const own = sql`token_hash = ${tokenHash(token)}`
  if (!database.sharded) return own
  const [found] = await placesOfTokens(database.db, [tokenHash(token).toString('hex')])
  return found ? sql`${ofOrganization('org_id', found.org_id)} and ${own}` : sql`false`
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

/** An access token in the names of the library. */
function presentToken(services: Services, jti: string, row: StoredToken): Payload {
  const named = (row.audiences ?? ['api']).map(
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
    aud: named.length === 1 ? named[0] : named,
    iat: Math.floor(Date.parse(row.created_at) / 1000),
    exp: expiry(services, row.expires_at),
  }
}

/** Stores access tokens for revocation and introspection by their app; requests are authorized elsewhere. */
export function accessTokens(services: Services, noted: () => Partial<Issue>): Model {
  return {
    async find(id) {
      const [row] = await services.database.db.lookUp(sql<StoredToken>`
        select org_id, client_id, grant_id, principal_user_id, scopes, audiences, created_at, expires_at
        from access_tokens
        where ${await byHash(services, id)} and grant_id is not null and revoked_at is null
          and expires_at > ${now(services)}`)
      if (!row) return undefined
      noted().org_id = row.org_id
      return presentToken(services, id, row)
    },
    async destroy(id) {
      const revoked_at = now(services)
      const which = await byHash(services, id)
      await services.database.transaction(async (trx) => {
        const [row] = await trx.query(sql<{ org_id: string; token_id: string }>`
          update access_tokens set revoked_at = ${revoked_at}, revoke_reason = 'revoked_by_app',
            updated_at = ${timeAfter(revoked_at, 'updated_at')}, version = version + 1
          where ${which} and revoked_at is null returning org_id, token_id`)
        if (!row) return
        const subject = { org_id: row.org_id, resource_type: 'token', resource_id: row.token_id }
        const before = { revoked_at: null, revoke_reason: null }
        const after = { revoked_at, revoke_reason: 'revoked_by_app' }
        await recordOwn(services, trx, [{ ...subject, type: 'token.revoked', before, after }])
      })
    },
  }
}
