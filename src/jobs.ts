/** Background jobs: each one file or function, safe to run twice, with no transaction open while it waits. */
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
  /** Whether it is about what this process holds, and so runs in every role. */
  own?: true
  /** Whether it looks, often, for what is due: a server that sends nothing goes without. */
  looksForDue?: true
  everyMillis: number
  run: (services: Services) => Promise<unknown>
}

const jobs: Job[] = [
  { name: 'write-activity', own: true, everyMillis: 30_000, run: (services) => services.identity.flush() },
  {
    name: 'forget-old-answers',
    everyMillis: 10 * 60_000,
    run: ({ database, clock }) => deleteOldAnswers(database, clock()),
  },
  { name: 'sweep-files', everyMillis: 60_000, run: sweepFiles },
  {
    name: 'sweep-spool',
    own: true,
    everyMillis: 10 * 60_000,
    run: ({ storage, clock }) => storage.sweepSpool(clock()),
  },
  { name: 'expire-invitations', everyMillis: 60_000, run: expireInvitations },
  { name: 'send-invitations', everyMillis: 2000, run: sendInvitations },
  { name: 'tell-what-is-due', looksForDue: true, everyMillis: 60_000, run: tellDays },
  { name: 'send-notifications', everyMillis: 2000, run: sendAtOnce },
  { name: 'send-daily-notifications', everyMillis: 30_000, run: sendDaily },
  { name: 'fire-reminders', looksForDue: true, everyMillis: 5000, run: fireReminders },
  { name: 'sweep-reminders', everyMillis: 10 * 60_000, run: sweepReminders },
  { name: 'remove-deleted-tasks', everyMillis: 10 * 60_000, run: removeForGood },
  { name: 'delete-old-audit', everyMillis: 10 * 60_000, run: deleteOldEvents },
  { name: 'sum-counts', everyMillis: 30_000, run: sumCounts },
  { name: 'delete-outdated-oauth', everyMillis: 10 * 60_000, run: deleteOutdated },
  { name: 'disable-orphaned-webhooks', everyMillis: 60_000, run: disableOrphans },
  { name: 'probe-disabled-webhooks', looksForDue: true, everyMillis: 60_000, run: probeDisabled },
  { name: 'delete-old-notifications', everyMillis: 10 * 60_000, run: deleteOldNotifications },
  { name: 'delete-old-deliveries', everyMillis: 10 * 60_000, run: deleteOldDeliveries },
  { name: 'refresh-text-keys', looksForDue: true, everyMillis: 1000, run: refreshTextKeys },
]

/** Starts every job of the process's role; a failing one is logged and tried again at its next turn. */
export function startJobs(services: Services, idle = false): { stop(): Promise<void> } {
  const running = new Map<string, Promise<unknown>>()
  const due = jobs.filter((job) => (services.config.role !== 'api' || job.own) && !(idle && job.looksForDue))
  const timers = due.map((job) =>
    setInterval(() => {
      if (running.has(job.name)) return
      const turn = job
        .run(services)
        .catch((error: unknown) =>
          services.log('error', 'job failed', { job: job.name, error: String(error) }),
        )
        .finally(() => running.delete(job.name))
      running.set(job.name, turn)
    }, job.everyMillis).unref(),
  )
  return {
    async stop() {
      timers.forEach(clearInterval)
      await Promise.all(running.values())
    },
  }
}
