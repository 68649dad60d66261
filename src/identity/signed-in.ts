import type { Database } from '../db/database.ts'
import { Caller, type SignedIn, type User } from '../kernel/caller.ts'
import type { Config } from '../kernel/config/config.ts'
import { signInEnded } from '../kernel/credential-problems.ts'
import type { Activity } from './activity.ts'
import { endOfSignIn, findSignIn, findSignInById, secretHash, type SignInFound } from './browser-sessions.ts'

interface SessionDependencies {
  config: Pick<Config, 'signIns'>
  database: Database
}

/** Authenticates a browser session and records its use. Throws 401. */
export async function signedIn(
  { activity, ...deps }: SessionDependencies & { activity: Activity },
  secret: string,
  millis: number,
): Promise<Caller> {
  const row = await findSignIn(deps.database, secretHash(secret))
  const caller = toSessionCaller(deps, row, millis)
  activity.signInSeen(row!.session_id, millis)
  activity.personActive(row!.user_id, millis)
  return caller
}

/** Authenticates a browser session again, without a reset of its idle timeout. */
export const stillSignedIn = async (
  deps: SessionDependencies,
  { session_id }: SignedIn,
  millis: number,
): Promise<Caller> => toSessionCaller(deps, await findSignInById(deps.database, session_id), millis)

/** Returns the caller of a browser session. Throws 401 if it has ended. */
function toSessionCaller(
  { config }: SessionDependencies,
  row: SignInFound | undefined,
  millis: number,
): Caller {
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
