import { isIP } from 'node:net'
import path from 'node:path'
import { explainAddress, isDatabaseUrl } from '../../db/addresses.ts'
import { poolers, type Pooler } from '../../db/pooler.ts'
import type { StorageConfig } from '../../storage/config.ts'
import { readMail, type MailConfig } from './mail.ts'
import { ConfigError, reader, type Reader } from './reader.ts'
import {
  isCidr,
  isLoopback,
  isNameServer,
  isOrigin,
  isProxy,
  isRedis,
  isSeconds,
  parseSecretKeys,
  type SecretKey,
} from './formats.ts'
import { readStorage } from './storage.ts'
import { readTraces, type TracesConfig } from './traces.ts'

export { ConfigError } from './reader.ts'
export { isLoopback, isLoopbackHost, type SecretKey } from './formats.ts'

/** Where identities come from. `development` is true for the built-in provider. */
export interface IdentityConfig {
  issuer: string
  audience: string
  clientId: string
  clientSecret: string | undefined
  /** Treats an email without `email_verified` as verified. */
  trustEmail: boolean
  development: boolean
}

/** Every setting of the service, typed and checked. Read once at start by `loadConfig`. */
export interface Config {
  production: boolean
  port: number
  host: string
  /** Public address, without a trailing slash. */
  baseUrl: string
  dataDir: string
  databaseUrl: string | undefined
  databasePool: number
  /** What `databaseUrl` leads to, where it is not the server itself. */
  databasePooler: Pooler | undefined
  role: 'all' | 'api' | 'worker'
  oidc: IdentityConfig
  oauthDynamicRegistration: boolean
  /** Whether apps may be called by the address of a document in which they describe themselves. */
  oauthClientDocuments: boolean
  /** Ranges inside the network in which such documents are read too. */
  oauthDocumentAllowCidrs: string[]
  /** For how many seconds a used refresh token may be sent again, since its answer may have been lost; 0: never. */
  oauthRefreshGrace: number
  /** Addresses, ranges or the names `loopback`, `linklocal`, `uniquelocal`. */
  trustProxy: string[]
  corsOrigins: string[]
  redisUrl: string | undefined
  /** How long a sign-in in a browser lasts, unused and at most; undefined: as long as the provider allows for. */
  signIns: { idleMillis: number; mostMillis: number | undefined }
  /** Requests per minute; 0 turns a limit off. */
  rateLimit: { address: number; live: number; test: number; session: number }
  /** Invitation emails that a new organization may send per day; 0: no limit. */
  invitesPerDay: number
  deliveryLogDays: number
  /** For so many days a deleted task can be restored. */
  deletedTaskDays: number
  attachmentMaxMb: number
  attachmentsPerTask: number
  metricsToken: string | undefined
  /** Undefined: the key file in `dataDir` (embedded database only). The first key is the current one. */
  secretKeys: SecretKey[] | undefined
  /** Seconds from one attempt to the next. */
  webhookRetryDelays: number[]
  webhookAllowCidrs: string[]
  /** Name servers that webhook hosts are asked from; none: those of the system. */
  webhookDns: string[]
  storage: StorageConfig
  mail: MailConfig | undefined
  /** Undefined: no traces are made. */
  traces: TracesConfig | undefined
  logLevel: string
  /** Undefined: readable lines on a terminal, JSON elsewhere. */
  logFormat: 'json' | 'pretty' | undefined
  /** For so many seconds a server that is to stop goes on, while `GET /v1/health` answers 503. */
  stopGrace: number
}

/** How the values of settings that open ranges are described. */
const cidrs = 'ranges such as 127.0.0.0/8, comma-separated'

const hour = 60 * 60_000
const millisOf = (hours: number | undefined) => (hours === undefined ? undefined : hours * hour)

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/**
 * Reads and checks every variable; an empty one counts as unset.
 * Throws `ConfigError`, one line that names the variable, what is wrong and what is allowed.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const read = reader(env)
  const production = env.NODE_ENV === 'production'
  const port = read.integer('PORT', 8080, 0, 65535)
  const host =
    read.matching('HOST', /^[A-Za-z0-9_.:%-]+$/, 'an address or host name to listen on') ?? '127.0.0.1'
  const baseUrl = readBaseUrl(read, host, port)
  const dataDir = path.resolve(read.text('DATA_DIR') ?? './data')
  return {
    production,
    port,
    host,
    baseUrl,
    dataDir,
    ...readDatabase(read),
    oidc: readIdentity(read, baseUrl, production),
    oauthDynamicRegistration:
      read.oneOf('OAUTH_DYNAMIC_REGISTRATION', ['on', 'off'], isLoopback(baseUrl) ? 'on' : 'off') === 'on',
    oauthClientDocuments: read.oneOf('OAUTH_CLIENT_DOCUMENTS', ['on', 'off'], 'on') === 'on',
    oauthDocumentAllowCidrs: read.list('OAUTH_DOCUMENT_ALLOW_CIDRS', isCidr, cidrs),
    oauthRefreshGrace: read.integer('OAUTH_REFRESH_GRACE', 60, 0, 600),
    trustProxy: read.list('TRUST_PROXY', isProxy, 'addresses or ranges such as 10.0.0.0/8, comma-separated'),
    corsOrigins: read.list(
      'CORS_ORIGINS',
      isOrigin,
      'origins such as https://app.example.com, comma-separated',
    ),
    signIns: {
      idleMillis: read.integer('SESSION_IDLE_HOURS', 12, 1, 168) * hour,
      mostMillis: millisOf(read.integer('SESSION_MAX_HOURS', undefined, 1, 168)),
    },
    ...readLimits(read),
    ...readWebhooks(read),
    storage: readStorage(read, dataDir),
    mail: readMail(read),
    traces: readTraces(read),
    ...readLog(read),
    stopGrace: read.integer('STOP_GRACE', 0, 0, 300),
  }
}

const readLog = (read: Reader) => ({
  logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  logFormat: read.oneOf('LOG_FORMAT', ['json', 'pretty'], undefined),
})

/** The database, and what depends on which it is: a server needs keys that every process has. */
function readDatabase(read: Reader) {
  const explained = explainAddress(read.text('DATABASE_URL') ?? '')
  if (explained !== undefined) throw new ConfigError('DATABASE_URL', explained)
  const databaseUrl = read.matching(
    'DATABASE_URL',
    { test: isDatabaseUrl },
    'postgres://user:password@host/db, or postgres://user:password@a,b:5433/db for several hosts of which one is ' +
      'the primary; target_session_attrs may be read-write or primary',
  )
  const role = read.oneOf('ROLE', ['all', 'api', 'worker'], 'all')
  if (!databaseUrl && role !== 'all') {
    throw new ConfigError('ROLE', `"${role}" needs DATABASE_URL; the embedded database takes "all" only`)
  }
  const keyText = read.text('SECRET_KEYS')
  const secretKeys = keyText === undefined ? undefined : parseSecretKeys(keyText, 'SECRET_KEYS')
  if (databaseUrl && !secretKeys) {
    throw new ConfigError(
      'SECRET_KEYS',
      'must be set when DATABASE_URL is, e.g. 1:$(openssl rand -base64 32)',
    )
  }
  const databasePool = read.integer('DATABASE_POOL', 10, 1, 1000)
  const databasePooler = read.oneOf('DATABASE_POOLER', poolers, undefined)
  if (databasePooler && !databaseUrl)
    throw new ConfigError(
      'DATABASE_POOLER',
      `"${databasePooler}" needs DATABASE_URL, which leads to the pooler`,
    )
  return { databaseUrl, databasePool, databasePooler, role, secretKeys }
}

const readLimits = (read: Reader) => ({
  redisUrl: read.matching('REDIS_URL', { test: isRedis }, 'redis://host:port or rediss://host:port'),
  rateLimit: {
    address: read.integer('RATE_LIMIT_ADDRESS', 300, 0, 1_000_000),
    live: read.integer('RATE_LIMIT_LIVE', 600, 0, 1_000_000),
    test: read.integer('RATE_LIMIT_TEST', 60, 0, 1_000_000),
    session: read.integer('RATE_LIMIT_SESSION', 3000, 0, 1_000_000),
  },
  // Without a mail server no invitation is emailed, so no limit is needed.
  invitesPerDay: read.integer('INVITES_PER_DAY', read.text('SMTP_URL') ? 50 : 0, 0, 1_000_000),
  deliveryLogDays: read.integer('DELIVERY_LOG_DAYS', 30, 1, 3650),
  deletedTaskDays: read.integer('DELETED_TASK_DAYS', 30, 1, 3650),
  attachmentMaxMb: read.integer('ATTACHMENT_MAX_MB', 25, 1, 10_240),
  attachmentsPerTask: read.integer('ATTACHMENTS_PER_TASK', 50, 1, 10_000),
  metricsToken: read.matching(
    'METRICS_TOKEN',
    /^[A-Za-z0-9._~+/=-]{8,}$/,
    '8 or more of A-Z a-z 0-9 . _ ~ + / = -',
  ),
})

const readWebhooks = (read: Reader) => ({
  webhookRetryDelays: read
    .list('WEBHOOK_RETRY_DELAYS', isSeconds, 'seconds from 0 to 604800, comma-separated', [
      '30,120,600,1800,7200,21600,43200',
    ])
    .map(Number),
  webhookAllowCidrs: read.list('WEBHOOK_ALLOW_CIDRS', isCidr, cidrs),
  webhookDns: read.list(
    'WEBHOOK_DNS',
    isNameServer,
    'addresses of name servers such as 9.9.9.9 or 127.0.0.1:5353, comma-separated',
  ),
})

/**
 * The same settings at another public address, for a server told to listen on port 0, whose address is known
 * only then. What was derived from the address follows it; what was set explicitly stays.
 */
export function withBaseUrl(config: Config, baseUrl: string): Config {
  const { oidc } = config
  return {
    ...config,
    baseUrl,
    oidc: {
      ...oidc,
      issuer: oidc.development ? developmentIssuer(baseUrl) : oidc.issuer,
      audience: oidc.audience === config.baseUrl ? baseUrl : oidc.audience,
    },
  }
}

/** The issuer of the built-in development provider of a server at `baseUrl`. */
export const developmentIssuer = (baseUrl: string): string => `${baseUrl}/dev-idp`

function readBaseUrl(read: Reader, host: string, port: number): string {
  const text = read.text('BASE_URL') ?? `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const allowed =
    'an http or https address without path, query or credentials, such as https://tasks.example.com'
  const url = URL.canParse(text) ? new URL(text) : undefined
  const plain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  if (!plain || url.pathname !== '/' || /[?#]/.test(text))
    throw new ConfigError('BASE_URL', `must be ${allowed}`)
  return url.origin
}

function readIdentity(read: Reader, baseUrl: string, production: boolean): IdentityConfig {
  const issuer = read.text('OIDC_ISSUER')
  if (!issuer && (production || !isLoopback(baseUrl))) {
    const why = production ? 'NODE_ENV is production' : `BASE_URL is ${baseUrl}, not a loopback address`
    throw new ConfigError('OIDC_ISSUER', `must be set: ${why}, where the development provider is not offered`)
  }
  // Keys fetched over plain http could be replaced on the way, and with them every identity.
  const trusted =
    !issuer || (URL.canParse(issuer) && (issuer.startsWith('https://') || isHttpLoopback(issuer)))
  if (!trusted || /[?#]/.test(issuer ?? '')) {
    throw new ConfigError('OIDC_ISSUER', 'must be an https address without query (http on loopback only)')
  }
  return {
    issuer: issuer ?? developmentIssuer(baseUrl),
    audience: read.text('OIDC_AUDIENCE') ?? baseUrl,
    clientId: read.text('OIDC_CLIENT_ID') ?? 'svc',
    clientSecret: issuer ? read.text('OIDC_CLIENT_SECRET') : undefined,
    trustEmail: read.oneOf('OIDC_TRUST_EMAIL', ['on', 'off'], 'off') === 'on',
    development: !issuer,
  }
}

const isHttpLoopback = (text: string) => text.startsWith('http://') && isLoopback(text)
