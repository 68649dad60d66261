import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { describeDatabaseError } from '../../db/error-advice.ts'
import type { PooledDatabase } from '../../db/pooled-database.ts'
import {
  explainConnectionError,
  inspectRoute,
  requireUsableRoute,
  describeRouteWarning,
  type ConnectionRoute,
} from '../../db/pooler-check.ts'
import { sql } from '../../db/sql.ts'
import type { Config } from '../../core/config/config.ts'
import { loadKeyring } from '../../core/crypto/keyring.ts'
import { verifySmtpServer } from '../../core/email/smtp.ts'
import { ensureDataDir } from '../../core/private-file.ts'
import { getMaxSessionMs, supportsBackChannelLogout } from '../../oauth/sign-in/session-lifetime.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { CommandError } from '../../core/command.ts'
import { openForCommand } from './database.ts'
import { checkCustomFields } from './doctor-fields.ts'
import { checkBackups } from './doctor-backups.ts'
import { checkFirstAccount, checkJoin, checkOperators, checkPublicUrl, checkTrustedProxy } from './doctor-exposure.ts'
import { checkConnections, checkHosts, checkReplication, DoctorWarning } from './doctor-database.ts'

type Check = (config: Config) => Promise<string> | string

export const doctorChecks: Record<string, Check> = {
  'node version': () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
    if (major > 20 || (major === 20 && minor >= 19)) return process.version
    throw new Error(`${process.version}: upgrade to 20.19 or later`)
  },
  settings: ({ baseUrl, databaseUrl, role }) =>
    `${baseUrl}, ${databaseUrl ? 'PostgreSQL' : 'embedded database'}, role ${role}`,
  'public URL': checkPublicUrl,
  'trusted proxy': checkTrustedProxy,
  'data folder': ({ dataDir }) => {
    ensureDataDir(dataDir)
    const probe = path.join(dataDir, `.doctor-${process.pid}`)
    writeFileSync(probe, 'x', { flush: true })
    rmSync(probe)
    return `${dataDir} is writable`
  },
  'secret keys': (config) => `version ${loadKeyring(config).current} is current`,
  database: async (config) => {
    if (!config.databaseUrl && (await isServerHealthy(config))) return 'in use by the running server, which responds'
    const database = await openForCommand(config)
    try {
      const [server] = await database.db.query(
        sql<{ version: number }>`select current_setting('server_version_num')::int as version`,
      )
      const version = server?.version ?? 0
      if (version < 150_000) throw new Error(`PostgreSQL ${version / 10_000}: upgrade to 15 or later`)
      const summary = `PostgreSQL ${Math.floor(version / 10_000)} (${database.engine}) responds`
      if (database.engine !== 'postgres') return summary
      const route = await (database as PooledDatabase).session((client) => inspectRoute(client, { tryNames: true }))
      requireUsableRoute(route)
      return [`${summary} ${describeRoute(route)}`, describeRouteWarning(route)].filter(Boolean).join('; ')
    } catch (error) {
      throw explainConnectionError(error)
    } finally {
      await database.close()
    }
  },
  'custom fields': checkCustomFields,
  'database hosts': checkHosts,
  'database connections': checkConnections,
  replication: checkReplication,
  'file storage': async ({ storage: config }) => {
    const storage = await openStorage(config)
    const name = `doctor/${process.pid}`
    const probe = async function* () {
      yield Buffer.from('x')
    }
    await storage.commit(name, await storage.receive(probe()))
    for await (const _ of await storage.read(name)) break
    await storage.remove(name)
    return `${storage.description} stores and returns files`
  },
  backups: checkBackups,
  'identity provider': async (config) => {
    const { oidc } = config
    if (oidc.development)
      throw new DoctorWarning('the built-in development provider, which signs in any name: for this machine only')
    if (config.accounts.mode === 'on') return 'built-in accounts'
    const url = `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    const { issuer, ...metadata } = (await response.json()) as { issuer?: unknown }
    const hours = getMaxSessionMs(config, metadata) / 3_600_000
    const support = supportsBackChannelLogout(metadata) ? 'supports' : 'does not support'
    if (issuer === oidc.issuer)
      return `${oidc.issuer} responds and ${support} back-channel logout: sessions last at most ${hours} hours`
    throw new Error(`${url} has the issuer ${JSON.stringify(issuer)}`)
  },
  'first account': checkFirstAccount,
  'new accounts': checkJoin,
  operators: checkOperators,
  mail: async ({ mail }) => {
    if (!mail) throw new DoctorWarning('disabled, since SMTP_URL is not set: links and notifications are not emailed')
    const { host, port } = mail.server
    await verifySmtpServer(mail.server).catch((cause: Error) => {
      throw new Error(`${host}:${port}: ${cause.message}`, { cause })
    })
    return `${host}:${port} accepts email from ${mail.from}`
  },
  metrics: ({ metricsToken }) =>
    metricsToken ? 'readable with METRICS_TOKEN' : 'readable from this machine only, since METRICS_TOKEN is not set',
  'request limits': async ({ redisUrl }) => {
    if (!redisUrl) return 'counted separately by each process, since REDIS_URL is not set'
    const { checkRedis } = await import('../../http/limits/redis-windows.ts')
    const { host } = new URL(redisUrl)
    await checkRedis(redisUrl).catch((cause: Error) => {
      throw new Error(`Redis at ${host}: ${cause.message || cause.name}`, { cause })
    })
    return `counted in Redis at ${host}`
  },
}

function describeRoute({ pooled, pooler, renamesStatements }: ConnectionRoute): string {
  if (!pooled) return pooler ? `directly, though DATABASE_POOLER is ${pooler}` : 'directly'
  if (pooler === 'plain' && renamesStatements)
    return 'through a pooler that carries named statements: DATABASE_POOLER=named would be faster'
  return `through a pooler that ${renamesStatements ? 'carries named statements' : 'does not carry named statements'}`
}

/** Result of one check. `message` says what was found and, unless ok, what to do. */
interface Finding {
  check: string
  status: 'ok' | 'warning' | 'failed'
  message: string
}

/** Runs `svc-server doctor [--json]`: prints a line, or a JSON array, of all checks. Throws `CommandError` if one failed. */
export async function doctorCommand(config: Config, args: string[] = []): Promise<void> {
  const json = hasJsonFlag(args)
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(doctorChecks)) {
    const finding = await runCheck(config, name, check)
    findings.push(finding)
    if (!json) process.stdout.write(`${LABELS[finding.status]} ${name}: ${finding.message}\n`)
  }
  if (json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
  const failed = findings.filter(({ status }) => status === 'failed')
  if (failed.length) throw new CommandError(`${failed.length} of ${findings.length} checks failed`)
}

const LABELS = { ok: 'ok     ', warning: 'warning', failed: 'not ok ' }

function hasJsonFlag(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean' } } }).values.json === true
  } catch (error) {
    throw new CommandError(`${(error as Error).message}. Usage: doctor [--json]`)
  }
}

async function runCheck(config: Config, check: string, run: Check): Promise<Finding> {
  try {
    return { check, status: 'ok', message: await run(config) }
  } catch (error) {
    const status = error instanceof DoctorWarning ? 'warning' : 'failed'
    const advice = /^(database|replication)/.test(check) ? describeDatabaseError(error) : undefined
    return { check, status, message: advice ?? (error as Error).message.split('\n')[0]! }
  }
}

async function isServerHealthy({ baseUrl }: Config): Promise<boolean> {
  const response = await fetch(`${baseUrl}/v1/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok ?? false
}
