// Background jobs. Each is safe to run twice and holds no transaction while it waits.
import { runDueBackup } from './backups/job.ts'
import { deleteUnreferencedFiles } from './http/uploads/stored-files.ts'
import { deleteExpiredResponses } from './http/idempotency.ts'
import type { Dependencies } from './core/dependencies.ts'
import { deleteExpiredCredentials } from './oauth/cleanup.ts'
import { enforceAuditRetention } from './resources/people/audit/retention.ts'
import { expireInvitations } from './resources/people/invites/expiry-job.ts'
import { sendDomainCodes } from './resources/people/domains/email-job.ts'
import { notifyDueItems } from './notifications/due-items/notify.ts'
import { sendSingleEmails } from './notifications/email/single.ts'
import { sendDailyEmails } from './notifications/email/daily.ts'
import { sendInvitationEmails } from './resources/people/invites/email-job.ts'
import { deleteOldNotifications } from './notifications/retention.ts'
import { compactTaskCounts } from './resources/work/projects/queries/task-counts.ts'
import { deleteOldExports, runExports } from './resources/platform/exports/jobs.ts'
import { deleteOldImportData, runImports } from './resources/platform/imports/jobs.ts'
import { matchPlaceholders, mergePlaceholders } from './resources/platform/imports/placeholder-jobs.ts'
import { removeInterruptedRestores } from './resources/platform/restores/commands/pending.ts'
import { endLapsedClaims } from './resources/work/claims/jobs.ts'
import { deleteOldReminders, sendDueReminders } from './resources/work/reminders/jobs.ts'
import { disableOrphanedWebhooks } from './webhooks/cleanup.ts'
import { probeDisabledWebhooks } from './webhooks/probes.ts'
import { backfillTaskSpans } from './resources/work/tasks/commands/backfill-spans.ts'
import { changeFieldValues } from './resources/work/tasks/commands/change-values.ts'
import { storeTaskNumbers } from './resources/work/tasks/commands/number-tasks.ts'
import { purgeDeletedTasks } from './resources/work/tasks/commands/purge.ts'
import { deleteOldDeliveries } from './webhooks/retention.ts'
import { refreshTextKeys } from './text-keys/refresh.ts'

interface Job {
  name: string
  /** Concerns the memory of this process, so that it runs in every role. */
  everyRole?: true
  /** Polls often for due work. Skipped by a server `withoutPolling`. */
  pollsOften?: true
  everyMillis: number
  run: (services: Dependencies) => Promise<unknown>
}

const jobs: Job[] = [
  {
    name: 'write-activity',
    everyRole: true,
    everyMillis: 30_000,
    run: (services) => services.identity.flushActivity(),
  },
  {
    name: 'delete-old-responses',
    everyMillis: 10 * 60_000,
    run: ({ database, clock }) => deleteExpiredResponses(database, clock()),
  },
  { name: 'sweep-files', everyMillis: 60_000, run: deleteUnreferencedFiles },
  {
    name: 'sweep-spool',
    everyRole: true,
    everyMillis: 10 * 60_000,
    run: ({ storage, clock }) => storage.sweepSpool(clock()),
  },
  { name: 'expire-invitations', everyMillis: 60_000, run: expireInvitations },
  { name: 'send-invitations', everyMillis: 2000, run: sendInvitationEmails },
  { name: 'send-domain-codes', everyMillis: 2000, run: sendDomainCodes },
  { name: 'notify-due-items', pollsOften: true, everyMillis: 60_000, run: notifyDueItems },
  { name: 'send-notifications', everyMillis: 2000, run: sendSingleEmails },
  { name: 'send-daily-notifications', everyMillis: 30_000, run: sendDailyEmails },
  { name: 'fire-reminders', pollsOften: true, everyMillis: 5000, run: sendDueReminders },
  { name: 'end-lapsed-claims', pollsOften: true, everyMillis: 2000, run: endLapsedClaims },
  { name: 'sweep-reminders', everyMillis: 10 * 60_000, run: deleteOldReminders },
  { name: 'remove-deleted-tasks', everyMillis: 10 * 60_000, run: purgeDeletedTasks },
  { name: 'delete-old-audit', everyMillis: 10 * 60_000, run: enforceAuditRetention },
  { name: 'sum-counts', everyMillis: 30_000, run: compactTaskCounts },
  { name: 'delete-outdated-oauth', everyMillis: 10 * 60_000, run: deleteExpiredCredentials },
  { name: 'disable-orphaned-webhooks', everyMillis: 60_000, run: disableOrphanedWebhooks },
  { name: 'probe-disabled-webhooks', pollsOften: true, everyMillis: 60_000, run: probeDisabledWebhooks },
  { name: 'delete-old-notifications', everyMillis: 10 * 60_000, run: deleteOldNotifications },
  { name: 'delete-old-deliveries', everyMillis: 10 * 60_000, run: deleteOldDeliveries },
  { name: 'backfill-task-spans', pollsOften: true, everyMillis: 5000, run: backfillTaskSpans },
  { name: 'change-field-values', pollsOften: true, everyMillis: 2000, run: changeFieldValues },
  { name: 'store-task-numbers', pollsOften: true, everyMillis: 1000, run: storeTaskNumbers },
  { name: 'write-exports', pollsOften: true, everyMillis: 2000, run: runExports },
  { name: 'delete-old-exports', everyMillis: 10 * 60_000, run: deleteOldExports },
  { name: 'remove-interrupted-restores', everyMillis: 60_000, run: removeInterruptedRestores },
  { name: 'run-imports', pollsOften: true, everyMillis: 1000, run: runImports },
  { name: 'delete-old-imports', everyMillis: 10 * 60_000, run: deleteOldImportData },
  { name: 'match-placeholders', pollsOften: true, everyMillis: 30_000, run: matchPlaceholders },
  { name: 'merge-placeholders', pollsOften: true, everyMillis: 2000, run: mergePlaceholders },
  { name: 'back-up', everyMillis: 60_000, run: runDueBackup },
  { name: 'refresh-text-keys', pollsOften: true, everyMillis: 1000, run: refreshTextKeys },
]

/** Starts the jobs for the role of this process. A failed run is logged and repeated at the next interval. */
export function startJobs(services: Dependencies, withoutPolling = false): { stop(): Promise<void> } {
  const running = new Map<string, Promise<unknown>>()
  const activeJobs = jobs.filter(
    (job) => (services.config.role !== 'api' || job.everyRole) && !(withoutPolling && job.pollsOften),
  )
  const timers = activeJobs.map((job) =>
    setInterval(() => {
      if (running.has(job.name)) return
      const run = job
        .run(services)
        .catch((error: unknown) => services.log('error', 'job failed', { job: job.name, error: String(error) }))
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
