import { inTurn } from '../../../db/by-organization.ts'
import type { Db } from '../../../db/database.ts'
import { sql, type Sql } from '../../../db/sql.ts'
import { ofOrganization } from '../../../kernel/sql.ts'
import { readableByMember, rightsOn } from '../../tasks/rows.ts'
import { placeReadableByMember } from '../projector/judging.ts'
import type { Cause, NotificationRow } from '../rows.ts'

/** What is to be told of a notification by mail, by its key; `cause_ids` are the keys of causes. */
export interface Waiting {
  org_id: string
  notification_id: string
  cause_ids: string[]
}

/** A notification that its person may be told of by mail now, with where the mail goes. */
export interface Mailed
  extends Waiting, Pick<NotificationRow, 'user_id' | 'kind' | 'resource_type' | 'resource_id' | 'title'> {
  causes: Cause[]
  org_name: string
  email: string
  /** What the reminders among its causes note, by their ids. */
  notes: Record<string, string> | null
}

const columns = sql`w.org_id, w.notification_id, w.cause_ids, n.user_id, n.kind, n.resource_type, n.resource_id, n.causes,
  n.updated_at, o.name as org_name, u.email`

/**
 * The notes of reminders, which nothing but the reminder has: one's own are nobody else's to know, and those for the
 * assignee are known to whoever reads the task. They are as they are when the mail is written.
 */
const notes = (orgId?: string) => sql`(select jsonb_object_agg(r.reminder_id, r.note)
  from jsonb_array_elements(n.causes) c
  join task_reminders r on r.org_id = n.org_id and r.reminder_id = c.value ->> 'part_id'
  where ${ofOrganization('r.org_id', orgId)}
    and c.value ->> 'kind' = 'reminder' and r.task_id = n.task_id and r.note is not null
    and (r.user_id = n.user_id or r.recipient = 'assignee')) as notes`

/** Notifications that are neither read nor done, of people whose address is verified. */
const joined = sql`
  from waiting w join notifications n on n.org_id = w.org_id and n.notification_id = w.notification_id
    and n.read_at is null and n.done_at is null
  join organizations o on o.org_id = n.org_id and o.deleted_at is null
  join users u on u.user_id = n.user_id and u.kind = 'user' and u.email_verified and u.email is not null
  join organization_members m on m.org_id = n.org_id and m.user_id = n.user_id`

/**
 * Those of what is to be told that may be told now: the person may still read it, and has not read it yet. The oldest come
 * first.
 */
export const findMailed = async (
  db: Db,
  sharded: boolean,
  waiting: readonly Waiting[],
): Promise<readonly Mailed[]> => {
  const found = await inTurn(sharded, waiting, (some, orgId) => db.query(mailed(some, orgId)))
  return sharded
    ? found.toSorted(
        (a, b) => compare(a.updated_at, b.updated_at) || compare(a.notification_id, b.notification_id),
      )
    : found
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const mailed = (waiting: readonly Waiting[], orgId?: string): Sql<Mailed & { updated_at: string }> => sql`
    with waiting as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb)
        as x(org_id uuid, notification_id text, cause_ids text[]))
    select ${columns}, t.title, ${notes(orgId)} ${joined}
      join tasks t on t.org_id = n.org_id and t.task_id = n.task_id ${rightsOn('t', sql`n.user_id`)}
    where ${ofOrganization('n.org_id', orgId)} and ${readableByMember}
    union all
    select ${columns}, n.title, null::jsonb as notes ${joined}
      left join teams te on te.org_id = n.org_id and te.team_id = n.team_id ${rightsOn('n', sql`n.user_id`)}
    where ${ofOrganization('n.org_id', orgId)} and n.task_id is null and ${placeReadableByMember('n', orgId)}
    order by updated_at, notification_id`

/**
 * Strikes out what was told, or is not to be told any more. What came meanwhile stays, and is due then where it is told by a
 * mail of its own.
 */
export async function strike(
  db: Db,
  sharded: boolean,
  way: 'now' | 'daily',
  told: readonly Waiting[],
  dueAt: string | null,
): Promise<void> {
  await inTurn(sharded, told, async (some, orgId) => {
    const given = sql`jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
      as x(org_id uuid, notification_id text, cause_ids text[])`
    const those = sql`${ofOrganization('w.org_id', orgId)} and w.org_id = x.org_id
      and w.notification_id = x.notification_id and w.way = ${way}`
    await db.query(sql`
      update notification_mails w set due_at = ${dueAt}, attempts = 0,
        cause_ids = array(select c.id from unnest(w.cause_ids) with ordinality c (id, place)
          where c.id <> all(x.cause_ids) order by c.place)
      from ${given} where ${those}`)
    return db.query(
      sql`delete from notification_mails w using ${given} where ${those} and w.cause_ids = '{}'`,
    )
  })
}
