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

/** How many people are told of their day at once. */
const batch = 500

/**
 * Tells people what is due on their day, once it has begun where they live: once a person, thing and day, however many
 * processes do so. Gives how many people's day has begun.
 */
export async function tellDays(services: Services): Promise<number> {
  for (let all = 0; ;) {
    const some = await tellSome(services)
    all += some
    if (some < batch) return all
  }
}

async function tellSome(services: Services): Promise<number> {
  const { database, clock, mail } = services
  const millis = clock()
  const some = await findBeginning(database.db, await findDays(database.db, millis), batch)
  if (some.length === 0) return 0
  const told = await database.transaction(async (trx) => {
    const people = await begin(trx, some)
    if (people.length === 0) return []
    const found = await findDue(database, trx, people)
    const gathered = gather(found, causeAt(new Date(millis).toISOString()), () => newId('N', millis))
    if (gathered.length > 0)
      await storeLast(trx, gathered, { millis, mailing: mail !== undefined, sharded: database.sharded })
    return found
  })
  count(services, told)
  return some.length
}

async function findDue(
  { sharded }: Database,
  trx: Transaction,
  people: readonly Begun[],
): Promise<readonly Told[]> {
  const find = (some: readonly Begun[], orgId?: string) =>
    findTold(trx, peopleOf(some, orgId), dueOf(orgId), { orgId })
  if (!sharded) return find(people)
  const everywhere = people.map((one) => ({ ...one, org_id: null }))
  return inTurn(sharded, await inOrganizations(trx, everywhere), find)
}

const causeAt =
  (at: string) =>
  ({ kind, cause_id }: Told): Cause => ({
    kind,
    event_id: cause_id,
    actor_user_id: null,
    actor_username: null,
    at,
    part_id: null,
  })
