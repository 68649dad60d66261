import type { AccountRow } from '../../../auth/accounts/queries.ts'
import { deleteLinksOfAccount } from '../../../auth/accounts/links.ts'
import { deleteOtherSessions } from '../../../auth/browser-sessions.ts'
import { listOrganizationIds } from '../../../auth/users.ts'
import type { ChangeEvent } from '../../../core/change-event.ts'
import type { Database, Db } from '../../../db/database.ts'
import { buildGrantRevokedEvent } from '../../platform/connected-apps/queries.ts'
import { revokeGrant, type Revocation } from '../../platform/tokens/queries.ts'
import { buildSessionEndedEvents, type SessionEndReason } from '../sessions/events.ts'
import { lockGrantsOfUser, revokeTokensOfUser } from './queries.ts'

interface EndedAccess {
  account: Pick<AccountRow, 'account_id' | 'user_id'>
  database: Pick<Database, 'sharded'>
  /** Organizations whose events record the end of sessions: those of which the user is an active member. */
  orgIds: readonly string[]
  /** Session of the request, which continues. */
  exceptSessionId: string | null
  ending: Revocation & { reason: SessionEndReason }
}

/** Ends sessions, connected apps and unused links of a user. Returns the events to emit. */
export async function endSessionsAndApps(
  db: Db,
  { account: { account_id, user_id }, database, orgIds, exceptSessionId, ending }: EndedAccess,
): Promise<ChangeEvent[]> {
  await deleteLinksOfAccount(db, account_id)
  const ended = await deleteOtherSessions(db, user_id, exceptSessionId)
  const events = ended.flatMap((id) => buildSessionEndedEvents(orgIds, user_id, id, ending.reason))
  for (const grant of await lockGrantsOfUser(db, user_id, await listOrganizationIds(db, database, user_id))) {
    await revokeGrant(db, grant.org_id, grant.grant_id, ending)
    events.push(buildGrantRevokedEvent(grant, ending.reason))
  }
  return events
}

/** Ends everything by which a user reaches the server: sessions, apps, links and access tokens. */
export async function endAllAccess(db: Db, access: EndedAccess): Promise<ChangeEvent[]> {
  return [...(await endSessionsAndApps(db, access)), ...(await endAccessTokens(db, access))]
}

/**
 * Revokes the access tokens of a user, also in organizations that could activate the user again. Returns the events to
 * emit.
 */
export async function endAccessTokens(
  db: Db,
  { account, database, ending }: Pick<EndedAccess, 'account' | 'database' | 'ending'>,
): Promise<ChangeEvent[]> {
  const events: ChangeEvent[] = []
  const { at: revoked_at, reason: revoke_reason } = ending
  for (const org_id of await listOrganizationIds(db, database, account.user_id))
    for (const { token_id } of await revokeTokensOfUser(db, account.user_id, org_id, ending))
      events.push({
        org_id,
        type: 'token.revoked',
        resource_type: 'token',
        resource_id: token_id,
        before: { revoked_at: null, revoke_reason: null },
        after: { revoked_at, revoke_reason },
      })
  return events
}
