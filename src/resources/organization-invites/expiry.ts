import { wherever } from '../../db/by-organization.ts'
import type { Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ofOrganization, timeAfter } from '../../kernel/sql.ts'
import { recordOwn } from '../../kernel/write/ledger.ts'
import type { Services } from '../../kernel/services/services.ts'
import { expiryEvent } from './present.ts'

const batch = 200
/** A turn ends after this many, so that a long backlog does not hold up the end of the process; the next turn goes on. */
const mostBatches = 100

const withExpired = (now: string) => sql<{ org_id: string }>`
  select distinct org_id from organization_invites where status = 'pending' and expires_at <= ${now}`

/** Writes down a batch of those that have expired. Rows that another process has locked are left to that process. */
const expireSome = (now: string, orgId?: string) => sql<{ org_id: string; invite_id: string }>`
  update organization_invites i set status = 'expired', mail_due_at = null, updated_at = ${timeAfter(now, 'i.updated_at')}, version = i.version + 1
  from (select org_id, invite_id from organization_invites
        where ${ofOrganization('org_id', orgId)} and status = 'pending' and expires_at <= ${now}
        order by expires_at limit ${sql.raw(String(batch))} for no key update skip locked) due
  where ${ofOrganization('i.org_id', orgId)}
    and i.org_id = due.org_id and i.invite_id = due.invite_id returning i.org_id, i.invite_id`

/**
 * Writes down which pending invitations have expired, each with its event; gives how many. Readers are shown an invitation
 * as expired from that very moment, so nothing waits for this.
 */
export async function expireInvitations(services: Services): Promise<number> {
  const now = () => new Date(services.clock()).toISOString()
  return wherever(services.database, withExpired(now()), async (orgId) => {
    const expire = async (trx: Transaction) => {
      const gone = await trx.query(expireSome(now(), orgId))
      if (gone.length > 0) await recordOwn(services, trx, gone.map(expiryEvent))
      return gone.length
    }
    let count = 0
    for (let turn = 0; turn < mostBatches && count === turn * batch; turn++)
      count += await services.database.transaction(expire)
    return count
  })
}
