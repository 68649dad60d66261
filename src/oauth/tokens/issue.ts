import type { Db, Transaction } from '../../db/database.ts'
import { sql, type Sql, orgEquals } from '../../db/sql.ts'
import type { TokenAudience } from '../../core/audience.ts'
import type { OrgRole } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { commitSystemEvents } from '../../events/log.ts'
import { intersectScopes, memberScopes, type Scope } from '../../core/scopes.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import {
  buildGrantRevokedEvent,
  lockOAuthGrant,
  findGrantOrganization,
  type OAuthGrantRow,
} from '../../resources/platform/connected-apps/queries.ts'
import { revokeGrant, storeToken } from '../../resources/platform/tokens/queries.ts'
import { listRequestableScopes, type ScopePolicy } from '../requestable-scopes.ts'
import { consumeCredential, insertCredential } from './credentials.ts'
import { findReplay, storeReplay, type IssuedTokens } from './refresh-replays.ts'
import { resolveResourceAudiences } from '../resource-indicators.ts'

/** Lifetimes in seconds. Each refresh restarts the 30 days of a grant. */
export const tokenLifetimeSeconds = { code: 60, access: 60 * 60, refresh: 30 * 24 * 60 * 60 } as const

export const GRANT_ENDED_DESCRIPTION = 'The connection was revoked or has expired. Authorize again.'

export interface TokenRequest {
  grant_id: string
  org_id?: string | null
  consumed: string
  access: {
    token: string
    scopes: string[]
    resource: unknown
  }
  refresh: { token: string; payload: Record<string, unknown> }
}

/** Issued tokens, whose scopes may be fewer than requested, or the reason of a refusal. */
type TokenResult = IssuedTokens | { refused: string; error?: 'invalid_target' }

/**
 * Consumes the code or refresh token and stores the new tokens in one transaction, with current permissions. Requests
 * of one grant are serialized by its row lock. Within the grace period, the same refresh token returns the first
 * response; any other reuse revokes the grant, since the server cannot tell an attacker from the owner.
 */
export async function issueTokens(services: Dependencies, request: TokenRequest): Promise<TokenResult> {
  return services.database.transaction(async (trx): Promise<TokenResult> => {
    const now = new Date(services.clock()).toISOString()
    const { database } = services
    const orgId = request.org_id ?? (await findGrantOrganization(database, trx, request.grant_id))
    if (database.sharded && orgId === undefined) return { refused: GRANT_ENDED_DESCRIPTION }
    const permissions = await lockRights(trx, request.grant_id, orgId)
    const grant = permissions && (await lockOAuthGrant(database, trx, request.grant_id, orgId))
    if (!permissions || !grant || grant.revoked_at !== null) return { refused: GRANT_ENDED_DESCRIPTION }
    const audiences = resolveAudiences(services, request.access.resource, grant.audiences)
    if (!audiences) return { refused: 'The connection does not cover this resource.', error: 'invalid_target' }
    const scopes = limitScopesToRole(intersectScopes(request.access.scopes, grant.scopes), permissions)
    if (scopes.length === 0)
      return {
        refused: 'Neither the user nor the app has any of these permissions anymore. Authorize again.',
      }
    const consumed = await consumeCredential(trx, request.consumed, now)
    if (!consumed) {
      const replay = await findReplay(services, trx, request.consumed)
      if (replay) return replay
      await revokeGrant(trx, grant.org_id, grant.grant_id, { at: now, by: null, reason: 'reuse_detected' })
      await commitSystemEvents(services, trx, [buildGrantRevokedEvent(grant, 'reuse_detected')])
      return {
        refused: 'The code or refresh token was already used, so the connection has been revoked. Authorize again.',
      }
    }
    const properties = { name: permissions.name, scopes, audiences, now }
    const successor = await storeTokens(services, trx, request, grant, properties)
    if (consumed === 'refresh_token') await storeReplay(services, trx, request.consumed, successor)
    return successor
  })
}

function resolveAudiences(
  { config }: Dependencies,
  resource: unknown,
  granted: readonly TokenAudience[],
): readonly TokenAudience[] | undefined {
  if (resource === undefined) return granted
  const requested = resolveResourceAudiences(config.baseUrl, resource)
  return requested?.every((audience) => granted.includes(audience)) ? requested : undefined
}

interface Rights extends ScopePolicy {
  name: string
  role: OrgRole
}

/** Limits scopes to those that the app may request and the role of the user can grant. */
export function limitScopesToRole(
  scopes: readonly string[],
  { role, ...app }: ScopePolicy & Pick<Rights, 'role'>,
): Scope[] {
  const requestable = intersectScopes(scopes, listRequestableScopes(app))
  return role === 'owner' || role === 'admin' ? requestable : intersectScopes(requestable, memberScopes)
}

/** Share-locks the app and the membership, so that a concurrent revocation waits and includes the new tokens. */
const lockRights = (trx: Transaction, grantId: string, orgId?: string): Promise<Rights | undefined> =>
  findGrantPermissions(trx, grantId, orgId, sql`for share of c, m`)

/** Finds the app and the membership of a grant; undefined if one of them has ended. */
export const findGrantPermissions = (db: Db, grantId: string, orgId: string | undefined, lock: Sql = sql``) =>
  db.queryRow(sql<Rights>`
    select c.name, c.allowed_scopes, c.registration, m.role from oauth_grants g
    join oauth_clients c on c.client_id = g.client_id and c.revoked_at is null
    join organization_members m on m.org_id = g.org_id and m.user_id = g.user_id
      and m.is_active and m.deleted_at is null
    join organizations o on o.org_id = g.org_id and o.deleted_at is null
    where ${orgEquals('g.org_id', orgId)} and g.grant_id = ${grantId} ${lock}`)

interface TokenProperties {
  name: string
  scopes: Scope[]
  audiences: readonly TokenAudience[]
  now: string
}

async function storeTokens(
  { clock }: Dependencies,
  trx: Transaction,
  { access, refresh }: TokenRequest,
  grant: OAuthGrantRow,
  { name, scopes, audiences, now }: TokenProperties,
): Promise<IssuedTokens> {
  const millis = clock()
  const token_id = newId('TK', millis)
  const { org_id, grant_id, client_id, user_id, project_ids } = grant
  const expiresAfter = (seconds: number) => new Date(millis + seconds * 1000).toISOString()
  await storeToken(trx, {
    org_id,
    token_id,
    token: access.token,
    principal_user_id: user_id,
    created_by: user_id,
    name,
    kind: 'live',
    grant_type: 'authorization_code',
    scopes,
    project_ids,
    audiences,
    expires_at: expiresAfter(tokenLifetimeSeconds.access),
    rotated_from: null,
    client_id,
    grant_id,
    now,
  })
  const expires_at = expiresAfter(tokenLifetimeSeconds.refresh)
  const credential = { payload: refresh.payload, grant_id, org_id, expires_at }
  await insertCredential(trx, 'refresh_token', refresh.token, credential, now)
  await trx.query(sql`
    update oauth_grants set connected_at = coalesce(connected_at, ${now}), expires_at = ${expires_at}, updated_at = ${now}
    where org_id = ${org_id} and grant_id = ${grant_id}`)
  const expires = millis + tokenLifetimeSeconds.access * 1000
  return { access_token: access.token, refresh_token: refresh.token, scopes, expiresAtMs: expires }
}
