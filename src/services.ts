import type { Database } from './db/database.ts'
import { createAuthenticator } from './identity/identity.ts'
import { ConfigError, type Config } from './kernel/config/config.ts'
import type { EventDescriptions } from './kernel/events.ts'
import { StreamRegistry } from './kernel/live/live-answers.ts'
import { createLimits } from './kernel/limits/limits.ts'
import { getPoolSize } from './db/postgres.ts'
import { createConcurrencyLimiter } from './kernel/limits/turns.ts'
import { createSessionTokenVerifier } from './kernel/oidc/oidc.ts'
import { loadVerifiedKeyring } from './kernel/services/key-checks.ts'
import type { Log } from './kernel/services/log.ts'
import { createEmailSender } from './kernel/services/mail.ts'
import { Metrics } from './kernel/services/metrics.ts'
import { createPrivateFolder } from './kernel/services/private-file.ts'
import type { Dependencies } from './kernel/services/services.ts'
import { createNotifier } from './kernel/tail/open-hints.ts'
import { EpochMonitor } from './kernel/tail/lineage.ts'
import { createEventLogReader, type EventLogReader } from './kernel/tail/tail.ts'
import { createWebhookOutbox } from './resources/webhooks/delivery/fan-out.ts'
import { createDueMarker } from './resources/webhooks/delivery/waiting.ts'
import type { WebhookKey } from './resources/webhooks/delivery/queue.ts'
import { openStorage } from './storage/open.ts'
import type { FileStorage } from './storage/storage.ts'

/** Optional dependencies of a server, which CLI commands do not need. */
export interface ServiceOptions {
  /** Milliseconds since the epoch. */
  clock?: (() => number) | undefined
  /** Monotonic milliseconds, to measure durations. */
  monotonic?: (() => number) | undefined
  log?: Log
  /** Event types with their descriptions. */
  eventTypes?: EventDescriptions
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
  }: ServiceOptions = {},
): Promise<Dependencies> {
  const lineage = new EpochMonitor(database, log)
  await lineage.ensureCurrent()
  const sessions = createSessionTokenVerifier(config.oidc)
  const metrics = new Metrics()
  const recordQueued = createDueMarker({ database, clock })
  return {
    config,
    database,
    keyring: await loadVerifiedKeyring(config, database.db),
    storage: await openConfiguredStorage(config),
    identity: createAuthenticator(config, database, sessions),
    sessions,
    streamingResponses: new StreamRegistry(),
    limits: createLimits(config, log),
    concurrencyLimiter: createConcurrencyLimiter(database, getPoolSize(config.databasePool)),
    metrics,
    outbox: createWebhookOutbox(config, database, (waiting) => {
      recordQueued(waiting)
      onQueued(waiting)
    }),
    eventLogReader: createEventTail(config, database, { log, lineage, metrics }),
    eventTypes,
    mail: createEmailSender(config),
    clock,
    monotonic,
    log,
    isDraining: false,
  }
}

function createEventTail(
  { redisUrl }: Config,
  database: Database,
  { log, lineage, metrics }: { log: Log; lineage: EpochMonitor; metrics: Metrics },
): EventLogReader {
  const read = metrics.counter('svc_events_followed_total', 'Events read from the event log by its reader.')
  const hints = createNotifier(redisUrl, log)
  return createEventLogReader(database, {
    log,
    epochMonitor: lineage,
    notifier: hints,
    onRead: (count) => read.inc(count),
  })
}

async function openConfiguredStorage({ storage }: Config): Promise<FileStorage> {
  try {
    createPrivateFolder(storage.kind === 'folder' ? storage.folder : storage.spool)
    return await openStorage(storage)
  } catch (error) {
    throw new ConfigError('STORAGE_URL', `cannot be used: ${(error as Error).message}`)
  }
}
