import type { Dependencies } from '../../core/dependencies.ts'
import { forEachOrg } from '../../db/citus/per-org.ts'
import type { Db } from '../../db/database.ts'
import { sql, type Sql, orgEquals } from '../../db/sql.ts'
import { memberReadCondition, joinUserAccess } from '../../resources/work/tasks/queries/rows.ts'
import { compareStrings, isContainerReadableByMember } from '../pipeline/authorize.ts'
import type { NotificationCause, NotificationRow } from '../../resources/platform/notifications/rows.ts'

export interface QueuedNotificationEmail {
  org_id: string
  notification_id: string
  cause_ids: string[]
}

export interface EmailNotification
  extends
    QueuedNotificationEmail,
    Pick<NotificationRow, 'user_id' | 'kind' | 'resource_type' | 'resource_id' | 'title'> {
  causes: NotificationCause[]
  org_name: string
  email: string
  notes: Record<string, string> | null
}

const mailColumns = sql`w.org_id, w.notification_id, w.cause_ids, n.user_id, n.kind, n.resource_type, n.resource_id, n.causes,
  n.updated_at, o.name as org_name, u.email`

/** A personal note is visible to its user only, a note for the assignee to all readers of the task. */
const selectNotes = (orgId?: string) => sql`(select jsonb_object_agg(r.reminder_id, r.note)
  from jsonb_array_elements(n.causes) c
  join task_reminders r on r.org_id = n.org_id and r.reminder_id = c.value ->> 'part_id'
  where ${orgEquals('r.org_id', orgId)}
    and c.value ->> 'kind' = 'reminder' and r.task_id = n.task_id and r.note is not null
    and (r.user_id = n.user_id or r.recipient = 'assignee')) as notes`

const mailJoins = sql`
  from waiting w join notifications n on n.org_id = w.org_id and n.notification_id = w.notification_id
    and n.read_at is null and n.done_at is null
  join organizations o on o.org_id = n.org_id and o.deleted_at is null
  join users u on u.user_id = n.user_id and u.kind = 'user' and u.email_verified and u.email is not null
  join organization_members m on m.org_id = n.org_id and m.user_id = n.user_id`

/** Checks that the user can still read the resource and has not read the notification. Oldest first. */
export const findDeliverableEmails = async (
  db: Db,
  sharded: boolean,
  waiting: readonly QueuedNotificationEmail[],
): Promise<readonly EmailNotification[]> => {
  const found = await forEachOrg(sharded, waiting, (batch, orgId) => db.query(selectDeliverable(batch, orgId)))
  return sharded
    ? found.toSorted(
        (a, b) => compareStrings(a.updated_at, b.updated_at) || compareStrings(a.notification_id, b.notification_id),
      )
    : found
}

const selectDeliverable = (
  waiting: readonly QueuedNotificationEmail[],
  orgId?: string,
): Sql<EmailNotification & { updated_at: string }> => sql`
    with waiting as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb)
        as x(org_id uuid, notification_id text, cause_ids text[]))
    select ${mailColumns}, t.title, ${selectNotes(orgId)} ${mailJoins}
      join tasks t on t.org_id = n.org_id and t.task_id = n.task_id ${joinUserAccess('t', sql`n.user_id`)}
    where ${orgEquals('n.org_id', orgId)} and ${memberReadCondition}
    union all
    select ${mailColumns}, n.title, null::jsonb as notes ${mailJoins}
      left join teams te on te.org_id = n.org_id and te.team_id = n.team_id ${joinUserAccess('n', sql`n.user_id`)}
    where ${orgEquals('n.org_id', orgId)} and n.task_id is null and ${isContainerReadableByMember('n', orgId)}
    order by updated_at, notification_id`

/** Removes causes that were sent or are obsolete. Causes that arrived since remain, due at `dueAt`. */
export async function removeSentCauses(
  db: Db,
  sharded: boolean,
  timing: 'now' | 'daily',
  sent: readonly QueuedNotificationEmail[],
  dueAt: string | null,
): Promise<void> {
  await forEachOrg(sharded, sent, async (batch, orgId) => {
    const source = sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
      as x(org_id uuid, notification_id text, cause_ids text[])`
    const condition = sql`${orgEquals('w.org_id', orgId)} and w.org_id = x.org_id
      and w.notification_id = x.notification_id and w.way = ${timing}`
    await db.query(sql`
      update notification_mails w set due_at = ${dueAt}, attempts = 0,
        cause_ids = array(select c.id from unnest(w.cause_ids) with ordinality c (id, place)
          where c.id <> all(x.cause_ids) order by c.place)
      from ${source} where ${condition}`)
    return db.query(sql`delete from notification_mails w using ${source} where ${condition} and w.cause_ids = '{}'`)
  })
}

export const countNotificationEmail = ({ metrics }: Dependencies, outcome: 'sent' | 'refused' | 'failed' | 'dropped') =>
  metrics.counter('svc_notification_mail_total', 'Notification emails, by outcome.', 'outcome').inc({ outcome })
