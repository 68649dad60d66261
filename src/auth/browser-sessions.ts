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
}

const selectColumns = (user: Sql) => sql`encode(s.session_hash, 'hex') as hash, s.session_id, s.signed_in_at,
  s.authenticated_at, s.last_seen_at, s.expires_at, ${user}`

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
  select: (hashes: string[]) => selectByHashes(userColumns, hashes),
  findSharded: async (db, hashes) => loadMemberships(db, await db.lookup(selectByHashes(shardedUserColumns, hashes))),
  toKey: (one) => one,
  rowToKey: (row) => row.hash,
})

export const findSessionById = batchedLookup({
  select: (ids: string[]) => selectByIds(userColumns, ids),
  findSharded: async (db, ids) => loadMemberships(db, await db.lookup(selectByIds(shardedUserColumns, ids))),
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
      expires_at, ip, user_agent, id_token, provider_sid, provider_sub)
    values (${hashSecretBytes(secret)}, ${session_id}, ${user_id}, ${toIso(millis)},
      ${authenticated === null ? null : toIso(authenticated)}, ${toIso(millis)}, ${toIso(millis + maxLifetimeMs)},
      ${ip}, ${user_agent}, ${id_token}, ${session.provider_sid}, ${session.provider_sub})`)
  return secret
}

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
