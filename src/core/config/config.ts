import { isIP } from 'node:net'
import path from 'node:path'
import { explainInvalidUrl, isDatabaseUrl } from '../../db/connection-url.ts'
import { poolerModes, type PoolerMode } from '../../db/pooler.ts'
import type { StorageSettings } from '../../storage/config.ts'
import { readBackup, type BackupConfig } from './backup.ts'
import { readEmail, type EmailConfig } from './email.ts'
import {
  accountsIssuer,
  developmentIssuer,
  readOperators,
  readSignIn,
  type AccountsConfig,
  type IdentityConfig,
} from './identity.ts'
import { ConfigError, createEnvReader, type EnvReader } from './reader.ts'
import {
  isCidr,
  isLoopback,
  isNameServer,
  isOrigin,
  isProxyAddress,
  isRedisUrl,
  isRetryDelay,
  isWildcardHost,
  parseSecretKeys,
  type SecretKey,
} from './formats.ts'
import { readStorage } from './storage.ts'
import { readTraces, type TracesConfig } from './traces.ts'
export { developmentIssuer, isDevelopmentIssuer, type AccountsConfig, type IdentityConfig } from './identity.ts'
export { readBackupTarget } from './backup.ts'
export { ConfigError } from './reader.ts'
export { isLoopback, isLoopbackHost, type SecretKey } from './formats.ts'

/** All settings, typed and validated; loaded once at startup by `loadConfig`. */
export interface Config {
  /** True if `NODE_ENV` is `production`: disables the development provider. */
  production: boolean
  /** TCP port to listen on (default 8080; 0: any free port). */
  port: number
  /** IP or host name to listen on (default 127.0.0.1). */
  host: string
  /** Public URL without trailing slash (default: `http://HOST:PORT`). */
  baseUrl: string
  /** True if `baseUrl` is only assumed: the server listens everywhere, and `BASE_URL` is not set. */
  isBaseUrlAssumed: boolean
  /** Folder of the embedded database, key files and uploads (default ./data). */
  dataDir: string
  /** URL of a PostgreSQL server; undefined: the embedded database. */
  databaseUrl: string | undefined
  /** Connections to PostgreSQL per process (default 10). */
  databasePool: number
  /** Pooling mode if `databaseUrl` is that of a pooler, undefined for a server. */
  databasePooler: PoolerMode | undefined
  /** Serves requests (`api`), runs background jobs (`worker`), or both (default `all`). */
  role: 'all' | 'api' | 'worker'
  oidc: IdentityConfig
  /** Built-in accounts (default: if there is no identity provider and the URL is not a loopback one). */
  accounts: AccountsConfig
  /** Normalized email addresses of the operators; undefined: the user of the first account, if `accounts` is `on`. */
  operators: string[] | undefined
  /** Allows OAuth clients to register themselves (default: on a loopback URL only). */
  oauthDynamicRegistration: boolean
  /** Allows OAuth clients identified by the URL of a metadata document (default true). */
  oauthClientDocuments: boolean
  /** Private IP ranges (CIDR) from which such documents may be loaded (default none). */
  oauthDocumentAllowCidrs: string[]
  /**
   * Seconds in which a used refresh token may be repeated, since its response may have been lost (default 60;
   * 0: never).
   */
  oauthRefreshGrace: number
  /**
   * Proxies whose `X-Forwarded-For` is trusted: IPs, ranges, or `loopback`, `linklocal`, `uniquelocal`
   * (default none).
   */
  trustProxy: string[]
  /** Origins whose browsers may call the API (default none). */
  corsOrigins: string[]
  /** Redis for shared rate limits and event notifications; undefined: each process counts for itself. */
  redisUrl: string | undefined
  /** Session lifetime in milliseconds, idle (default 12 hours) and in total (undefined: the provider's). */
  sessionLimits: { idleMillis: number; maxMillis: number | undefined }
  /**
   * Requests per minute: by IP (300), live token (600), test token (60) and session (3000); 0 disables a
   * limit.
   */
  rateLimit: { address: number; live: number; test: number; session: number }
  /** Invitation emails per new organization and day (default 50 with email, else 0: no limit). */
  invitesPerDay: number
  /** Days for which webhook deliveries are stored (default 30). */
  deliveryLogDays: number
  /** Days in which a deleted task can be restored (default 30). */
  deletedTaskDays: number
  /** Maximum size of an attachment in MB (default 25). */
  attachmentMaxMb: number
  /** Maximum number of attachments per task (default 50). */
  attachmentsPerTask: number
  /** Bearer token of `GET /metrics`; undefined: loopback only. */
  metricsToken: string | undefined
  /**
   * Encryption keys, the current one first; undefined: the key file in `dataDir` (embedded database only).
   */
  secretKeys: SecretKey[] | undefined
  /** Seconds between delivery attempts (default 30, 120, 600, 1800, 7200, 21600, 43200). */
  webhookRetryDelays: number[]
  /** Private IP ranges (CIDR) that webhooks may call (default none). */
  webhookAllowCidrs: string[]
  /** DNS servers that resolve webhook hosts (default: those of the system). */
  webhookDns: string[]
  /** Storage of attachments: a folder (default `DATA_DIR/files`) or a bucket. */
  storage: StorageSettings
  /** Scheduled backups of the embedded database; undefined: none. */
  backup: BackupConfig | undefined
  /** SMTP server and sender; undefined: no email is sent. */
  mail: EmailConfig | undefined
  /** Trace export; undefined: disabled. */
  traces: TracesConfig | undefined
  /** Minimum level of log lines (default info). */
  logLevel: string
  /** Log format; undefined: pretty on a terminal, else JSON. */
  logFormat: 'json' | 'pretty' | undefined
  /** Seconds for which a stopping server continues while `GET /v1/health` returns 503 (default 0). */
  stopGrace: number
}

const CIDR_LIST = 'ranges such as 127.0.0.0/8, comma-separated'

const HOUR_MS = 60 * 60_000
const hoursToMs = (hours: number | undefined) => (hours === undefined ? undefined : hours * HOUR_MS)

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/**
 * Loads and validates all variables; an empty one counts as unset. Throws `ConfigError` with one line that
 * names the variable, the problem and the allowed values.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const read = createEnvReader(env)
  const production = env.NODE_ENV === 'production'
  const port = read.integer('PORT', 8080, 0, 65535)
  const host = read.matching('HOST', /^[A-Za-z0-9_.:%-]+$/, 'an IP or host name to listen on') ?? '127.0.0.1'
  const baseUrl = readBaseUrl(read, host, port)
  const isOpen = isWildcardHost(host) && !read.text('BASE_URL')
  const isLocal = isLoopback(baseUrl) && !isOpen
  const dataDir = path.resolve(read.text('DATA_DIR') ?? './data')
  return {
    production,
    port,
    host,
    baseUrl,
    isBaseUrlAssumed: isOpen,
    dataDir,
    ...readDatabase(read),
    ...readSignIn(read, baseUrl, explainExposure({ production, host, baseUrl, isOpen })),
    operators: readOperators(read),
    oauthDynamicRegistration: read.choice('OAUTH_DYNAMIC_REGISTRATION', ['on', 'off'], isLocal ? 'on' : 'off') === 'on',
    oauthClientDocuments: read.choice('OAUTH_CLIENT_DOCUMENTS', ['on', 'off'], 'on') === 'on',
    oauthDocumentAllowCidrs: read.list('OAUTH_DOCUMENT_ALLOW_CIDRS', isCidr, CIDR_LIST),
    oauthRefreshGrace: read.integer('OAUTH_REFRESH_GRACE', 60, 0, 600),
    trustProxy: read.list('TRUST_PROXY', isProxyAddress, 'IPs or ranges such as 10.0.0.0/8, comma-separated'),
    corsOrigins: read.list('CORS_ORIGINS', isOrigin, 'origins such as https://app.example.com, comma-separated'),
    sessionLimits: {
      idleMillis: read.integer('SESSION_IDLE_HOURS', 12, 1, 168) * HOUR_MS,
      maxMillis: hoursToMs(read.integer('SESSION_MAX_HOURS', undefined, 1, 168)),
    },
    ...readLimits(read),
    ...readWebhooks(read),
    storage: readStorage(read, dataDir),
    backup: readBackup(read, read.text('DATABASE_URL')),
    mail: readEmail(read),
    traces: readTraces(read),
    ...readLog(read),
    stopGrace: read.integer('STOP_GRACE', 0, 0, 300),
  }
}

const readLog = (read: EnvReader) => ({
  logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  logFormat: read.choice('LOG_FORMAT', ['json', 'pretty'], undefined),
})

/** Reads the database settings. A server requires `SECRET_KEYS`, since every process needs the same keys. */
function readDatabase(read: EnvReader) {
  const problem = explainInvalidUrl(read.text('DATABASE_URL') ?? '')
  if (problem !== undefined) throw new ConfigError('DATABASE_URL', problem)
  const databaseUrl = read.matching(
    'DATABASE_URL',
    { test: isDatabaseUrl },
    'postgres://user:password@host/db, or postgres://user:password@a,b:5433/db for several hosts of which one is ' +
      'the primary; target_session_attrs may be read-write or primary',
  )
  const role = read.choice('ROLE', ['all', 'api', 'worker'], 'all')
  if (!databaseUrl && role !== 'all') {
    throw new ConfigError('ROLE', `"${role}" requires DATABASE_URL: set it, or set ROLE to "all"`)
  }
  const keyText = read.text('SECRET_KEYS')
  const secretKeys = keyText === undefined ? undefined : parseSecretKeys(keyText, 'SECRET_KEYS')
  if (databaseUrl && !secretKeys) {
    throw new ConfigError('SECRET_KEYS', 'must be set when DATABASE_URL is, e.g. 1:$(openssl rand -base64 32)')
  }
  const databasePool = read.integer('DATABASE_POOL', 10, 1, 1000)
  const databasePooler = read.choice('DATABASE_POOLER', poolerModes, undefined)
  if (databasePooler && !databaseUrl)
    throw new ConfigError(
      'DATABASE_POOLER',
      `"${databasePooler}" requires DATABASE_URL: set it to the URL of the pooler`,
    )
  return { databaseUrl, databasePool, databasePooler, role, secretKeys }
}

const readLimits = (read: EnvReader) => ({
  redisUrl: read.matching('REDIS_URL', { test: isRedisUrl }, 'redis://host:port or rediss://host:port'),
  rateLimit: {
    address: read.integer('RATE_LIMIT_ADDRESS', 300, 0, 1_000_000),
    live: read.integer('RATE_LIMIT_LIVE', 600, 0, 1_000_000),
    test: read.integer('RATE_LIMIT_TEST', 60, 0, 1_000_000),
    session: read.integer('RATE_LIMIT_SESSION', 3000, 0, 1_000_000),
  },
  // Invitations are emailed only with a mail server.
  invitesPerDay: read.integer('INVITES_PER_DAY', read.text('SMTP_URL') ? 50 : 0, 0, 1_000_000),
  deliveryLogDays: read.integer('DELIVERY_LOG_DAYS', 30, 1, 3650),
  deletedTaskDays: read.integer('DELETED_TASK_DAYS', 30, 1, 3650),
  attachmentMaxMb: read.integer('ATTACHMENT_MAX_MB', 25, 1, 10_240),
  attachmentsPerTask: read.integer('ATTACHMENTS_PER_TASK', 50, 1, 10_000),
  metricsToken: read.matching('METRICS_TOKEN', /^[A-Za-z0-9._~+/=-]{8,}$/, '8 or more of A-Z a-z 0-9 . _ ~ + / = -'),
})

const readWebhooks = (read: EnvReader) => ({
  webhookRetryDelays: read
    .list('WEBHOOK_RETRY_DELAYS', isRetryDelay, 'seconds from 0 to 604800, comma-separated', [
      '30,120,600,1800,7200,21600,43200',
    ])
    .map(Number),
  webhookAllowCidrs: read.list('WEBHOOK_ALLOW_CIDRS', isCidr, CIDR_LIST),
  webhookDns: read.list(
    'WEBHOOK_DNS',
    isNameServer,
    'IPs of DNS servers such as 9.9.9.9 or 127.0.0.1:5353, comma-separated',
  ),
})

/**
 * Returns the settings for another public URL, known only after listening on port 0. Values derived from the
 * URL change, explicit ones stay.
 */
export function withBaseUrl(config: Config, baseUrl: string): Config {
  const { oidc, accounts } = config
  const issuer = accounts.mode === 'on' ? accountsIssuer(baseUrl) : oidc.issuer
  return {
    ...config,
    baseUrl,
    oidc: {
      ...oidc,
      issuer: oidc.development ? developmentIssuer(baseUrl) : issuer,
      audience: oidc.audience === config.baseUrl ? baseUrl : oidc.audience,
    },
  }
}

/** Explains why others may be able to connect; undefined for a server on loopback. */
function explainExposure(settings: {
  production: boolean
  host: string
  baseUrl: string
  isOpen: boolean
}): string | undefined {
  const { production, host, baseUrl, isOpen } = settings
  if (production) return 'NODE_ENV is production'
  if (isOpen) return `HOST is ${host}, which other machines may reach`
  return isLoopback(baseUrl) ? undefined : `BASE_URL is ${baseUrl}, not a loopback address`
}

function readBaseUrl(read: EnvReader, host: string, port: number): string {
  const name = isWildcardHost(host) ? 'localhost' : host
  const text = read.text('BASE_URL') ?? `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`
  const allowed = 'an http or https URL without path, query or credentials, such as https://tasks.example.com'
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  if (!isPlain || url.pathname !== '/' || /[?#]/.test(text)) throw new ConfigError('BASE_URL', `must be ${allowed}`)
  return url.origin
}
