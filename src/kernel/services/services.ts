import type { Config } from '../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { Keyring } from './keyring.ts'
import type { Activity } from '../../identity/activity.ts'
import type { Limits } from '../limits/limits.ts'
import type { Log } from './log.ts'
import type { Turns } from '../limits/turns.ts'
import type { SendMail } from './mail.ts'
import type { Metrics } from './metrics.ts'
import type { Verifier } from '../oidc/oidc.ts'
import type { Outbox } from '../write/outbox.ts'
import type { Storage } from '../../storage/storage.ts'
import type { TokenRow } from '../../identity/token-lookup.ts'

/** What a process holds once and every request uses. */
export interface Services {
  config: Config
  database: Database
  keyring: Keyring
  /** Where the bytes of files lie. */
  storage: Storage
  /** Collects uses of tokens and people; written in batches. */
  activity: Activity
  sessions: Verifier
  /** Counts what is limited by the minute. */
  limits: Limits
  /** The database as each person is given it. */
  turns: Turns
  metrics: Metrics
  /** Undefined where no mail is set up. */
  mail: SendMail | undefined
  /** An access token by its hash. */
  findToken: (hash: string) => Promise<TokenRow | undefined>
  /** Takes in what is to be told of changes. */
  outbox: Outbox
  /** Every event type that an operation may emit. */
  eventTypes: readonly string[]
  /** Milliseconds since the epoch; a test may turn it. */
  clock: () => number
  log: Log
}
