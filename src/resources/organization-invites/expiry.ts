import { query, type Transaction } from '../../db/database.ts'
import { recordOwn } from '../../kernel/write/ledger.ts'
import type { Services } from '../../kernel/services/services.ts'
import { expired } from './present.ts'

const batch = 200
/** So that a long backlog never holds up a stop; the next turn goes on. */
const mostBatches = 100

/** Those that another process is at are left to it. */
const expireSome = `
  UPDATE organization_invites i SET status = 'expired', mail_due_at = NULL, updated_at = $1, version = i.version + 1
  FROM (SELECT org_id, invite_id FROM organization_invites WHERE status = 'pending' AND expires_at <= $1
        ORDER BY expires_at LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED) due
  WHERE i.org_id = due.org_id AND i.invite_id = due.invite_id RETURNING i.org_id, i.invite_id`

/**
 * Writes down which pending invitations have expired, each with its event; gives how many. They are expired to every
 * reader from the moment on, so nothing waits for this.
 */
export async function expireInvitations(services: Services): Promise<number> {
  let count = 0
  for (let turn = 0; turn < mostBatches && count === turn * batch; turn++) {
    const now = new Date(services.clock()).toISOString()
    const expire = async (trx: Transaction) => {
      const gone = await query<{ org_id: string; invite_id: string }>(trx, expireSome, [now])
      if (gone.length > 0) await recordOwn(services, trx, gone.map(expired))
      return gone.length
    }
    count += await services.database.transaction(expire)
  }
  return count
}
