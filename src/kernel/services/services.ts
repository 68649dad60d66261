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

/** What a process holds once and every request uses. */
export interface Services {
  readonly config: Config
  readonly database: Database
  readonly keyring: Keyring
  /** Where the bytes of files lie. */
  readonly storage: Storage
  /** Who asks. */
  readonly identity: IdentityPort
  /** Verifies session tokens. */
  readonly sessions: Verifier
  /** Counts what is limited by the minute. */
  readonly limits: Limits
  /** The database as each person is given it. */
  readonly turns: Turns
  /** The answers that go on. */
  readonly live: LiveAnswers
  readonly metrics: Metrics
  /** Undefined where no mail is set up. */
  readonly mail: SendMail | undefined
  /** Takes in what is to be told of changes. */
  readonly outbox: Outbox
  /** The ledger as it grows, for whoever follows it. */
  readonly tail: Tail
  /** Every type of event, with what it says. */
  readonly eventTypes: EventWords
  /** Milliseconds since the epoch; a test may turn it. */
  readonly clock: () => number
  /** Monotonic clock in milliseconds, to measure durations. */
  readonly monotonic: () => number
  readonly log: Log
  /** It is about to stop: it answers as ever, and has proxies send what is new elsewhere. */
  leaving: boolean
}
