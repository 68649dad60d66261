import { forEachOrg } from '../../db/citus/per-org.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { expandByOrganization } from '../../auth/user-organizations.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { newId } from '../../core/ids.ts'
import { groupNotices } from '../pipeline/group.ts'
import { countNotices } from '../pipeline/batch.ts'
import { authorizeCandidates, type Notice } from '../pipeline/authorize.ts'
import { storeNotifications } from '../pipeline/store.ts'
import type { NotificationCause } from '../../resources/platform/notifications/rows.ts'
import { claimDays, findUsersWithNewDay, listLocalDays, type ClaimedDay } from './days.ts'
import { selectDueCandidates, buildDueCtes } from './candidates.ts'

const BATCH_SIZE = 500

/** Notifies once per user, item and local day, across all processes. Returns the number of users whose day began. */
export async function notifyDueItems(services: Dependencies): Promise<number> {
  for (let total = 0; ;) {
    const users = await notifyBatch(services)
    total += users
    if (users < BATCH_SIZE) return total
  }
}

async function notifyBatch(services: Dependencies): Promise<number> {
  const { database, clock, mail } = services
  const millis = clock()
  const users = await findUsersWithNewDay(database.db, await listLocalDays(database.db, millis), BATCH_SIZE)
  if (users.length === 0) return 0
  const notices = await database.transaction(async (trx) => {
    const claimed = await claimDays(trx, users)
    if (claimed.length === 0) return []
    const due = await findDue(database, trx, claimed)
    const groups = groupNotices(due, buildToCause(new Date(millis).toISOString()), () => newId('N', millis))
    if (groups.length > 0)
      await storeNotifications(trx, groups, { millis, mailing: mail !== undefined, sharded: database.sharded })
    return due
  })
  countNotices(services, notices)
  return users.length
}

async function findDue(
  { sharded }: Database,
  trx: Transaction,
  claimed: readonly ClaimedDay[],
): Promise<readonly Notice[]> {
  const find = (users: readonly ClaimedDay[], orgId?: string) =>
    authorizeCandidates(trx, buildDueCtes(users, orgId), selectDueCandidates(orgId), { orgId })
  if (!sharded) return find(claimed)
  const everywhere = claimed.map((one) => ({ ...one, org_id: null }))
  return forEachOrg(sharded, await expandByOrganization(trx, everywhere), find)
}

const buildToCause =
  (at: string) =>
  ({ kind, cause_id }: Notice): NotificationCause => ({
    kind,
    event_id: cause_id,
    actor_user_id: null,
    actor_username: null,
    at,
    part_id: null,
  })
