import type { Config } from '../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { IdentityPort } from './identity.ts'
import type { EventWords } from '../events.ts'
import type { Keyring } from './keyring.ts'
import type { LiveAnswers } from '../live/live-answers.ts'
import type { Limits } from '../limits/limits.ts'
import type { Log } from './log.ts'
import type { Turns } from '../limits/turns.ts'
import type { SendMail } from './mail.ts'
import type { Metrics } from './metrics.ts'
import type { Verifier } from '../oidc/oidc.ts'
import type { Outbox } from '../write/outbox.ts'
import type { Tail } from '../tail/tail.ts'
import type { Storage } from '../../storage/storage.ts'

/** Shared dependencies of all requests of a process. */
export interface Services {
  readonly config: Config
  readonly database: Database
  readonly keyring: Keyring
  readonly storage: Storage
  readonly identity: IdentityPort
  readonly sessions: Verifier
  readonly limits: Limits
  /** Limits concurrent database use per user. */
  readonly turns: Turns
  readonly live: LiveAnswers
  readonly metrics: Metrics
  /** Sends emails; undefined if not configured. */
  readonly mail: SendMail | undefined
  /** Enqueues webhook deliveries in the transaction of a change. */
  readonly outbox: Outbox
  readonly tail: Tail
  readonly eventTypes: EventWords
  /** Returns milliseconds since the epoch; replaced in tests. */
  readonly clock: () => number
  /** Returns monotonic milliseconds, for durations. */
  readonly monotonic: () => number
  readonly log: Log
  /** True before a stop: requests are still served, while proxies route new ones elsewhere. */
  leaving: boolean
}
