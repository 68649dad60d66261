import { sql, type Sql, orgEquals } from '../../../db/sql.ts'
import type { OrgRole } from '../../../core/caller.ts'
import { taskAccessColumns, joinTasksWithAccess, type TaskAccess } from '../tasks/queries/rows.ts'
import { reminderColumns, type ReminderRow } from './queries.ts'
import type { ReminderOutcome } from './rules.ts'

interface Key {
  org_id: string
  reminder_id: string
}

export type DueReminderRow = ReminderRow & {
  /** Null unless the recipient is an active member of a live organization. */
  person: { user_id: string; username: string; kind: 'user' | 'service_account'; role: OrgRole } | null
  task: TaskAccess & { due_date: string | null; status: string; deleted: boolean }
}

export const selectOrgsWithDueReminders = (now: string): Sql<Pick<Key, 'org_id'>> => sql`
  select distinct org_id from task_reminders where look_at <= ${now}`

export const selectOrgsWithEndedReminders = (before: string): Sql<Pick<Key, 'org_id'>> => sql`
  select distinct org_id from task_reminders where ended_at < ${before}`

/** Locks due reminders, the earliest first; skips those locked by another process. */
export const claimDueReminders = (now: string, limit: number, orgId?: string): Sql<Key> => sql<Key>`
  select org_id, reminder_id from task_reminders where ${orgEquals('org_id', orgId)} and look_at <= ${now}
  order by look_at limit ${limit} for no key update skip locked`

const selectKeys = (keys: readonly Key[]): Sql => sql`
  jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(org_id uuid, reminder_id text)`

const selectAssignee = (orgId?: string) => sql`(select a.user_id from tasks t join organization_members a
    on a.org_id = t.org_id and a.username_key = t.assignee_key
  where ${orgEquals('t.org_id', orgId)} and t.org_id = r.org_id and t.task_id = r.task_id)`

export const findDueReminders = (keys: readonly Key[], orgId?: string): Sql<DueReminderRow> => sql<DueReminderRow>`
  select ${reminderColumns},
    case when m.user_id is not null then jsonb_build_object('user_id', m.user_id, 'username', m.username,
      'kind', m.kind, 'role', m.role) end as person,
    (select to_jsonb(j) from (select ${taskAccessColumns}, t.due_date, t.status, t.deleted_at is not null as deleted
      from ${joinTasksWithAccess(sql`m.user_id`)}
      where ${orgEquals('t.org_id', orgId)} and t.org_id = r.org_id and t.task_id = r.task_id) j) as task
  from ${selectKeys(keys)}
  join task_reminders r on r.org_id = k.org_id and r.reminder_id = k.reminder_id
  left join organizations o on o.org_id = r.org_id and o.deleted_at is null
  left join organization_members m on m.org_id = o.org_id and m.is_active and m.deleted_at is null
    and m.user_id = case r.recipient when 'me' then r.user_id else ${selectAssignee(orgId)} end
  where ${orgEquals('r.org_id', orgId)}
  order by r.org_id, r.reminder_id`

/** Saves outcomes. A pending reminder only gets a new time, which does not increment its version. */
export const saveReminderOutcomes = (
  outcomes: readonly (Key & ReminderOutcome)[],
  now: string,
  orgId?: string,
): Sql => sql`
  update task_reminders r set status = o.status, fires_at = o.fires_at,
    look_at = case when o.status = 'pending' then o.fires_at end,
    ended_at = case when o.status <> 'pending' then ${now}::timestamptz end,
    version = r.version + (o.status <> 'pending')::int,
    updated_at = case when o.status <> 'pending' then ${now}::timestamptz else r.updated_at end
  from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
    as o(org_id uuid, reminder_id text, status text, fires_at timestamptz)
  where ${orgEquals('r.org_id', orgId)} and r.org_id = o.org_id and r.reminder_id = o.reminder_id`

export const deleteEndedReminders = (before: string, limit: number, orgId?: string): Sql<Key> => sql<Key>`
  delete from task_reminders r using (
    select org_id, reminder_id from task_reminders where ${orgEquals('org_id', orgId)} and ended_at < ${before}
    order by ended_at limit ${limit} for update skip locked) old
  where ${orgEquals('r.org_id', orgId)} and r.org_id = old.org_id and r.reminder_id = old.reminder_id
  returning r.org_id, r.reminder_id`
