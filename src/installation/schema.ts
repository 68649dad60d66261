import * as s from '../core/schema.ts'

const server = s.object({
  version: s.text('Version of the server.'),
  started_at: s.dateTime('Start of the process that responds.'),
  base_url: s.text('Public URL of the server.'),
})

const database = s.object({
  engine: s.stringEnum(
    s.namedEnum('DatabaseEngine', ['postgres', 'embedded']),
    '`postgres` for a PostgreSQL server, `embedded` for the database inside the process.',
  ),
  version: s.text('Version of PostgreSQL.'),
  size_bytes: s.int('Size of the database in bytes. The ETag does not cover it.'),
})

const storage = s.object({
  kind: s.stringEnum(
    s.namedEnum('StorageKind', ['folder', 'bucket']),
    '`folder` for files of the server, `bucket` for object storage.',
  ),
  bucket: s.nullable(s.text('Name of the bucket; null for a folder.')),
  files: s.int('Number of stored files.'),
  size_bytes: s.int('Size of the stored files in bytes.'),
})

const people = s.object({
  organizations: s.int('Number of organizations.'),
  users: s.int('Number of users, without service accounts.'),
  accounts: s.int('Number of built-in accounts.'),
})

const signIn = s.object({
  accounts: s.stringEnum(
    s.namedEnum('AccountsMode', ['on', 'beside', 'off']),
    'Built-in accounts: the only way to sign in, beside the identity provider, or off.',
  ),
  join: s.nullable(
    s.text('Users who may create an account: `invite`, `open` or `domain:NAME`; null without accounts.'),
  ),
  issuer: s.nullable(s.text('Issuer URL of the identity provider; null without one.')),
  is_development: s.bool('True for the development identity provider, which accepts any name.'),
})

const mail = s.object({
  enabled: s.bool('True if the server sends email.'),
  from: s.nullable(s.text('Sender of emails; null if the server sends none.')),
})

const deliveries = s.object({
  due: s.int('Deliveries to be sent now.'),
  in_flight: s.int('Deliveries being sent.'),
  retry: s.int('Deliveries to be sent later, after a failure.'),
  held: s.int('Deliveries of paused and disabled webhooks.'),
})

const queues = s.object({
  invitation_emails: s.int('Unsent invitation emails, including those to be retried.'),
  webhook_deliveries: deliveries,
  notifications_lag_seconds: s.int('Age of the oldest event not yet processed for notifications.'),
  events_lag_seconds: s.int(
    'Maximum delay of event streams and notifications in this process. 0 if it reads no events.',
  ),
})

const backup = s.object({
  scheduled: s.bool('True if the server makes backups.'),
  interval_seconds: s.nullable(s.int('Seconds between backups; null if none are scheduled.')),
  last_at: s.nullable(s.dateTime('Time of the last scheduled backup; null before the first one.')),
})

export const installationSchema = s.namedObject('Installation', {
  server,
  database,
  storage,
  people,
  sign_in: signIn,
  mail,
  queues,
  backup: s.nullable({
    ...backup,
    description: 'Backups of the embedded database; null for PostgreSQL, whose own programs make them.',
  }),
  rate_limits: s.object({
    store: s.stringEnum(
      s.namedEnum('RateLimitStore', ['memory', 'redis']),
      '`redis` if all processes count requests together, `memory` if each counts for itself.',
    ),
  }),
})

export const testEmailSchema = s.namedObject('TestEmail', {
  to: s.text('Verified address of the caller.'),
  server: s.text('Host and port of the mail server.'),
  sent_at: s.dateTime('Time at which the mail server accepted the email.'),
})
