import { sumOverOrgs } from '../../../db/citus/per-org.ts'
import type { Transaction } from '../../../db/database.ts'
import { sql, orgEquals, buildUpdatedAt } from '../../../db/sql.ts'
import { commitSystemEvents } from '../../../events/log.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { buildInviteExpiredEvent } from './presenter.ts'

const BATCH_SIZE = 200
/** Limits a run of the job, so that a long backlog does not delay shutdown. */
const MAX_BATCHES = 100

const selectOrgsWithExpired = (now: string) => sql<{ org_id: string }>`
  select distinct org_id from organization_invites where status = 'pending' and expires_at <= ${now}`

/** Marks a batch of invitations as expired. Skips rows that another process has locked. */
const expireBatch = (now: string, orgId?: string) => sql<{ org_id: string; invite_id: string }>`
  update organization_invites i set status = 'expired', mail_due_at = null, updated_at = ${buildUpdatedAt(now, 'i.updated_at')}, version = i.version + 1
  from (select org_id, invite_id from organization_invites
        where ${orgEquals('org_id', orgId)} and status = 'pending' and expires_at <= ${now}
        order by expires_at limit ${sql.raw(String(BATCH_SIZE))} for no key update skip locked) due
  where ${orgEquals('i.org_id', orgId)}
    and i.org_id = due.org_id and i.invite_id = due.invite_id returning i.org_id, i.invite_id`

/** Returns the number of invitations. Reads do not depend on this: they compare `expires_at` with the current time. */
export async function expireInvitations(services: Dependencies): Promise<number> {
  const now = () => new Date(services.clock()).toISOString()
  return sumOverOrgs(services.database, selectOrgsWithExpired(now()), async (orgId) => {
    const expire = async (trx: Transaction) => {
      const expired = await trx.query(expireBatch(now(), orgId))
      if (expired.length > 0) await commitSystemEvents(services, trx, expired.map(buildInviteExpiredEvent))
      return expired.length
    }
    let count = 0
    for (let batch = 0; batch < MAX_BATCHES && count === batch * BATCH_SIZE; batch++)
      count += await services.database.transaction(expire)
    return count
  })
}
