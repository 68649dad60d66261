import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { measureBackupAge } from './backups/job.ts'
import type { GaugeDefinition } from './core/metrics.ts'
import { unauthorized } from './core/errors.ts'
import type { Dependencies } from './core/dependencies.ts'
import { countPendingInvitationEmails } from './resources/people/invites/email-job.ts'
import { measureNotificationLag } from './notifications/pipeline/position.ts'
import { countFailedAuthentication } from './http/hooks/authenticate.ts'
import { findRemoteClientProblem } from './http/require-loopback.ts'
import { countQueuedDeliveries } from './webhooks/queue.ts'

const gauges: GaugeDefinition<[Dependencies]>[] = [
  {
    name: 'svc_database_connections',
    help: 'Open database connections, without those for batched lookups.',
    label: 'state',
    read({ database }) {
      const { open, busy } = database.connectionStats()
      return { busy, idle: open - busy }
    },
  },
  {
    name: 'svc_database_waiting',
    help: 'Requests and jobs that wait for a database connection.',
    read: ({ database }) => database.connectionStats().waiting,
  },
  {
    name: 'svc_streams',
    help: 'Open event streams, including long polls.',
    read: ({ streamingResponses }) => streamingResponses.count,
  },
  {
    name: 'svc_mail_waiting',
    help: 'Unsent invitation emails, including those to be retried; the same in all processes.',
    read: ({ database }) => countPendingInvitationEmails(database.db),
  },
  {
    name: 'svc_events_lag_seconds',
    help:
      'Maximum delay between commit and delivery to event-log readers: the age of the oldest writing transaction of ' +
      'the cluster. 0 without readers.',
    read: ({ eventLogReader }) => eventLogReader.lagSeconds(),
  },
  {
    name: 'svc_notifications_lag_seconds',
    help: 'Age of the oldest event not yet processed for notifications; the same in all processes.',
    read: ({ database, clock }) => measureNotificationLag(database.db, clock()),
  },
  {
    name: 'svc_webhook_deliveries_waiting',
    help: 'Unfinished webhook deliveries: in flight, due, scheduled for retry, or paused with their webhook.',
    label: 'state',
    read: ({ database, clock }) => countQueuedDeliveries(database.db, new Date(clock()).toISOString()),
  },
  {
    name: 'svc_backup_age_seconds',
    help: 'Seconds since the last backup at BACKUP_TO, or since the start without one; NaN without BACKUP_TO.',
    read: measureBackupAge,
  },
  {
    name: 'svc_backup_interval_seconds',
    help: 'Seconds between scheduled backups (BACKUP_EVERY); NaN without BACKUP_TO.',
    read: ({ config }) => (config.backup ? config.backup.everyMs / 1000 : NaN),
  },
]

const LOOPBACK_ONLY = 'Metrics require a client on the same machine or the token set by METRICS_TOKEN.'

export function registerMetrics(app: FastifyInstance, services: Dependencies): void {
  const { metrics, config } = services
  for (const { read, ...gauge } of gauges) metrics.gauge({ ...gauge, read: () => read(services) })
  app.addHook('onResponse', async (request, reply) => {
    const { operation } = request.routeOptions.config as { operation?: string }
    metrics.recordResponse(operation, reply.statusCode, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const problem =
      config.metricsToken === undefined
        ? findRemoteClientProblem(request, LOOPBACK_ONLY)
        : checkToken(request, config.metricsToken)
    if (problem?.status === 401) await countFailedAuthentication({ services, request })
    if (problem) throw problem
    const { text, type } = await metrics.render()
    return reply.header('cache-control', 'no-store').type(type).send(text)
  })
}

/** Compares digests in constant time. */
function checkToken({ headers }: FastifyRequest, token: string) {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const isValid = timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
  return isValid ? undefined : unauthorized()
}
