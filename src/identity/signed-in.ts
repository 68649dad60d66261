import type { Database } from '../db/database.ts'
import { Caller, type SignedIn, type User } from '../kernel/caller.ts'
import type { Config } from '../kernel/config/config.ts'
import { signInEnded } from '../kernel/credential-problems.ts'
import type { Activity } from './activity.ts'
import { endOfSignIn, findSignIn, findSignInById, secretHash, type SignInFound } from './browser-sessions.ts'

interface Parts {
  config: Pick<Config, 'signIns'>
  database: Database
}

/** Who is signed in in the browser whose cookie holds this secret, noted as having been here. Throws 401. */
export async function signedIn(
  { activity, ...parts }: Parts & { activity: Activity },
  secret: string,
  millis: number,
): Promise<Caller> {
  const row = await findSignIn(parts.database, secretHash(secret))
  const caller = callerOf(parts, row, millis)
  activity.signInSeen(row!.session_id, millis)
  activity.personActive(row!.user_id, millis)
  return caller
}

/** The same for a sign-in that let somebody in before. An answer that goes on does not keep it from ending idle. */
export const stillSignedIn = async (
  parts: Parts,
  { session_id }: SignedIn,
  millis: number,
): Promise<Caller> => callerOf(parts, await findSignInById(parts.database, session_id), millis)

/** Who is signed in by a sign-in, as everything about it is now. Throws 401 when it has ended. */
function callerOf({ config }: Parts, row: SignInFound | undefined, millis: number): Caller {
  const until = row ? endOfSignIn(config, row) : 0
  if (!row || until <= millis) throw signInEnded()
  const { session_id, authenticated_at, memberships } = row
  const user: User = {
    user_id: row.user_id,
    kind: row.kind,
    username: row.username,
    email: row.email,
    email_verified: row.email_verified,
  }
  const authenticated = authenticated_at === null ? null : Date.parse(authenticated_at)
  return new Caller(user, memberships ?? [], null, null, until, { session_id, authenticated })
}
