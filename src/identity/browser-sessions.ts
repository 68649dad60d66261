/** Sign-ins in browsers: a row each, found by the SHA-256 of the secret in its cookie. */
import { hash, randomBytes } from 'node:crypto'
import { sharedLookUp } from '../db/gathered.ts'
import type { Db } from '../db/database.ts'
import { sql, type Sql } from '../db/sql.ts'
import type { Config } from '../kernel/config/config.ts'
import { newId } from '../kernel/values/ids.ts'
import { spreadUserColumns, userColumns, withMemberships, type UserRow } from './people.ts'

/** A sign-in with its person, as both are now. Not yet judged. */
export interface SignInFound extends UserRow {
  hash: string
  session_id: string
  signed_in_at: string
  authenticated_at: string | null
  last_seen_at: string
  expires_at: string
}

const columnsWith = (user: Sql) => sql`encode(s.session_hash, 'hex') as hash, s.session_id, s.signed_in_at,
  s.authenticated_at, s.last_seen_at, s.expires_at, ${user}`

const byHashes = (user: Sql, hashes: string[]) => sql<SignInFound>`
  select ${columnsWith(user)} from browser_sessions s join users u on u.user_id = s.user_id
  where s.session_hash in (${sql.list(hashes.map((one) => Buffer.from(one, 'hex')))})`

const byIds = (user: Sql, ids: string[]) => sql<SignInFound>`
  select ${columnsWith(user)} from browser_sessions s join users u on u.user_id = s.user_id
  where s.session_id in (${sql.list(ids)})`

/** The SHA-256 of the secret of a cookie, which is all that is kept of it, in hex. */
export const secretHash = (secret: string): string => hash('sha256', secret, 'hex')

const bytesOf = (secret: string) => hash('sha256', secret, 'buffer')

/** Finds a sign-in by the hash of its secret. The database is asked on every request; requests at once share a look-up. */
export const findSignIn = sharedLookUp({
  select: (hashes: string[]) => byHashes(userColumns, hashes),
  findSpread: async (db, hashes) => withMemberships(db, await db.lookUp(byHashes(spreadUserColumns, hashes))),
  nameOf: (one) => one,
  nameOfRow: (row) => row.hash,
})

/** Finds a sign-in that let somebody in before, in the same way. */
export const findSignInById = sharedLookUp({
  select: (ids: string[]) => byIds(userColumns, ids),
  findSpread: async (db, ids) => withMemberships(db, await db.lookUp(byIds(spreadUserColumns, ids))),
  nameOf: (id) => id,
  nameOfRow: (row) => row.session_id,
})

type Lasting = { signIns: Pick<Config['signIns'], 'idleMillis'> }
type Times = Pick<SignInFound, 'last_seen_at' | 'expires_at'>

/** When a sign-in ends if it is not used again, in milliseconds since the epoch: after its idle time, or at its last hour. */
export const endOfSignIn = ({ signIns }: Lasting, { last_seen_at, expires_at }: Times): number =>
  Math.min(Date.parse(last_seen_at) + signIns.idleMillis, Date.parse(expires_at))

/** The instant before which a sign-in has to have been used to go on. */
export const idleSince = ({ signIns }: Lasting, millis: number): string =>
  new Date(millis - signIns.idleMillis).toISOString()

/** A sign-in that begins. */
export interface Beginning {
  session_id: string
  user_id: string
  /** When the person proved who they are, in milliseconds since the epoch; null where nobody said so. */
  authenticated: number | null
  ip: string | null
  user_agent: string | null
  /** The ID token, sealed for the row, if there is one. */
  id_token: string | null
  /** What the identity provider calls this sign-in and its person; null where it does not say. */
  provider_sid: string | null
  provider_sub: string | null
  /** How long it lasts at most, in milliseconds. */
  most: number
}

/** Names a sign-in that is about to begin. */
export const newSignInId = (millis: number): string => newId('BS', millis)

/**
 * Signs a person in; gives the secret for the cookie, which is told nowhere else. The sign-in that this browser had until
 * now, whoever's it was, ends with it: a secret never outlives the sign-in that it was made for.
 */
export async function insertSignIn(
  db: Db,
  millis: number,
  beginning: Beginning,
  before: string | undefined,
): Promise<string> {
  const { session_id, user_id, authenticated, ip, user_agent, id_token, most } = beginning
  const secret = randomBytes(32).toString('base64url')
  const at = (instant: number) => new Date(instant).toISOString()
  await db.query(sql`
    with ended as (delete from browser_sessions where session_hash = ${bytesOf(before ?? '')})
    insert into browser_sessions (session_hash, session_id, user_id, signed_in_at, authenticated_at, last_seen_at,
      expires_at, ip, user_agent, id_token, provider_sid, provider_sub)
    values (${bytesOf(secret)}, ${session_id}, ${user_id}, ${at(millis)},
      ${authenticated === null ? null : at(authenticated)}, ${at(millis)}, ${at(millis + most)},
      ${ip}, ${user_agent}, ${id_token}, ${beginning.provider_sid}, ${beginning.provider_sub})`)
  return secret
}

/** Whether a person has a sign-in of this id, which is locked. */
export async function lockSignIn(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const found = await db.query(sql`
    select 1 from browser_sessions where session_id = ${sessionId} and user_id = ${userId} for update`)
  return found.length > 0
}

/** Ends a person's sign-in; gives its sealed ID token, or undefined when it had ended before. */
export async function endSignIn(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<{ id_token: string | null } | undefined> {
  const [row] = await db.query(sql<{ id_token: string | null }>`
    delete from browser_sessions where session_id = ${sessionId} and user_id = ${userId} returning id_token`)
  return row
}

/**
 * Ends the sign-ins that came of a session at the identity provider, without `sid` all of a person there; gives them with
 * their people. One that was told no `sid` is taken for any of its person, and one that was told no `sub` goes by the
 * identity of its person, as those do that a process from before these columns wrote.
 */
export async function endSignInsOf(
  trx: Db,
  issuer: string,
  { sid, sub }: { sid: string | undefined; sub: string | undefined },
): Promise<(UserRow & { session_id: string })[]> {
  const same = sub === undefined ? sql`true` : sql`coalesce(s.provider_sub, p.subject) = ${sub}`
  const orUnnamed = sub === undefined ? sql`` : sql`or s.provider_sid is null`
  const session = sid === undefined ? sql`true` : sql`(s.provider_sid = ${sid} ${orUnnamed})`
  const ended = await trx.query(sql<UserRow & { session_id: string }>`
    with ended as (
      delete from browser_sessions s using users p
      where p.user_id = s.user_id and p.issuer = ${issuer} and ${same} and ${session}
      returning s.session_id, s.user_id)
    select e.session_id, ${trx.sharded ? spreadUserColumns : userColumns} from ended e join users u on u.user_id = e.user_id`)
  return trx.sharded ? withMemberships(trx, ended) : ended
}
