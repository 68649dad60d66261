import type { Database, Db } from '../../../db/database.ts'
import type { Config } from '../../../kernel/config/config.ts'
import { newId } from '../../../kernel/values/ids.ts'
import type { EventRow } from '../../../kernel/events.ts'
import type { Outbox } from '../../../kernel/write/outbox.ts'
import { idsIn, knowsAll, tellingOf } from '../../events/access.ts'
import { wants } from '../../events/catalogue.ts'
import { bodyOf, type Telling } from '../../events/present.ts'
import { findFacts, type Facts } from '../../events/rows.ts'
import { findListeners, type Listener } from './listeners.ts'
import { queueing, type NewDelivery, type WebhookKey } from './queue.ts'

/** The active webhooks of some organizations. */
interface Listening {
  orgIds: readonly string[]
  found: Listener[]
}

const listenersIn = (db: Db, orgIds: readonly string[]): Promise<Listener[]> =>
  orgIds.length > 0 ? findListeners(db, orgIds) : Promise.resolve([])

/**
 * The outbox of webhooks: queues one delivery for each active webhook that wants an event and whose owner may know of it.
 * `onQueued` is told of them once they are committed.
 */
export function createOutbox(
  { webhookRetryDelays }: Pick<Config, 'webhookRetryDelays'>,
  { sharded }: Pick<Database, 'sharded'>,
  onQueued: (waiting: WebhookKey[]) => void,
): Outbox<Listening> {
  const max_attempts = webhookRetryDelays.length + 1
  return {
    look: async (db, orgIds) => ({ orgIds, found: await listenersIn(db, orgIds) }),
    async tell(trx, { orgIds, found }, events) {
      // A person who joined an organization by this very request acts in one that the look did not cover.
      const others = new Set(events.map((event) => event.org_id).filter((id) => !orgIds.includes(id)))
      const joined = await listenersIn(trx, [...others])
      const deliveries = await deliveriesOf(trx, [...found, ...joined], events)
      if (deliveries.length === 0) return []
      trx.afterCommit(() => onQueued(deliveries))
      const queued = deliveries.map((delivery) => ({ ...delivery, max_attempts }))
      return queueing(queued, sharded)
    },
  }
}

type Pair = [Listener, EventRow]

async function deliveriesOf(db: Db, listeners: Listener[], events: readonly EventRow[]) {
  const pairs: Pair[] = listeners.flatMap((listener) =>
    events
      .filter((event) => event.org_id === listener.org_id && wants(listener.events, event.type))
      .map((event): Pair => [listener, event]),
  )
  if (pairs.length === 0) return []
  const factsOf = await factsFor(db, pairs)
  return pairs.flatMap(([listener, event]) => {
    const telling = tellingOf(listener, event, factsOf(listener))
    return telling ? [deliveryOf(listener, event, telling)] : []
  })
}

const nothing: Facts = { tasks: new Map(), places: new Map() }

/** Looks up what decides the rights of owners who don't know everything, in one organization after the other. */
async function factsFor(db: Db, pairs: Pair[]): Promise<(listener: Listener) => Facts> {
  const partial = pairs.filter(([listener]) => !knowsAll(listener))
  const byOrganization = new Map<string, (userId: string) => Facts>()
  for (const orgId of new Set(partial.map(([{ org_id }]) => org_id))) {
    const own = partial.filter(([{ org_id }]) => org_id === orgId)
    const people = [...new Set(own.map(([{ user_id }]) => user_id))]
    const ids = [...new Set(own.flatMap(([, event]) => idsIn(event)))]
    byOrganization.set(orgId, await findFacts(db, orgId, people, ids))
  }
  return (listener) => byOrganization.get(listener.org_id)?.(listener.user_id) ?? nothing
}

function deliveryOf(
  listener: Listener,
  event: EventRow,
  telling: Telling,
): Omit<NewDelivery, 'max_attempts'> {
  const { org_id, subscription_id, api_version, user_id } = listener
  const id = newId('WD', Date.parse(event.created_at))
  return {
    org_id,
    delivery_id: id,
    subscription_id,
    event_id: event.event_id,
    event_type: event.type,
    message_id: id,
    replay_of: null,
    body: bodyOf(event, telling, { id, api_version }),
    made_for: user_id,
    project_id: telling.project_id,
    created_at: event.created_at,
  }
}
