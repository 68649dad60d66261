import type { Logger } from 'pino'
import type { Database } from './db/database.ts'
import { applyMigrations } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import { isLoopback, isLoopbackHost, type Config } from './core/config/config.ts'
import type { Log } from './core/log.ts'
import { ensureDataDir } from './core/private-file.ts'
import type { Dependencies } from './core/dependencies.ts'
import type { RunningServer } from './listen.ts'
import { getLogFormat, openLog } from './log.ts'

export type { RunningServer }

interface ServerOverrides {
  /** An open database, closed with the server. */
  database?: Database
  clock?: () => number
  monotonic?: () => number
  /** Runs no jobs that send or notify, which would disturb tests that count statements. */
  withoutPolling?: boolean
}

/** Opens and migrates the database; the caller awaits errors. */
function openMigrated(config: Config, log: Log, provided: Database | undefined): Promise<Database> {
  const { databaseUrl, dataDir, databasePool: pool, databasePooler: pooler } = config
  const open = async () => {
    const warn = (line: string) => log('warn', line)
    const database = provided ?? (await openDatabase({ databaseUrl, dataDir, pool, pooler, log: warn }))
    await applyMigrations(database, undefined, warn)
    return database
  }
  const opening = open()
  opening.catch(() => undefined)
  return opening
}

export async function startServer(config: Config, overrides: ServerOverrides = {}): Promise<RunningServer> {
  const logger: Logger | undefined = await openLog(config)
  const log: Log = (level, message, fields) => logger?.[level](fields ?? {}, message)
  if (!config.databaseUrl) ensureDataDir(config.dataDir)
  const opening = openMigrated(config, log, overrides.database)
  // The service is loaded while the database opens.
  const { listenOnDatabase } = await import('./listen.ts')
  const database = await opening
  const { clock, monotonic, withoutPolling } = overrides
  return listenOnDatabase(config, { database, logger: logger, log, clock, monotonic, withoutPolling })
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Returns whether standard output has one JSON object per line, which other text would break for log collectors. */
const logsJson = (config: Config): boolean => config.logLevel !== 'silent' && getLogFormat(config) === 'json'

interface Welcome {
  /** Says what is running. */
  summary: string
  /** Addresses and commands for a person. */
  hints: string[]
  warnings: string[]
}

function buildWelcome({ config, database }: Dependencies): Welcome {
  const { baseUrl, role, oidc } = config
  if (role === 'worker') {
    const summary = `svc is running the background jobs of ${baseUrl} (${database.engine} database) and answers health checks`
    return { summary, hints: [], warnings: [] }
  }
  const url = baseUrl === 'http://127.0.0.1:8080' ? '' : ` ${baseUrl}`
  return {
    summary: `svc is listening on ${baseUrl} (${database.engine} database)`,
    hints: [
      `Console:        ${baseUrl}/`,
      `API pages:      ${baseUrl}/docs`,
      `Command line:   svc login${url}`,
      ...(oidc.development ? ['Session token:  npm run -s svc-server -- login --user ada'] : []),
    ],
    warnings: listStartWarnings(config),
  }
}

function listStartWarnings({ baseUrl, host, databaseUrl, redisUrl, accounts, oidc }: Config): string[] {
  const warnings = []
  if (accounts.mode !== 'off' && baseUrl.startsWith('http:') && !isLoopback(baseUrl))
    warnings.push(
      'Warning: BASE_URL is plain HTTP, so passwords cross the network unencrypted. Use https outside a trial.',
    )
  if (oidc.development)
    warnings.push('Warning: the development identity provider signs in any user by name. Never expose this server.')
  if (oidc.development && !isLoopbackHost(host))
    warnings.push(
      `HOST is ${host}, but the development identity provider accepts only clients on this machine (in a ` +
        'container, those inside it). To let others sign in, set ACCOUNTS=on or OIDC_ISSUER.',
    )
  else if (isLoopback(baseUrl) && !isLoopbackHost(host))
    warnings.push(
      'Note:           open it on this machine. For other machines, set BASE_URL to the address that they open',
    )
  if (databaseUrl && !redisUrl) warnings.push('Rate limits:    per process, since REDIS_URL is not set')
  return warnings
}

/** Prints what is running, the address of the console first; as log lines if the output is JSON. */
function printWelcome(services: Dependencies): void {
  const { summary, hints, warnings } = buildWelcome(services)
  if (!logsJson(services.config)) return [...hints, summary, ...warnings].forEach(print)
  services.log('info', summary)
  for (const warning of warnings) services.log('warn', warning.replace(/^(Warning|Note): +/, ''))
}

/** Prints the link for the first account, if there is none, also between log lines in JSON. */
async function printSetupLink(services: Dependencies): Promise<void> {
  const { config } = services
  if (config.role === 'worker' || config.accounts.mode === 'off') return
  const { createSetupLink } = await import('./oauth/accounts/setup.ts')
  const link = await createSetupLink(services)
  if (link === undefined) return
  const { baseUrl, isBaseUrlAssumed } = config
  const shown = isBaseUrlAssumed ? link.slice(baseUrl.length) : link
  const hint = `. Open this path at ${baseUrl}, or set BASE_URL to the address that browsers open.`
  // One line, since log collectors count it as one message.
  print(`First account:  ${shown} (valid for 1 hour, once)${isBaseUrlAssumed ? hint : ''}`)
}

export async function runServeCommand(config: Config): Promise<void> {
  const running = await startServer(config)
  printWelcome(running.services)
  await printSetupLink(running.services)
  const { config: settings, log } = running.services
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    const line = `${signal}: finishing requests and jobs in flight`
    if (logsJson(settings)) log('info', line)
    else print(line)
    void running.stop().then(() => process.exit(0))
  }
  process.once('SIGTERM', () => stop('SIGTERM'))
  process.once('SIGINT', () => stop('SIGINT'))
}
