import { setTimeout as sleep } from 'node:timers/promises'
import { createEmailSender } from '../../../src/core/email/smtp.ts'
import type { Dependencies } from '../../../src/core/dependencies.ts'
import { processAllEvents } from '../../../src/notifications/pipeline/batch.ts'
import type { NotificationKind } from '../../../src/resources/platform/notifications/kinds.ts'
import type { NotificationCause, NotificationRow } from '../../../src/resources/platform/notifications/rows.ts'
import type { Client, TestApp } from '../../support/app.ts'

/**
 * Creates the notifications of all events so far. Open transactions of other tests in the same cluster delay stable
 * events.
 */
export async function processPendingEvents(app: TestApp, services: Dependencies = app.services): Promise<void> {
  const pendingSql = `SELECT FROM events e JOIN event_followers f ON f.name = 'notifications'
    WHERE e.lineage > 0 AND (e.lineage, e.tx, e.ord, e.event_id) > (f.lineage, f.tx, f.ord, f.event_id) LIMIT 1`
  const end = Date.now() + 15_000
  for (;;) {
    await processAllEvents(services)
    if ((await app.sql(pendingSql)).length === 0) return
    if (Date.now() > end) throw new Error('not everything was taken in')
    await sleep(5)
  }
}

/** Returns the stored notifications of a user, oldest first, after processing pending events. */
export async function listStoredNotifications(person: Client): Promise<NotificationRow[]> {
  await processPendingEvents(person.app)
  return person.app.sql<NotificationRow>(
    'SELECT * FROM notifications WHERE user_id = $1 ORDER BY created_at, notification_id',
    [person.userId],
  )
}

/** Lists the kinds of a user's notifications, each with the kinds of its causes. */
export const listNotificationKinds = async (person: Client): Promise<[NotificationKind, NotificationKind[]][]> =>
  (await listStoredNotifications(person)).map(({ kind, causes }) => [
    kind,
    causes.map((cause: NotificationCause) => cause.kind),
  ])

/** Returns the dependencies of a process that sends emails to this server. */
export function buildEmailDependencies(app: TestApp, url: string): Dependencies {
  const { hostname: host, port } = new URL(url)
  const server = { host, port: Number(port), secure: false, requireTLS: false, ignoreTLS: false }
  const config = { ...app.services.config, mail: { server, from: 'Tasks <tasks@example.com>' } }
  return { ...app.services, config, mail: createEmailSender(config) }
}
