import type { Database } from './db/database.ts'
import { createAuthenticator } from './auth/authenticator.ts'
import { ConfigError, type Config } from './core/config/config.ts'
import type { EventDescriptions } from './core/change-event.ts'
import { StreamRegistry } from './http/sse/stream-registry.ts'
import { createLimits } from './http/limits/rate-limits.ts'
import { getPoolSize } from './db/postgres.ts'
import { createConcurrencyLimiter } from './http/limits/concurrency-limiter.ts'
import { createSessionTokenVerifier, rejectSessionTokens } from './auth/oidc/session-token.ts'
import { loadVerifiedKeyring } from './core/crypto/key-checks.ts'
import type { Log } from './core/log.ts'
import { createEmailSender } from './core/email/smtp.ts'
import { Metrics } from './core/metrics.ts'
import { createPrivateFolder } from './core/private-file.ts'
import type { Dependencies } from './core/dependencies.ts'
import { LineageMonitor } from './events/reader/lineage.ts'
import { createEventLogReader, type EventLogReader } from './events/reader/reader.ts'
import { createWebhookOutbox } from './webhooks/outbox.ts'
import { createDueMarker } from './webhooks/due-orgs.ts'
import type { WebhookKey } from './webhooks/queue.ts'
import { openStorage } from './storage/open-storage.ts'
import type { FileStorage } from './storage/storage.ts'
import { noopNotifier, type CommitNotifier } from './events/reader/notifier.ts'

interface ServiceOptions {
  clock?: (() => number) | undefined
  monotonic?: (() => number) | undefined
  log?: Log
  eventTypes?: EventDescriptions
  /** Called after a commit with the webhooks that have new deliveries. */
  onQueued?: (waiting: WebhookKey[]) => void
}

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
  const lineage = new LineageMonitor(database, log)
  await lineage.ensureCurrent()
  const sessions = config.accounts.mode === 'on' ? rejectSessionTokens : createSessionTokenVerifier(config.oidc)
  const metrics = new Metrics()
  const markQueued = createDueMarker({ database, clock })
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
    outbox: createWebhookOutbox(config, database, clock, (webhooks) => {
      markQueued(webhooks)
      onQueued(webhooks)
    }),
    eventLogReader: createReader(config, database, { log, lineage, metrics }),
    eventTypes,
    mail: createEmailSender(config),
    clock,
    monotonic,
    log,
    isDraining: false,
  }
}

function createReader(
  { redisUrl }: Config,
  database: Database,
  { log, lineage, metrics }: { log: Log; lineage: LineageMonitor; metrics: Metrics },
): EventLogReader {
  const read = metrics.counter('svc_events_followed_total', 'Events read from the event log by its reader.')
  const notifier = createNotifier(redisUrl, log)
  return createEventLogReader(database, {
    log,
    lineageMonitor: lineage,
    notifier,
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

function createNotifier(redisUrl: string | undefined, log: Log): CommitNotifier {
  if (redisUrl === undefined) return noopNotifier
  let notifier: CommitNotifier | undefined
  let pendingNotifier: Promise<CommitNotifier> | undefined
  const withNotifier = (use: (opened: CommitNotifier) => void) => {
    if (notifier) return use(notifier)
    pendingNotifier ??= import('./events/reader/redis-notifier.ts').then(
      ({ RedisNotifier }) => (notifier = new RedisNotifier(redisUrl, log)),
    )
    void pendingNotifier.then(use)
  }
  return {
    notify: () => withNotifier((opened) => opened.notify()),
    subscribe: (onCommit) => withNotifier((opened) => opened.subscribe(onCommit)),
    unsubscribe: () => withNotifier((opened) => opened.unsubscribe()),
    close: () => void pendingNotifier?.then((opened) => opened.close()),
  }
}
