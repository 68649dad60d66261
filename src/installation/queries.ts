import { SYSTEM_ORG_ID } from '../core/ids.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { selectOldestPendingEvent } from '../notifications/pipeline/position.ts'
import { selectPendingInvitationEmailCount } from '../resources/people/invites/email-job.ts'
import { selectQueuedDeliveryCounts } from '../webhooks/queue.ts'

export interface InstallationRow {
  server_version: string
  database_bytes: number
  files: number
  file_bytes: number
  organizations: number
  users: number
  accounts: number
  emails_waiting: number
  in_flight: number
  held: number
  due: number
  retry: number
  /** Time of the oldest event not yet processed for notifications. */
  oldest_pending_event: string | null
}

/** Counts everything in one statement, whose parts a sharded database runs on all servers. */
export const loadInstallation = async (db: Db, now: string): Promise<InstallationRow> =>
  (await db.queryRow(sql<InstallationRow>`
    select current_setting('server_version') as server_version,
      pg_database_size(current_database())::float8 as database_bytes,
      f.files, f.file_bytes, o.organizations, u.users, a.accounts, i.waiting as emails_waiting,
      q.in_flight, q.held, q.due, q.retry, n.created_at as oldest_pending_event
    from (select count(*)::int as files, coalesce(sum(size), 0)::float8 as file_bytes from files where state = 'kept') f
    cross join (select count(*)::int as organizations from organizations
      where deleted_at is null and org_id <> ${SYSTEM_ORG_ID}) o
    cross join (select count(*)::int as users from users where kind = 'user') u
    cross join (select count(*)::int as accounts from accounts) a
    cross join (${selectPendingInvitationEmailCount}) i
    cross join (${selectQueuedDeliveryCounts(now)}) q
    left join (${selectOldestPendingEvent}) n on true`))!
