/** `/metrics`: what the server counts of itself, and what is looked up when somebody reads it. */
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GaugeOf } from './kernel/services/metrics.ts'
import { unauthorized } from './kernel/problem.ts'
import type { Services } from './kernel/services/services.ts'
import { countWaiting } from './resources/organization-invites/mailing.ts'
import { lagOf } from './resources/notifications/projector/follower.ts'
import { countFailure } from './kernel/request/admission.ts'
import { refuseAfar } from './kernel/request/nearby.ts'
import { countDeliveries } from './resources/webhooks/delivery/queue.ts'

const gauges: GaugeOf<[Services]>[] = [
  {
    name: 'svc_database_connections',
    help: 'Connections to the database, beside those for look-ups by key.',
    label: 'state',
    read({ database }) {
      const { open, busy } = database.connections()
      return { busy, idle: open - busy }
    },
  },
  {
    name: 'svc_database_waiting',
    help: 'Requests and jobs that wait for a connection to the database.',
    read: ({ database }) => database.connections().waiting,
  },
  {
    name: 'svc_streams',
    help: 'Streams of events that are open, and requests that wait for an event.',
    read: ({ live }) => live.count,
  },
  {
    name: 'svc_mail_waiting',
    help: 'Mails of invitations still to be sent, those to be tried again among them; by all processes together.',
    read: ({ database }) => countWaiting(database.db),
  },
  {
    name: 'svc_events_lag_seconds',
    help:
      'For how long what was committed may have waited to be told to those who follow events: as long as the oldest ' +
      'transaction of the cluster that writes has been open. 0 while nobody follows.',
    read: ({ tail }) => tail.lag(),
  },
  {
    name: 'svc_notifications_lag_seconds',
    help: 'For how long the oldest event that people are not told of yet has been waiting; the same in all processes.',
    read: ({ database, clock }) => lagOf(database.db, clock()),
  },
  {
    name: 'svc_webhook_deliveries_waiting',
    help: 'Webhook deliveries not yet done with: in flight, due, to be retried later, held for a webhook not active.',
    label: 'state',
    read: ({ database, clock }) => countDeliveries(database.db, new Date(clock()).toISOString()),
  },
]

const afar = 'Metrics are for callers on the same machine, or with the token that METRICS_TOKEN sets.'

/** Serves the metrics to whoever has `METRICS_TOKEN`; without one to callers on this machine. */
export function registerMetrics(app: FastifyInstance, services: Services): void {
  const { metrics, config } = services
  for (const { read, ...gauge } of gauges) metrics.gauge({ ...gauge, read: () => read(services) })
  app.addHook('onResponse', async (request, reply) => {
    const { operation } = request.routeOptions.config as { operation?: string }
    metrics.answered(operation, reply.statusCode, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const refusal =
      config.metricsToken === undefined ? refuseAfar(request, afar) : refuse(request, config.metricsToken)
    if (refusal?.status === 401) await countFailure({ services, request })
    if (refusal) throw refusal
    const { text, type } = await metrics.read()
    return reply.header('cache-control', 'no-store').type(type).send(text)
  })
}

/** Compares digests, so that the time it takes tells nothing about the token. */
function refuse({ headers }: FastifyRequest, token: string) {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const known = timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
  return known ? undefined : unauthorized()
}
