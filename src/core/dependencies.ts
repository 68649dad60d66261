import type { Config } from './config/config.ts'
import type { Database } from '../db/database.ts'
import type { IdentityPort } from './identity-port.ts'
import type { EventDescriptions } from './change-event.ts'
import type { Keyring } from './crypto/keyring.ts'
import type { StreamRegistry } from '../http/sse/stream-registry.ts'
import type { Limits } from '../http/limits/rate-limits.ts'
import type { Log } from './log.ts'
import type { ConcurrencyLimiter } from '../http/limits/concurrency-limiter.ts'
import type { SendEmail } from './email/smtp.ts'
import type { Metrics } from './metrics.ts'
import type { SessionTokenVerifier } from '../auth/oidc/session-token.ts'
import type { Outbox } from '../events/outbox.ts'
import type { EventLogReader } from '../events/reader/reader.ts'
import type { FileStorage } from '../storage/storage.ts'

export interface Dependencies {
  readonly config: Config
  readonly database: Database
  readonly keyring: Keyring
  readonly storage: FileStorage
  readonly identity: IdentityPort
  readonly sessions: SessionTokenVerifier
  readonly limits: Limits
  readonly concurrencyLimiter: ConcurrencyLimiter
  readonly streamingResponses: StreamRegistry
  readonly metrics: Metrics
  readonly mail: SendEmail | undefined
  readonly outbox: Outbox
  readonly eventLogReader: EventLogReader
  readonly eventTypes: EventDescriptions
  /** Returns milliseconds since the epoch; replaced in tests. */
  readonly clock: () => number
  readonly monotonic: () => number
  readonly log: Log
  /** True before a stop: requests are still served, while proxies route new ones elsewhere. */
  isDraining: boolean
}
