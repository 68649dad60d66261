import type { Database } from './db/database.ts'
import { createIdentity } from './identity/identity.ts'
import { ConfigError, type Config } from './kernel/config/config.ts'
import type { EventWords } from './kernel/events.ts'
import { LiveAnswers } from './kernel/live/live-answers.ts'
import { createLimits } from './kernel/limits/limits.ts'
import { connectionsFor } from './db/postgres.ts'
import { createTurns } from './kernel/limits/turns.ts'
import { createVerifier } from './kernel/oidc/oidc.ts'
import { openKeyring } from './kernel/services/key-checks.ts'
import type { Log } from './kernel/services/log.ts'
import { createMailer } from './kernel/services/mail.ts'
import { Metrics } from './kernel/services/metrics.ts'
import { makeFolder } from './kernel/services/private-file.ts'
import type { Services } from './kernel/services/services.ts'
import { createHints } from './kernel/tail/open-hints.ts'
import { LineageWatch } from './kernel/tail/lineage.ts'
import { createTail, type Tail } from './kernel/tail/tail.ts'
import { createOutbox } from './resources/webhooks/delivery/fan-out.ts'
import { createNotes } from './resources/webhooks/delivery/waiting.ts'
import type { WebhookKey } from './resources/webhooks/delivery/queue.ts'
import { openStorage } from './storage/open.ts'
import type { Storage } from './storage/storage.ts'

/** Optional dependencies of a server, which CLI commands do not need. */
export interface Given {
  /** Milliseconds since the epoch. */
  clock?: (() => number) | undefined
  /** Monotonic milliseconds, to measure durations. */
  monotonic?: (() => number) | undefined
  log?: Log
  /** Event types with their descriptions. */
  eventTypes?: EventWords
  /** Called after a commit with the webhooks that have new deliveries. */
  onQueued?: (waiting: WebhookKey[]) => void
}

/** Creates the process-wide dependencies on an open, migrated database. Throws `ConfigError`. */
export async function createServices(
  config: Config,
  database: Database,
  {
    clock = Date.now,
    monotonic = () => performance.now(),
    log = () => undefined,
    eventTypes = {},
    onQueued = () => undefined,
  }: Given = {},
): Promise<Services> {
  const lineage = new LineageWatch(database, log)
  await lineage.check()
  const sessions = createVerifier(config.oidc)
  const metrics = new Metrics()
  const recordQueued = createNotes({ database, clock })
  return {
    config,
    database,
    keyring: await openKeyring(config, database.db),
    storage: await openConfiguredStorage(config),
    identity: createIdentity(config, database, sessions),
    sessions,
    live: new LiveAnswers(),
    limits: createLimits(config, log),
    turns: createTurns(database, connectionsFor(config.databasePool)),
    metrics,
    outbox: createOutbox(config, database, (waiting) => {
      recordQueued(waiting)
      onQueued(waiting)
    }),
    tail: createEventTail(config, database, { log, lineage, metrics }),
    eventTypes,
    mail: createMailer(config),
    clock,
    monotonic,
    log,
    leaving: false,
  }
}

function createEventTail(
  { redisUrl }: Config,
  database: Database,
  { log, lineage, metrics }: { log: Log; lineage: LineageWatch; metrics: Metrics },
): Tail {
  const read = metrics.counter('svc_events_followed_total', 'Events read from the event log by its reader.')
  const hints = createHints(redisUrl, log)
  return createTail(database, { log, lineage, hints, onRead: (count) => read.inc(count) })
}

async function openConfiguredStorage({ storage }: Config): Promise<Storage> {
  try {
    makeFolder(storage.kind === 'folder' ? storage.folder : storage.spool)
    return await openStorage(storage)
  } catch (error) {
    throw new ConfigError('STORAGE_URL', `cannot be used: ${(error as Error).message}`)
  }
}
