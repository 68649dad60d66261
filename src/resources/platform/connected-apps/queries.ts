import type { Database, Db } from '../../../db/database.ts'
import { sql, orgEquals } from '../../../db/sql.ts'
import type { TokenAudience } from '../../../core/audience.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import type { Static } from '../../../core/schema.ts'
import type { connectedAppSchema } from './schema.ts'

export interface ConnectedAppRow extends Static<typeof connectedAppSchema> {
  client_name: string
  org_name: string
  created_at: string
}

export const listConnectedAppRows = (ctx: Context, page: PageRequest) =>
  selectPage<ConnectedAppRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<ConnectedAppRow>`
      select g.grant_id, g.client_id, c.name as client_name, g.org_id, o.name as org_name, g.scopes, c.logo_url,
        c.homepage_url, g.created_at, g.last_used_at, ${sorts}
      from oauth_grants g join oauth_clients c on c.client_id = g.client_id
      join organizations o on o.org_id = g.org_id and o.deleted_at is null
      where g.user_id = ${ctx.user.user_id} and g.revoked_at is null and g.connected_at is not null
        and g.expires_at > ${ctx.now} and ${where} ${order} ${limit}`,
  )

export interface OAuthGrantRow {
  org_id: string
  grant_id: string
  client_id: string
  user_id: string
  scopes: string[]
  project_ids: string[] | null
  audiences: TokenAudience[]
  revoked_at: string | null
}

/**
 * Returns the organization of a grant on a sharded database, by a query of every shard; undefined on a single server,
 * where locks do not need it.
 */
export async function findGrantOrganization(
  { sharded }: Pick<Database, 'sharded'>,
  db: Db,
  grantId: string,
): Promise<string | undefined> {
  if (!sharded) return undefined
  const [row] = await db.query(sql<{ org_id: string }>`
    select org_id from oauth_grants where grant_id = ${grantId}`)
  return row?.org_id
}

/** Locks a grant by id, without a check of its owner. `orgId`: its organization, if known. */
export async function lockOAuthGrant(
  database: Pick<Database, 'sharded'>,
  db: Db,
  grantId: string,
  orgId?: string,
): Promise<OAuthGrantRow | undefined> {
  const resolvedOrgId = orgId ?? (await findGrantOrganization(database, db, grantId))
  if (database.sharded && resolvedOrgId === undefined) return undefined
  return db.queryRow(sql<OAuthGrantRow>`
    select org_id, grant_id, client_id, user_id, scopes, project_ids, audiences, revoked_at from oauth_grants
    where ${orgEquals('org_id', resolvedOrgId)} and grant_id = ${grantId} for no key update`)
}

export const buildGrantRevokedEvent = (grant: OAuthGrantRow, reason: string) => {
  const { org_id, grant_id, client_id, user_id, scopes, project_ids, audiences } = grant
  return {
    org_id,
    type: 'oauth_grant.revoked',
    resource_type: 'oauth_grant',
    resource_id: grant_id,
    before: { client_id, user_id, scopes, project_ids, audiences },
    after: { revoke_reason: reason },
  }
}
