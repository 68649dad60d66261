import type { Db, Transaction } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'
import type { Audience } from '../kernel/audience.ts'
import type { OrgRole } from '../kernel/caller.ts'
import { newId } from '../kernel/values/ids.ts'
import { recordOwn } from '../kernel/write/ledger.ts'
import { commonScopes, memberScopes, type Scope } from '../kernel/scopes.ts'
import { ofOrganization } from '../kernel/sql.ts'
import type { Services } from '../kernel/services/services.ts'
import {
  grantRevoked,
  lockGrant,
  organizationOf,
  type GrantRow,
} from '../resources/connected-apps/queries.ts'
import { endConnection, storeToken } from '../resources/tokens/queries.ts'
import { askableScopes, type Askable } from './askable.ts'
import { consumeCredential, insertCredential } from './credentials.ts'
import { findReplay, storeReplay, type Successor } from './replays.ts'
import { audiencesNamed } from './resources.ts'

/** How long tokens live, in seconds. Each refresh begins the 30 days of the connection anew. */
export const lifetimes = { code: 60, access: 60 * 60, refresh: 30 * 24 * 60 * 60 } as const

/** Error description for an ended connection. */
export const connectionEnded = 'The connection has ended: ask the user again.'

/** What a request to the token endpoint is about to use up and to hand out. */
export interface Issue {
  grant_id: string
  /** Its organization, where the code or refresh token tells it. */
  org_id?: string | null
  /** The code or refresh token that was sent. */
  consumed: string
  access: {
    token: string
    scopes: string[]
    /** The `resource` of the request, if it names any. */
    resource: unknown
  }
  refresh: { token: string; payload: Record<string, unknown> }
}

/** Handed out, with scopes that may be fewer than asked for; or why not. */
export type Issued = Successor | { refused: string; error?: 'invalid_target' }

/**
 * Uses up the code or refresh token and stores the new tokens, all or nothing, with the rights as they are now. Requests
 * of one connection wait for each other at its row, so that of several with the same code or refresh token one is first.
 * Within the grace period the same refresh token returns the first response. Any other reuse ends the connection with all
 * its tokens, since the server cannot tell the thief from the owner.
 */
export async function issue(services: Services, wanted: Issue): Promise<Issued> {
  return services.database.transaction(async (trx): Promise<Issued> => {
    const now = new Date(services.clock()).toISOString()
    const { database } = services
    const orgId = wanted.org_id ?? (await organizationOf(database, trx, wanted.grant_id))
    if (database.sharded && orgId === undefined) return { refused: connectionEnded }
    const held = await lockRights(trx, wanted.grant_id, orgId)
    const grant = held && (await lockGrant(database, trx, wanted.grant_id, orgId))
    if (!held || !grant || grant.revoked_at !== null) return { refused: connectionEnded }
    const audiences = narrowed(services, wanted.access.resource, grant.audiences)
    if (!audiences) return { refused: 'The connection is not for this resource.', error: 'invalid_target' }
    const scopes = grantable(commonScopes(wanted.access.scopes, grant.scopes), held)
    if (scopes.length === 0) return { refused: 'The person or the app may do nothing of this any more.' }
    const consumed = await consumeCredential(trx, wanted.consumed, now)
    if (!consumed) {
      const replay = await findReplay(services, trx, wanted.consumed)
      if (replay) return replay
      await endConnection(trx, grant.org_id, grant.grant_id, { at: now, by: null, reason: 'reuse_detected' })
      await recordOwn(services, trx, [grantRevoked(grant, 'reuse_detected')])
      return {
        refused:
          'The code or refresh token was used before. The whole connection has ended: ask the user again.',
      }
    }
    const handed = { name: held.name, scopes, audiences, now }
    const successor = await handOut(services, trx, wanted, grant, handed)
    if (consumed === 'refresh_token') await storeReplay(services, trx, wanted.consumed, successor)
    return successor
  })
}

/** What of a connection's audiences the tokens are asked for; undefined when it is not for all of these. */
function narrowed(
  { config }: Services,
  resource: unknown,
  granted: readonly Audience[],
): readonly Audience[] | undefined {
  if (resource === undefined) return granted
  const asked = audiencesNamed(config.baseUrl, resource)
  return asked?.every((audience) => granted.includes(audience)) ? asked : undefined
}

interface Rights extends Askable {
  name: string
  role: OrgRole
}

/** What is left of scopes by what an app may ask for, and a person in this role give. */
export function grantable(
  scopes: readonly string[],
  { role, ...app }: Askable & Pick<Rights, 'role'>,
): Scope[] {
  const byApp = commonScopes(scopes, askableScopes(app))
  return role === 'owner' || role === 'admin' ? byApp : commonScopes(byApp, memberScopes)
}

/**
 * Locks the app and the user's membership until the transaction ends: a concurrent change waits, and finds the new tokens
 * if it ends the connection.
 */
const lockRights = (trx: Transaction, grantId: string, orgId?: string): Promise<Rights | undefined> =>
  findRights(trx, grantId, orgId, sql`for share of c, m`)

/** Finds the app and the user's membership of a connection; undefined when one of them has ended. */
export async function findRights(
  db: Db,
  grantId: string,
  orgId: string | undefined,
  lock: Sql = sql``,
): Promise<Rights | undefined> {
  const [row] = await db.query(sql<Rights>`
    select c.name, c.allowed_scopes, c.registration, m.role from oauth_grants g
    join oauth_clients c on c.client_id = g.client_id and c.revoked_at is null
    join organization_members m on m.org_id = g.org_id and m.user_id = g.user_id
      and m.is_active and m.deleted_at is null
    join organizations o on o.org_id = g.org_id and o.deleted_at is null
    where ${ofOrganization('g.org_id', orgId)} and g.grant_id = ${grantId} ${lock}`)
  return row
}

interface HandedOut {
  name: string
  scopes: Scope[]
  audiences: readonly Audience[]
  now: string
}

async function handOut(
  { clock }: Services,
  trx: Transaction,
  { access, refresh }: Issue,
  grant: GrantRow,
  { name, scopes, audiences, now }: HandedOut,
): Promise<Successor> {
  const millis = clock()
  const token_id = newId('TK', millis)
  const { org_id, grant_id, client_id, user_id, project_ids } = grant
  const after = (seconds: number) => new Date(millis + seconds * 1000).toISOString()
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
    expires_at: after(lifetimes.access),
    rotated_from: null,
    client_id,
    grant_id,
    now,
  })
  const expires_at = after(lifetimes.refresh)
  const credential = { payload: refresh.payload, grant_id, org_id, expires_at }
  await insertCredential(trx, 'refresh_token', refresh.token, credential, now)
  await trx.query(sql`
    update oauth_grants set connected_at = coalesce(connected_at, ${now}), expires_at = ${expires_at}, updated_at = ${now}
    where org_id = ${org_id} and grant_id = ${grant_id}`)
  const expires = millis + lifetimes.access * 1000
  return { access_token: access.token, refresh_token: refresh.token, scopes, expires }
}
