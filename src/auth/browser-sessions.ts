import { hash, randomBytes } from 'node:crypto'
import { batchedLookup } from '../db/batched-lookup.ts'
import type { Db } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'
import type { Config } from '../core/config/config.ts'
import { newId } from '../core/ids.ts'
import { shardedUserColumns, userColumns, loadMemberships, type UserRow } from './users.ts'

export interface BrowserSessionRow extends UserRow {
  hash: string
  session_id: string
  signed_in_at: string
  authenticated_at: string | null
  last_seen_at: string
  expires_at: string
  lacks_second_factor: boolean
  /** Organizations that require a second factor, which the session lacks. */
  locked_org_ids: string[] | null
}

const selectColumns = (user: Sql) => sql`encode(s.session_hash, 'hex') as hash, s.session_id, s.signed_in_at,
  s.authenticated_at, s.last_seen_at, s.expires_at, s.lacks_second_factor, ${user}`

const lockedColumn = sql`
  case when s.lacks_second_factor then array(
    select r.org_id from organization_settings r join organization_members l on l.org_id = r.org_id
    where l.user_id = s.user_id and r.require_second_factor)::text[] end as locked_org_ids`

const sessionColumns = sql`${lockedColumn}, ${userColumns}`

/** Loads memberships and locked organizations on a sharded database. */
async function loadOrganizations(db: Db, rows: BrowserSessionRow[]): Promise<BrowserSessionRow[]> {
  const lacking = (await loadMemberships(db, rows)).filter((row) => row.lacks_second_factor)
  const orgIds = [...new Set(lacking.flatMap((row) => (row.memberships ?? []).map(({ org_id }) => org_id)))]
  if (orgIds.length === 0) return rows
  const found = await db.queryByKey(sql<{ org_id: string }>`
    select r.org_id from organization_settings r where ${sql.orgIn('r.org_id', orgIds)} and r.require_second_factor`)
  for (const row of lacking) row.locked_org_ids = found.map(({ org_id }) => org_id)
  return rows
}

const selectByHashes = (user: Sql, hashes: string[]) => sql<BrowserSessionRow>`
  select ${selectColumns(user)} from browser_sessions s join users u on u.user_id = s.user_id
  where s.session_hash in (${sql.list(hashes.map((one) => Buffer.from(one, 'hex')))})`

const selectByIds = (user: Sql, ids: string[]) => sql<BrowserSessionRow>`
  select ${selectColumns(user)} from browser_sessions s join users u on u.user_id = s.user_id
  where s.session_id in (${sql.list(ids)})`

export const hashSessionSecret = (secret: string): string => hash('sha256', secret, 'hex')

const hashSecretBytes = (secret: string) => hash('sha256', secret, 'buffer')

/** Finds a session. Batches concurrent lookups; never returns data read before the request. */
export const findSessionBySecretHash = batchedLookup({
  select: (hashes: string[]) => selectByHashes(sessionColumns, hashes),
  findSharded: async (db, hashes) =>
    loadOrganizations(db, await db.queryByKey(selectByHashes(shardedUserColumns, hashes))),
  toKey: (one) => one,
  rowToKey: (row) => row.hash,
})

export const findSessionById = batchedLookup({
  select: (ids: string[]) => selectByIds(sessionColumns, ids),
  findSharded: async (db, ids) => loadOrganizations(db, await db.queryByKey(selectByIds(shardedUserColumns, ids))),
  toKey: (id) => id,
  rowToKey: (row) => row.session_id,
})

type IdleConfig = { sessionLimits: Pick<Config['sessionLimits'], 'idleMillis'> }
type SessionTimes = Pick<BrowserSessionRow, 'last_seen_at' | 'expires_at'>

/** Returns when a session ends unless it is used again: after its idle timeout, at most at `expires_at`. In ms. */
export const getSessionExpiry = ({ sessionLimits }: IdleConfig, { last_seen_at, expires_at }: SessionTimes): number =>
  Math.min(Date.parse(last_seen_at) + sessionLimits.idleMillis, Date.parse(expires_at))

export const getIdleCutoff = ({ sessionLimits }: IdleConfig, millis: number): string =>
  new Date(millis - sessionLimits.idleMillis).toISOString()

export interface NewBrowserSession {
  session_id: string
  user_id: string
  /** Time of the authentication, in ms since the epoch; null if the provider does not report it. */
  authenticated: number | null
  ip: string | null
  user_agent: string | null
  id_token: string | null
  provider_sid: string | null
  provider_sub: string | null
  maxLifetimeMs: number
  lacksSecondFactor: boolean
}

export const createSessionId = (millis: number): string => newId('BS', millis)

/** Stores a session. Deletes the previous one of this browser, so that no secret outlives its cookie. */
export async function insertBrowserSession(
  db: Db,
  millis: number,
  session: NewBrowserSession,
  previousSecret: string | undefined,
): Promise<string> {
  const { session_id, user_id, authenticated, ip, user_agent, id_token, maxLifetimeMs } = session
  const secret = randomBytes(32).toString('base64url')
  const toIso = (instant: number) => new Date(instant).toISOString()
  await db.query(sql`
    with ended as (delete from browser_sessions where session_hash = ${hashSecretBytes(previousSecret ?? '')})
    insert into browser_sessions (session_hash, session_id, user_id, signed_in_at, authenticated_at, last_seen_at,
      expires_at, ip, user_agent, id_token, provider_sid, provider_sub, lacks_second_factor)
    values (${hashSecretBytes(secret)}, ${session_id}, ${user_id}, ${toIso(millis)},
      ${authenticated === null ? null : toIso(authenticated)}, ${toIso(millis)}, ${toIso(millis + maxLifetimeMs)},
      ${ip}, ${user_agent}, ${id_token}, ${session.provider_sid}, ${session.provider_sub},
      ${session.lacksSecondFactor})`)
  return secret
}

/** Records whether a session lacks a second factor. Sessions of an identity provider never do. */
export const markSecondFactor = (db: Db, sessionId: string, isLacking: boolean): Promise<unknown> =>
  db.query(sql`
    update browser_sessions set lacks_second_factor = ${isLacking} and id_token is null and provider_sid is null
    where session_id = ${sessionId}`)

export async function lockBrowserSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const found = await db.query(sql`
    select 1 from browser_sessions where session_id = ${sessionId} and user_id = ${userId} for update`)
  return found.length > 0
}

/** Deletes a session of a user. Returns its encrypted ID token, or undefined if there is no such session. */
export const deleteBrowserSession = (db: Db, userId: string, sessionId: string) =>
  db.queryRow(sql<{ id_token: string | null }>`
    delete from browser_sessions where session_id = ${sessionId} and user_id = ${userId} returning id_token`)

/** Deletes the sessions of a user except one, or all for `null`. Returns the ids of those that ended. */
export async function deleteOtherSessions(db: Db, userId: string, exceptId: string | null): Promise<string[]> {
  const ended = await db.query(sql<{ session_id: string }>`
    delete from browser_sessions where user_id = ${userId} and session_id is distinct from ${exceptId}
    returning session_id`)
  return ended.map(({ session_id }) => session_id)
}

/** Deletes the sessions of a provider session, or of a subject. Sessions stored without a `sid` match any. */
export async function deleteSessionsByProvider(
  trx: Db,
  issuer: string,
  { sid, sub }: { sid: string | undefined; sub: string | undefined },
): Promise<(UserRow & { session_id: string })[]> {
  const sameSubject = sub === undefined ? sql`true` : sql`coalesce(s.provider_sub, p.subject) = ${sub}`
  const orWithoutSid = sub === undefined ? sql`` : sql`or s.provider_sid is null`
  const sameSession = sid === undefined ? sql`true` : sql`(s.provider_sid = ${sid} ${orWithoutSid})`
  const deleted = await trx.query(sql<UserRow & { session_id: string }>`
    with ended as (
      delete from browser_sessions s using users p
      where p.user_id = s.user_id and (p.issuer = ${issuer}
          or p.user_id in (select i.user_id from identities i where i.issuer = ${issuer}) and s.provider_sub is not null) and ${sameSubject} and ${sameSession}
      returning s.session_id, s.user_id)
    select e.session_id, ${trx.sharded ? shardedUserColumns : userColumns} from ended e join users u on u.user_id = e.user_id`)
  return trx.sharded ? loadMemberships(trx, deleted) : deleted
}
