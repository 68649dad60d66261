// Background jobs. Each is safe to run twice and holds no transaction while it waits.
import { sweepFiles } from './kernel/files/files.ts'
import { deleteOldAnswers } from './kernel/write/idempotency.ts'
import type { Services } from './kernel/services/services.ts'
import { deleteOutdated } from './oauth/cleanup.ts'
import { deleteOldEvents } from './resources/audit/retention.ts'
import { expireInvitations } from './resources/organization-invites/expiry.ts'
import { tellDays } from './resources/notifications/calendar/calendar.ts'
import { sendAtOnce } from './resources/notifications/mail/at-once.ts'
import { sendDaily } from './resources/notifications/mail/daily.ts'
import { sendInvitations } from './resources/organization-invites/mailing.ts'
import { deleteOldNotifications } from './resources/notifications/sweep.ts'
import { sumCounts } from './resources/projects/roll-ups.ts'
import { fireReminders } from './resources/reminders/firing.ts'
import { sweepReminders } from './resources/reminders/sweep.ts'
import { disableOrphans } from './resources/webhooks/delivery/clearing.ts'
import { probeDisabled } from './resources/webhooks/delivery/probing.ts'
import { removeForGood } from './resources/tasks/purge.ts'
import { deleteOldDeliveries } from './resources/webhooks/delivery/sweep.ts'
import { refreshTextKeys } from './text-keys/refresh.ts'

interface Job {
  name: string
  /** Concerns the memory of this process, so that it runs in every role. */
  everyRole?: true
  /** Polls often for due work. Skipped by a server that sends nothing (`idle`). */
  pollsForDue?: true
  everyMillis: number
  run: (services: Services) => Promise<unknown>
}

const jobs: Job[] = [
  {
    name: 'write-activity',
    everyRole: true,
    everyMillis: 30_000,
    run: (services) => services.identity.flush(),
  },
  {
    name: 'delete-old-responses',
    everyMillis: 10 * 60_000,
    run: ({ database, clock }) => deleteOldAnswers(database, clock()),
  },
  { name: 'sweep-files', everyMillis: 60_000, run: sweepFiles },
  {
    name: 'sweep-spool',
    everyRole: true,
    everyMillis: 10 * 60_000,
    run: ({ storage, clock }) => storage.sweepSpool(clock()),
  },
  { name: 'expire-invitations', everyMillis: 60_000, run: expireInvitations },
  { name: 'send-invitations', everyMillis: 2000, run: sendInvitations },
  { name: 'notify-due-items', pollsForDue: true, everyMillis: 60_000, run: tellDays },
  { name: 'send-notifications', everyMillis: 2000, run: sendAtOnce },
  { name: 'send-daily-notifications', everyMillis: 30_000, run: sendDaily },
  { name: 'fire-reminders', pollsForDue: true, everyMillis: 5000, run: fireReminders },
  { name: 'sweep-reminders', everyMillis: 10 * 60_000, run: sweepReminders },
  { name: 'remove-deleted-tasks', everyMillis: 10 * 60_000, run: removeForGood },
  { name: 'delete-old-audit', everyMillis: 10 * 60_000, run: deleteOldEvents },
  { name: 'sum-counts', everyMillis: 30_000, run: sumCounts },
  { name: 'delete-outdated-oauth', everyMillis: 10 * 60_000, run: deleteOutdated },
  { name: 'disable-orphaned-webhooks', everyMillis: 60_000, run: disableOrphans },
  { name: 'probe-disabled-webhooks', pollsForDue: true, everyMillis: 60_000, run: probeDisabled },
  { name: 'delete-old-notifications', everyMillis: 10 * 60_000, run: deleteOldNotifications },
  { name: 'delete-old-deliveries', everyMillis: 10 * 60_000, run: deleteOldDeliveries },
  { name: 'refresh-text-keys', pollsForDue: true, everyMillis: 1000, run: refreshTextKeys },
]

/** Starts the jobs for the role of this process. A failed run is logged and repeated at the next interval. */
export function startJobs(services: Services, idle = false): { stop(): Promise<void> } {
  const running = new Map<string, Promise<unknown>>()
  const activeJobs = jobs.filter(
    (job) => (services.config.role !== 'api' || job.everyRole) && !(idle && job.pollsForDue),
  )
  const timers = activeJobs.map((job) =>
    setInterval(() => {
      if (running.has(job.name)) return
      const run = job
        .run(services)
        .catch((error: unknown) =>
          services.log('error', 'job failed', { job: job.name, error: String(error) }),
        )
        .finally(() => running.delete(job.name))
      running.set(job.name, run)
    }, job.everyMillis).unref(),
  )
  return {
    async stop() {
      timers.forEach(clearInterval)
      await Promise.all(running.values())
    },
  }
}
