import path from 'node:path'
import { splitHosts } from '../../src/db/connection-url.ts'
import { expect, test } from 'vitest'
import { ConfigError, isLoopback, loadConfig, withBaseUrl } from '../../src/core/config/config.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')

function findConfigError(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message
  }
  throw new Error(`accepted ${JSON.stringify(env)}`)
}

test('an empty environment returns the documented defaults', () => {
  expect(loadConfig({})).toMatchObject({
    production: false,
    port: 8080,
    host: '127.0.0.1',
    baseUrl: 'http://127.0.0.1:8080',
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    databasePool: 10,
    databasePooler: undefined,
    role: 'all',
    oidc: {
      issuer: 'http://127.0.0.1:8080/dev-idp',
      audience: 'http://127.0.0.1:8080',
      clientId: 'svc',
      clientSecret: undefined,
      development: true,
    },
    oauthDynamicRegistration: true,
    oauthClientDocuments: true,
    oauthDocumentAllowCidrs: [],
    oauthRefreshGrace: 60,
    trustProxy: [],
    corsOrigins: [],
    sessionLimits: { idleMillis: 12 * 3_600_000, maxMillis: undefined },
    rateLimit: { address: 300, live: 600, test: 60, session: 3000 },
    deliveryLogDays: 30,
    deletedTaskDays: 30,
    attachmentMaxMb: 25,
    attachmentsPerTask: 50,
    webhookRetryDelays: [30, 120, 600, 1800, 7200, 21600, 43200],
    webhookAllowCidrs: [],
    webhookDns: [],
    storage: { kind: 'folder', folder: path.resolve('data/files') },
    logLevel: 'info',
    logFormat: undefined,
    stopGrace: 0,
  })
})

const provider = 'https://id.example.com'
test.each<[NodeJS.ProcessEnv, mode: string, issuer: string, development: boolean]>([
  [{}, 'off', 'http://127.0.0.1:8080/dev-idp', true],
  [{ ACCOUNTS: 'on' }, 'on', 'http://127.0.0.1:8080/id', false],
  [{ HOST: '0.0.0.0' }, 'on', 'http://localhost:8080/id', false],
  [{ HOST: '::', NODE_ENV: 'production' }, 'on', 'http://localhost:8080/id', false],
  [{ HOST: '0.0.0.0', BASE_URL: 'http://localhost:9000' }, 'off', 'http://localhost:9000/dev-idp', true],
  [{ BASE_URL: 'https://tasks.example.com' }, 'on', 'https://tasks.example.com/id', false],
  [{ NODE_ENV: 'production' }, 'on', 'http://127.0.0.1:8080/id', false],
  [{ OIDC_ISSUER: provider }, 'off', provider, false],
  [{ OIDC_ISSUER: provider, ACCOUNTS: 'beside' }, 'beside', provider, false],
])('with %j accounts are %s', (env, mode, issuer, development) => {
  const { accounts, oidc } = loadConfig(env)
  expect([accounts, oidc.issuer, oidc.development]).toEqual([{ mode, join: { kind: 'invite' } }, issuer, development])
})

test('an empty value counts as unset', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: '', OIDC_ISSUER: ' ' })).toEqual(loadConfig({}))
})

test('reads every setting of a hosted deployment', () => {
  const config = loadConfig({
    NODE_ENV: 'production',
    BASE_URL: 'https://tasks.example.com/',
    DATABASE_URL: 'postgres://svc:secret@db/svc',
    ROLE: 'worker',
    SECRET_KEYS: `2:${KEY},1:${Buffer.alloc(32, 8).toString('base64')}`,
    OIDC_ISSUER: 'https://id.example.com/',
    TRUST_PROXY: '10.0.0.0/8, loopback,::1',
    CORS_ORIGINS: 'https://app.example.com',
    SMTP_URL: 'smtp://mail:25',
    MAIL_FROM: 'Tasks <tasks@example.com>',
    WEBHOOK_RETRY_DELAYS: '0.5,1',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8, fd00::/8',
    WEBHOOK_DNS: '9.9.9.9, 127.0.0.1:5353, ::1, [::1]:53',
  })
  expect(config).toMatchObject({
    baseUrl: 'https://tasks.example.com',
    role: 'worker',
    oidc: { issuer: 'https://id.example.com/', audience: 'https://tasks.example.com', development: false },
    oauthDynamicRegistration: false,
    trustProxy: ['10.0.0.0/8', 'loopback', '::1'],
    mail: { server: { host: 'mail', port: 25, secure: false }, from: 'Tasks <tasks@example.com>' },
    webhookRetryDelays: [0.5, 1],
    webhookAllowCidrs: ['127.0.0.0/8', 'fd00::/8'],
    webhookDns: ['9.9.9.9', '127.0.0.1:5353', '::1', '[::1]:53'],
  })
  expect(config.secretKeys?.map((one) => one.version)).toEqual([2, 1])
})

test.each<[string, NodeJS.ProcessEnv]>([
  ['PORT', { PORT: '80a' }],
  ['PORT', { PORT: '70000' }],
  ['HOST', { HOST: 'a b' }],
  ['BASE_URL', { BASE_URL: 'tasks.example.com' }],
  ['BASE_URL', { BASE_URL: 'https://a.example/path' }],
  ['BASE_URL', { BASE_URL: 'https://me:pw@a.example' }],
  ['BASE_URL', { BASE_URL: 'ftp://a.example' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a,,b/svc' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@a:1:2,b/svc' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres:///svc?host=a,b' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a,b/svc?target_session_attrs=standby' }],
  ['STOP_GRACE', { STOP_GRACE: '301' }],
  ['DATABASE_POOL', { DATABASE_POOL: '0' }],
  ['DATABASE_POOLER', { DATABASE_POOLER: 'pgbouncer' }],
  ['DATABASE_POOLER', { DATABASE_POOLER: 'named' }],
  ['ROLE', { ROLE: 'api' }],
  ['ROLE', { ROLE: 'web' }],
  ['SECRET_KEYS', { DATABASE_URL: 'postgres://db/svc' }],
  ['SECRET_KEYS', { SECRET_KEYS: '1:c2hvcnQ=' }],
  ['SECRET_KEYS', { SECRET_KEYS: `1:${KEY},1:${KEY}` }],
  ['SECRET_KEYS', { SECRET_KEYS: KEY }],
  ['OIDC_ISSUER', { BASE_URL: 'https://tasks.example.com', ACCOUNTS: 'off' }],
  ['OIDC_ISSUER', { HOST: '0.0.0.0', ACCOUNTS: 'off' }],
  ['OIDC_ISSUER', { NODE_ENV: 'production', ACCOUNTS: 'off' }],
  ['ACCOUNTS', { ACCOUNTS: 'yes' }],
  ['ACCOUNTS', { ACCOUNTS: 'beside' }],
  ['ACCOUNTS', { ACCOUNTS: 'on', OIDC_ISSUER: 'https://id.example.com' }],
  ['ACCOUNTS_JOIN', { ACCOUNTS: 'on', ACCOUNTS_JOIN: 'anyone' }],
  ['ACCOUNTS_JOIN', { ACCOUNTS: 'on', ACCOUNTS_JOIN: 'domain:Example.com' }],
  ['ACCOUNTS_JOIN', { ACCOUNTS: 'on', ACCOUNTS_JOIN: 'domain:example.com' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'http://id.example.com' }],
  ['OAUTH_DYNAMIC_REGISTRATION', { OAUTH_DYNAMIC_REGISTRATION: 'yes' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
  ['CORS_ORIGINS', { CORS_ORIGINS: '*' }],
  ['CORS_ORIGINS', { CORS_ORIGINS: 'https://a.example/' }],
  ['REDIS_URL', { REDIS_URL: 'localhost' }],
  ['REDIS_URL', { REDIS_URL: 'redis://host/name' }],
  ['REDIS_URL', { REDIS_URL: 'redis://host:port' }],
  ['OAUTH_CLIENT_DOCUMENTS', { OAUTH_CLIENT_DOCUMENTS: 'no' }],
  ['OAUTH_DOCUMENT_ALLOW_CIDRS', { OAUTH_DOCUMENT_ALLOW_CIDRS: '10.0.0.0' }],
  ['OAUTH_REFRESH_GRACE', { OAUTH_REFRESH_GRACE: '601' }],
  ['RATE_LIMIT_LIVE', { RATE_LIMIT_LIVE: '-1' }],
  ['DELIVERY_LOG_DAYS', { DELIVERY_LOG_DAYS: '0' }],
  ['DELETED_TASK_DAYS', { DELETED_TASK_DAYS: '0' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'a b' }],
  ['WEBHOOK_RETRY_DELAYS', { WEBHOOK_RETRY_DELAYS: '1,x' }],
  ['WEBHOOK_ALLOW_CIDRS', { WEBHOOK_ALLOW_CIDRS: '127.0.0.1' }],
  ['WEBHOOK_ALLOW_CIDRS', { WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8,fe80::%eth0/10' }],
  ['WEBHOOK_DNS', { WEBHOOK_DNS: 'dns.example.com' }],
  ['WEBHOOK_DNS', { WEBHOOK_DNS: '127.0.0.1:0' }],
  ['WEBHOOK_DNS', { WEBHOOK_DNS: '9.9.9.9,[::1]:70000' }],
  ['SMTP_URL', { SMTP_URL: 'mail' }],
  ['SMTP_URL', { SMTP_URL: 'http://mail' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail:port' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail:99999' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail/path' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail?proxy=http://elsewhere' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://u:100%@mail' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail', MAIL_FROM: 'Tasks' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail', MAIL_FROM: `${'a'.repeat(65)}@example.com` }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail', MAIL_FROM: `Tasks <a@${'b'.repeat(64)}.example>` }],
  ['ABUSE_CONTACT', { SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.com', ABUSE_CONTACT: 'http://example.com' }],
  [
    'ABUSE_CONTACT',
    { SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.com', ABUSE_CONTACT: `${'a'.repeat(65)}@b.example` },
  ],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.com, b@example.com' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail', MAIL_FROM: 'Tasks <a@example.com>\nBcc: b@example.com' }],
  ['STORAGE_URL', { STORAGE_URL: '/srv/files' }],
  ['STORAGE_URL', { STORAGE_URL: 'file:' }],
  ['STORAGE_URL', { STORAGE_URL: 'file://elsewhere/srv/files' }],
  ['STORAGE_URL', { STORAGE_URL: 'https://bucket' }],
  ['STORAGE_URL', { STORAGE_URL: 's3:' }],
  ['STORAGE_URL', { STORAGE_URL: 's3://x' }],
  ['STORAGE_URL', { STORAGE_URL: 's3://Bucket_Of/files' }],
  ['STORAGE_URL', { STORAGE_URL: 's3://key:secret@bucket' }],
  ['STORAGE_URL', { STORAGE_URL: 's3://bucket/../x y' }],
  ['STORAGE_URL', { STORAGE_URL: 's3://bucket?regoin=eu' }],
  ['STORAGE_URL', { STORAGE_URL: 's3://bucket?endpoint=minio:9000' }],
  ['STORAGE_URL', { STORAGE_URL: 's3://bucket?endpoint=http://u:p@minio' }],
  ['STORAGE_URL', { STORAGE_URL: 's3://bucket?path_style=yes' }],
  ['AWS_ACCESS_KEY_ID', { STORAGE_URL: 's3://bucket', AWS_SECRET_ACCESS_KEY: 'x' }],
  ['AWS_SECRET_ACCESS_KEY', { STORAGE_URL: 's3://bucket', AWS_ACCESS_KEY_ID: 'x' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
])('rejects a wrong value with one line that begins with %s (%o)', (name, env) => {
  const message = findConfigError(env)
  expect(message.split(' ')[0]).toBe(name)
  expect(message).not.toContain('\n')
})

test('stores files in a folder or a bucket', () => {
  const loadStorage = (env: NodeJS.ProcessEnv) => loadConfig(env).storage
  expect(loadStorage({ DATA_DIR: '/srv' })).toEqual({ kind: 'folder', folder: '/srv/files' })
  expect(loadStorage({ STORAGE_URL: 'file:/srv/a b' })).toEqual({ kind: 'folder', folder: '/srv/a b' })
  expect(loadStorage({ STORAGE_URL: 'file:///srv/a%20b' })).toEqual({ kind: 'folder', folder: '/srv/a b' })
  expect(loadStorage({ STORAGE_URL: 'file:here' })).toEqual({ kind: 'folder', folder: path.resolve('here') })
  const bucket = { kind: 'bucket', bucket: 'files', spool: path.resolve('data/incoming') }
  expect(loadStorage({ STORAGE_URL: 's3://files' })).toEqual({
    ...bucket,
    prefix: '',
    region: 'us-east-1',
    endpoint: undefined,
    pathStyle: false,
    credentials: undefined,
  })
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-west-1' }
  expect(loadStorage({ STORAGE_URL: 's3://files/of/svc/?endpoint=http://minio:9000', ...keys })).toEqual({
    ...bucket,
    prefix: 'of/svc/',
    region: 'eu-west-1',
    endpoint: 'http://minio:9000',
    pathStyle: true,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  })
  const url = 's3://files?endpoint=https://s3.example.com&path_style=false&region=fr-par'
  expect(loadStorage({ STORAGE_URL: url, ...keys })).toMatchObject({ region: 'fr-par', pathStyle: false })
})

test('never prints settings that may contain a password', () => {
  expect(findConfigError({ DATABASE_URL: 'mysql://u:hunter2@x' })).not.toContain('hunter2')
  expect(findConfigError({ SECRET_KEYS: '1:hunter2' })).not.toContain('hunter2')
  expect(findConfigError({ REDIS_URL: 'x://hunter2' })).not.toContain('hunter2')
  expect(findConfigError({ STORAGE_URL: 's3://key:hunter2@bucket' })).not.toContain('hunter2')
  expect(findConfigError({ SMTP_URL: 'smtp://u:hunter2@mail/x' })).not.toContain('hunter2')
  expect(findConfigError({ SMTP_URL: 'smtp://u:hunter2%@mail' })).not.toContain('hunter2')
})

test.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, requireTLS: false }],
  ['smtps://u%40x:p%3Aw@mail', { port: 465, secure: true, auth: { user: 'u@x', pass: 'p:w' } }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
  ['smtp://mail?requireTLS=true', { requireTLS: true, ignoreTLS: false }],
])('parses %s as a mail server', (url, server) => {
  expect(loadConfig({ SMTP_URL: url, MAIL_FROM: 'tasks@example.com' }).mail?.server).toMatchObject(server)
})

test('disables traces without an endpoint, and samples all with one by default', () => {
  expect(loadConfig({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' }).traces).toBeUndefined()
  expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }).traces).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    serviceName: 'svc',
    sampler: { ratio: 1, respectsParent: true },
  })
  const some = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc=, x-team = harbour',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  }
  expect(loadConfig(some).traces).toMatchObject({
    url: 'https://collector.example.com/otlp/v1/traces',
    headers: { authorization: 'Basic abc=', 'x-team': 'harbour' },
    sampler: { ratio: 0.25, respectsParent: false },
  })
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:secret@collector'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%E0%A4%A'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
])('rejects %s when it is %s, without printing secrets', (name, value) => {
  expect(findConfigError({ [name]: value })).toMatch(new RegExp(`^${name} `))
  expect(findConfigError({ [name]: value })).not.toContain('secret')
})

test('derives URLs from the real port when PORT is 0', () => {
  const config = loadConfig({ PORT: '0' })
  expect(withBaseUrl(config, 'http://127.0.0.1:4321')).toMatchObject({
    baseUrl: 'http://127.0.0.1:4321',
    oidc: { issuer: 'http://127.0.0.1:4321/dev-idp', audience: 'http://127.0.0.1:4321' },
  })
  const external = loadConfig({ PORT: '0', OIDC_ISSUER: 'https://id.example.com', OIDC_AUDIENCE: 'svc' })
  expect(withBaseUrl(external, 'http://127.0.0.1:4321').oidc).toEqual(external.oidc)
})

test('detects loopback by IP, not by the prefix of a name', () => {
  expect(['http://localhost:1', 'http://127.0.0.9', 'http://[::1]:8080'].map(isLoopback)).toEqual([true, true, true])
  expect(['http://127.evil.example', 'http://10.0.0.1', 'http://0.0.0.0'].map(isLoopback)).toEqual([
    false,
    false,
    false,
  ])
  expect(loadConfig({ HOST: '::1' }).baseUrl).toBe('http://[::1]:8080')
})

test('splits several hosts into one URL each, with the same parameters', () => {
  const url = 'postgres://u:p%40,x@a,b:5433,[::1]:5434/svc?target_session_attrs=read-write'
  expect(loadConfig({ DATABASE_URL: url, SECRET_KEYS: `1:${KEY}` }).databaseUrl).toBe(url)
  expect(splitHosts(url)).toEqual(
    ['a', 'b:5433', '[::1]:5434'].map((host) => `postgres://u:p%40,x@${host}/svc?target_session_attrs=read-write`),
  )
  expect(splitHosts('postgres://a/svc')).toEqual(['postgres://a/svc'])
})

test.each([
  ['postgres://svc:pa#ss@db/svc', '"#"', '%23'],
  ['postgres://svc:pa?ss@db/svc', '"?"', '%3F'],
  ['postgres://svc:pa/ss@db/svc', '"/"', '%2F'],
  ['postgresql://svc:12/34@db/svc', '"/"', '%2F'],
  ['postgres://svc:12#34@db:5433/svc', '"#"', '%23'],
  ['postgres://s#vc:pa@db/svc', undefined, undefined],
  ['postgres://svc:100%@db/svc', '"%"', '%25'],
  ['postgres://svc:pa@ss@db/svc', undefined, undefined],
  ['postgres://svc:pa%23ss@db/svc', undefined, undefined],
  ['postgres://db:5432/svc?user=a@b', undefined, undefined],
  ['postgres://db/svc?user=a@b&password=c#d', undefined, undefined],
])('accepts a database URL, or rejects it with the correct encoding: %s', (DATABASE_URL, found, written) => {
  const env = { DATABASE_URL, SECRET_KEYS: `1:${KEY}` }
  if (found === undefined) return void expect(() => loadConfig(env)).not.toThrow()
  const message = findConfigError(env)
  expect(message).toMatch(new RegExp(`^DATABASE_URL has a ${found.replace('?', '\\?')} in its user or password`))
  expect(message).toContain(written)
  expect(message).not.toMatch(/pa.ss|34@|100/)
})
