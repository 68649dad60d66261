import { inTurn } from '../../../db/by-organization.ts'
import type { Database, Transaction } from '../../../db/database.ts'
import { inOrganizations } from '../../../identity/person-organizations.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { newId } from '../../../kernel/values/ids.ts'
import { gather } from '../projector/gathering.ts'
import { count } from '../projector/projection.ts'
import { findTold, type Told } from '../projector/recipients.ts'
import { storeLast } from '../projector/storing.ts'
import type { Cause } from '../rows.ts'
import { begin, findBeginning, findDays, type Begun } from './days.ts'
import { dueOf, peopleOf } from './due.ts'

const BATCH_SIZE = 500

/**
 * Notifies users of what is due once their local day has begun: once per user, item and day, across all processes.
 * Returns the number of users whose day began.
 */
export async function tellDays(services: Services): Promise<number> {
  for (let total = 0; ;) {
    const users = await notifyBatch(services)
    total += users
    if (users < BATCH_SIZE) return total
  }
}

async function notifyBatch(services: Services): Promise<number> {
  const { database, clock, mail } = services
  const millis = clock()
  const users = await findBeginning(database.db, await findDays(database.db, millis), BATCH_SIZE)
  if (users.length === 0) return 0
  const notices = await database.transaction(async (trx) => {
    const claimed = await begin(trx, users)
    if (claimed.length === 0) return []
    const due = await findDue(database, trx, claimed)
    const groups = gather(due, buildToCause(new Date(millis).toISOString()), () => newId('N', millis))
    if (groups.length > 0)
      await storeLast(trx, groups, { millis, mailing: mail !== undefined, sharded: database.sharded })
    return due
  })
  count(services, notices)
  return users.length
}

async function findDue(
  { sharded }: Database,
  trx: Transaction,
  claimed: readonly Begun[],
): Promise<readonly Told[]> {
  const find = (users: readonly Begun[], orgId?: string) =>
    findTold(trx, peopleOf(users, orgId), dueOf(orgId), { orgId })
  if (!sharded) return find(claimed)
  const everywhere = claimed.map((one) => ({ ...one, org_id: null }))
  return inTurn(sharded, await inOrganizations(trx, everywhere), find)
}

const buildToCause =
  (at: string) =>
  ({ kind, cause_id }: Told): Cause => ({
    kind,
    event_id: cause_id,
    actor_user_id: null,
    actor_username: null,
    at,
    part_id: null,
  })
