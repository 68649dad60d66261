/** Sign-ins in browsers: a row each, found by the SHA-256 of the secret in its cookie. */
import { hash, randomBytes } from 'node:crypto'
import { sharedLookUp } from '../db/gathered.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Config } from '../kernel/config/config.ts'
import { newId } from '../kernel/values/ids.ts'
import { userColumns, type UserRow } from './people.ts'

/** A sign-in with its person, as both are now. Not yet judged. */
export interface SignInFound extends UserRow {
  hash: string
  session_id: string
  signed_in_at: string
  authenticated_at: string | null
  last_seen_at: string
  expires_at: string
}

const columns = sql`encode(s.session_hash, 'hex') as hash, s.session_id, s.signed_in_at, s.authenticated_at, s.last_seen_at,
  s.expires_at, ${userColumns}`

/** The SHA-256 of the secret of a cookie, which is all that is kept of it, in hex. */
export const secretHash = (secret: string): string => hash('sha256', secret, 'hex')

const bytesOf = (secret: string) => hash('sha256', secret, 'buffer')

/** Finds a sign-in by the hash of its secret. The database is asked on every request; requests at once share a look-up. */
export const findSignIn = sharedLookUp({
  select: (hashes: string[]) => sql<SignInFound>`
    select ${columns} from browser_sessions s join users u on u.user_id = s.user_id
    where s.session_hash in (${sql.list(hashes.map((one) => Buffer.from(one, 'hex')))})`,
  nameOf: (one) => one,
  nameOfRow: (row) => row.hash,
})

/** Finds a sign-in that let somebody in before, in the same way. */
export const findSignInById = sharedLookUp({
  select: (ids: string[]) => sql<SignInFound>`
    select ${columns} from browser_sessions s join users u on u.user_id = s.user_id
    where s.session_id in (${sql.list(ids)})`,
  nameOf: (id) => id,
  nameOfRow: (row) => row.session_id,
})

type Lasting = Pick<Config, 'signIns'>
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
  /** Seals the ID token for the row, if there is one. */
  id_token: string | null
}

/** Names a sign-in that is about to begin. */
export const newSignInId = (millis: number): string => newId('BS', millis)

/**
 * Signs a person in; gives the secret for the cookie, which is told nowhere else. The sign-in that this browser had until
 * now, whoever's it was, ends with it: a secret never outlives the sign-in that it was made for.
 */
export async function insertSignIn(
  db: Db,
  config: Lasting,
  millis: number,
  beginning: Beginning,
  before: string | undefined,
): Promise<string> {
  const { session_id, user_id, authenticated, ip, user_agent, id_token } = beginning
  const secret = randomBytes(32).toString('base64url')
  const at = (instant: number) => new Date(instant).toISOString()
  await db.query(sql`
    with ended as (delete from browser_sessions where session_hash = ${bytesOf(before ?? '')})
    insert into browser_sessions (session_hash, session_id, user_id, signed_in_at, authenticated_at, last_seen_at,
      expires_at, ip, user_agent, id_token)
    values (${bytesOf(secret)}, ${session_id}, ${user_id}, ${at(millis)},
      ${authenticated === null ? null : at(authenticated)}, ${at(millis)}, ${at(millis + config.signIns.mostMillis)},
      ${ip}, ${user_agent}, ${id_token})`)
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
