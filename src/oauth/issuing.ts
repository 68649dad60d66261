import { query, type Transaction } from '../db/database.ts'
import type { OrgRole } from '../kernel/caller.ts'
import { newId } from '../kernel/values/ids.ts'
import { recordOwn } from '../kernel/write/ledger.ts'
import { commonScopes, memberScopes, type Scope } from '../kernel/scopes.ts'
import type { Services } from '../kernel/services/services.ts'
import { grantRevoked, lockGrant, type GrantRow } from '../resources/connected-apps/queries.ts'
import { endConnection, storeToken } from '../resources/tokens/queries.ts'
import { consumeCredential, insertCredential } from './credentials.ts'

/** How long tokens live, in seconds. Each refresh begins the 30 days of the connection anew. */
export const lifetimes = { code: 60, access: 60 * 60, refresh: 30 * 24 * 60 * 60 } as const

/** What a request to the token endpoint is about to use up and to hand out. */
export interface Issue {
  grant_id: string
  /** The code or refresh token that was sent. */
  consumed: string
  access: { token: string; scopes: string[] }
  refresh: { token: string; payload: Record<string, unknown> }
}

/** Handed out, with scopes that may be fewer than asked for; or why not. */
export type Issued = { scopes: Scope[] } | { refused: string }

/**
 * Uses up the one and stores the other, all or nothing, as the rights are now. Requests of one connection take turns at
 * its row, so of several that use the same code or refresh token one is first. Any other ends the connection, with what
 * the first was given: who of them is the thief can't be told.
 */
export async function issue(services: Services, wanted: Issue): Promise<Issued> {
  return services.database.transaction(async (trx): Promise<Issued> => {
    const now = new Date(services.clock()).toISOString()
    const held = await lockRights(trx, wanted.grant_id)
    const grant = held && (await lockGrant(trx, wanted.grant_id))
    if (!held || !grant || grant.revoked_at !== null) return { refused: 'The connection has ended.' }
    const scopes = grantable(commonScopes(wanted.access.scopes, grant.scopes), held)
    if (scopes.length === 0) return { refused: 'The person or the app may do nothing of this any more.' }
    if (!(await consumeCredential(trx, wanted.consumed, now))) {
      await endConnection(trx, grant.org_id, grant.grant_id, { at: now, by: null, reason: 'reuse_detected' })
      await recordOwn(services, trx, [grantRevoked(grant, 'reuse_detected')])
      return { refused: 'It was used before. For safety the whole connection has ended.' }
    }
    await handOut(services, trx, wanted, grant, { name: held.name, scopes, now })
    return { scopes }
  })
}

interface Rights {
  name: string
  allowed_scopes: string[]
  role: OrgRole
}

/** What is left of scopes by what an app may ask for, and a person in this role give. */
export function grantable(
  scopes: readonly string[],
  { allowed_scopes, role }: Pick<Rights, 'allowed_scopes' | 'role'>,
): Scope[] {
  const byApp = commonScopes(scopes, allowed_scopes)
  return role === 'owner' || role === 'admin' ? byApp : commonScopes(byApp, memberScopes)
}

/**
 * The app and the person's membership as they are now, kept as they are until the end: who changes one waits, and whoever
 * ends the connection afterwards finds the new tokens.
 */
async function lockRights(trx: Transaction, grantId: string): Promise<Rights | undefined> {
  const [row] = await query<Rights>(
    trx,
    `SELECT c.name, c.allowed_scopes, m.role FROM oauth_grants g
     JOIN oauth_clients c ON c.client_id = g.client_id AND c.revoked_at IS NULL
     JOIN organization_members m ON m.org_id = g.org_id AND m.user_id = g.user_id
       AND m.is_active AND m.deleted_at IS NULL
     JOIN organizations o ON o.org_id = g.org_id AND o.deleted_at IS NULL
     WHERE g.grant_id = $1 FOR SHARE OF c, m`,
    [grantId],
  )
  return row
}

async function handOut(
  { clock }: Services,
  trx: Transaction,
  { access, refresh }: Issue,
  grant: GrantRow,
  { name, scopes, now }: { name: string; scopes: Scope[]; now: string },
): Promise<void> {
  const millis = clock()
  const { org_id, grant_id, client_id, user_id, project_ids } = grant
  const after = (seconds: number) => new Date(millis + seconds * 1000).toISOString()
  await storeToken(trx, {
    org_id,
    token_id: newId('TK', millis),
    token: access.token,
    principal_user_id: user_id,
    created_by: user_id,
    name,
    kind: 'live',
    grant_type: 'authorization_code',
    scopes,
    project_ids,
    expires_at: after(lifetimes.access),
    rotated_from: null,
    client_id,
    grant_id,
    now,
  })
  const expires_at = after(lifetimes.refresh)
  await insertCredential(trx, 'refresh_token', refresh.token, { ...refresh, grant_id, expires_at }, now)
  await query(
    trx,
    `UPDATE oauth_grants SET connected_at = coalesce(connected_at, $3), expires_at = $4, updated_at = $3
     WHERE org_id = $1 AND grant_id = $2`,
    [org_id, grant_id, now, expires_at],
  )
}
