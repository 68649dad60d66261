import { findLastBackupTime } from '../backups/job.ts'
import type { Config } from '../core/config/config.ts'
import type { Context } from '../core/context.ts'
import { SERVER_VERSION } from '../core/version.ts'
import { hashBody, respondWithJson, type OperationResult } from '../http/result.ts'
import type { InstallationRow } from './queries.ts'

const startedAt = new Date(performance.timeOrigin).toISOString()

/** Presents settings by name, since connection strings and paths are secrets of the operator's machine. */
function presentSignIn({ accounts: { mode, join }, oidc }: Config) {
  const joinText = join.kind === 'domain' ? `domain:${join.domain}` : join.kind
  return {
    accounts: mode,
    join: mode === 'off' ? null : joinText,
    issuer: mode === 'on' ? null : oidc.issuer,
    is_development: oidc.development,
  }
}

function presentBackup({ config, database }: Context['services']) {
  if (database.engine === 'postgres') return null
  const lastAt = findLastBackupTime({ config })
  return {
    scheduled: config.backup !== undefined,
    interval_seconds: config.backup ? config.backup.everyMs / 1000 : null,
    last_at: lastAt === undefined ? null : new Date(lastAt).toISOString(),
  }
}

function presentQueues({ millis, services }: Context, row: InstallationRow) {
  const { emails_waiting, due, in_flight, retry, held, oldest_pending_event: oldest } = row
  const lagMs = oldest === null ? 0 : Math.max(0, millis - Date.parse(oldest))
  return {
    invitation_emails: emails_waiting,
    webhook_deliveries: { due, in_flight, retry, held },
    notifications_lag_seconds: Math.round(lagMs / 1000),
    events_lag_seconds: Math.round(services.eventLogReader.lagSeconds()),
  }
}

function presentInstallation(ctx: Context, row: InstallationRow) {
  const { config, database } = ctx.services
  const { storage, mail } = config
  return {
    server: { version: SERVER_VERSION, started_at: startedAt, base_url: config.baseUrl },
    database: { engine: database.engine, version: row.server_version, size_bytes: row.database_bytes },
    storage: {
      kind: storage.kind,
      bucket: storage.kind === 'bucket' ? storage.bucket : null,
      files: row.files,
      size_bytes: row.file_bytes,
    },
    people: { organizations: row.organizations, users: row.users, accounts: row.accounts },
    sign_in: presentSignIn(config),
    mail: { enabled: mail !== undefined, from: mail?.from ?? null },
    queues: presentQueues(ctx, row),
    backup: presentBackup(ctx.services),
    rate_limits: { store: config.redisUrl === undefined ? 'memory' : 'redis' },
  }
}

/** Responds with an ETag that does not cover the size of the database, which changes without a write. */
export function respondWithInstallation(ctx: Context, row: InstallationRow): OperationResult {
  const body = presentInstallation(ctx, row)
  const covered = { ...body, database: { ...body.database, size_bytes: 0 } }
  return respondWithJson({ bytes: Buffer.from(JSON.stringify(body)), hash: hashBody(JSON.stringify(covered)) })
}
