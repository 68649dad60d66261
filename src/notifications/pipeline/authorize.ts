import type { Db } from '../../db/database.ts'
import { sql, type Sql, orgEquals } from '../../db/sql.ts'
import { memberReadCondition, joinUserAccess } from '../../resources/work/tasks/queries/rows.ts'
import {
  notificationKinds,
  kindDefinitions,
  type NotificationKind,
  type EmailTiming,
} from '../../resources/platform/notifications/kinds.ts'
import type { NotificationSubject } from '../../resources/platform/notifications/rows.ts'

export interface Notice {
  /** Index of the event in its batch; null for due dates. */
  n: number | null
  /** Event or due item; with the kind the key of the cause. */
  cause_id: string
  kind: NotificationKind
  org_id: string
  user_id: string
  resource_type: NotificationSubject
  resource_id: string
  task_id: string | null
  project_id: string | null
  team_id: string | null
  title: string | null
  page: boolean
  mail: EmailTiming
  /** Latest unread notification of the user for the same task, and the time of its latest cause. */
  open_id: string | null
  open_at: string | null
  time_zone: string | null
  digest_hour: number | null
}

/** Sorts results of several organizations like one statement sorts them. */
export const sortNotices = (notices: readonly Notice[]): Notice[] =>
  notices.toSorted(
    (a, b) =>
      a.n! - b.n! ||
      compareStrings(a.cause_id, b.cause_id) ||
      compareStrings(a.org_id, b.org_id) ||
      compareStrings(a.user_id, b.user_id),
  )

export const compareStrings = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const DEFAULT_CHANNELS = JSON.stringify(
  notificationKinds.map((kind, weight) => ({ kind, weight, ...kindDefinitions[kind].way })),
)

const isNotMuted = (orgId?: string) => sql`(not a.watching or not exists (select 1 from task_watchers w
  where ${orgEquals('w.org_id', orgId)}
    and w.org_id = a.org_id and w.task_id = a.resource_id and w.user_id = a.user_id and not w.watching))`

const selectReadableTasks = (orgId?: string) => sql`
  select a.n, a.cause_id, a.kind, a.org_id, a.user_id, a.resource_type, a.resource_id, t.task_id, t.project_id, t.team_id,
    t.title
  from candidates a join organization_members m on m.org_id = a.org_id and m.user_id = a.user_id
  join tasks t on t.org_id = a.org_id and t.task_id = a.resource_id ${joinUserAccess('t', sql`a.user_id`)}
  where ${orgEquals('t.org_id', orgId)} and a.resource_type = 'task' and ${memberReadCondition} and ${isNotMuted(orgId)}
    and (a.other_task_id is null or exists (
      select 1 from tasks t ${joinUserAccess('t', sql`a.user_id`)}
      where ${orgEquals('t.org_id', orgId)}
        and t.org_id = a.org_id and t.task_id = a.other_task_id and ${memberReadCondition}))`

/** Tests whether member `m` can read the project or team `te` of a resource, can have the webhook, decides on the request, or has the export. */
export const isContainerReadableByMember = (
  x: string,
  orgId?: string,
): Sql => sql`(m.is_active and m.deleted_at is null and (
  case when ${sql.raw(x)}.resource_type = 'webhook' then m.role in ('owner', 'admin') and exists (
      select 1 from webhook_subscriptions s where ${orgEquals('s.org_id', orgId)}
        and s.org_id = ${sql.raw(x)}.org_id and s.subscription_id = ${sql.raw(x)}.resource_id and s.deleted_at is null)
    when ${sql.raw(x)}.resource_type = 'join_request' then m.role in ('owner', 'admin') and exists (
      select 1 from organization_join_requests r where ${orgEquals('r.org_id', orgId)}
        and r.org_id = ${sql.raw(x)}.org_id and r.user_id = ${sql.raw(x)}.resource_id::uuid and r.status = 'requested')
    when ${sql.raw(x)}.resource_type = 'export' and p.project_id is null then exists (
      select 1 from exports e where ${orgEquals('e.org_id', orgId)}
        and e.org_id = ${sql.raw(x)}.org_id and e.export_id = ${sql.raw(x)}.resource_id and e.user_id = m.user_id)
    when p.project_id is not null then p.deleted_at is null and (m.role in ('owner', 'admin')
      or pm.user_id is not null or (p.visibility = 'public' and m.role = 'member'))
    else coalesce(te.is_active, false) and (m.role <> 'guest' or tm.user_id is not null) end))`

const selectReadableOthers = (orgId?: string) => sql`
  select a.n, a.cause_id, a.kind, a.org_id, a.user_id, a.resource_type, a.resource_id, null as task_id, a.project_id,
    a.team_id, coalesce(a.title, p.name, te.name) as title
  from candidates a join organization_members m on m.org_id = a.org_id and m.user_id = a.user_id
  left join teams te on te.org_id = a.org_id and te.team_id = a.team_id ${joinUserAccess('a', sql`a.user_id`)}
  where ${orgEquals('m.org_id', orgId)} and a.resource_type <> 'task' and ${isContainerReadableByMember('a', orgId)}`

const joinOpenNotification = (orgId?: string) => sql`left join lateral (
    select r.notification_id, r.updated_at from notifications r
    where ${orgEquals('r.org_id', orgId)}
      and r.org_id = x.org_id and r.resource_id = x.resource_id and r.user_id = x.user_id and r.read_at is null
      and r.done_at is null
    order by r.updated_at desc limit 1) r on x.task_id is not null`

const selectKnownCause = (orgId?: string) => sql`select 1 from notification_causes q
  where ${orgEquals('q.org_id', orgId)}
    and q.org_id = x.org_id and q.user_id = x.user_id and q.event_id = x.cause_id and q.kind = x.kind`

/**
 * Selects the notices for candidates who can read the resource, want the kind and were not notified before; per event
 * and task, only the most important kind. One statement. `candidates` selects `n`, `cause_id`, `kind`, `org_id`, `user_id`,
 * `resource_type`, `resource_id`, `other_task_id` (a task that the user must be able to read too), `project_id` and
 * `team_id` (unless it is a task), `title` and `watching` (sent to watchers). `ctes` precede it. `most` limits the
 * result, `orgId` restricts it.
 */
export const authorizeCandidates = (
  db: Db,
  ctes: Sql,
  candidates: Sql,
  { most: max = null, orgId }: { most?: number | null; orgId?: string | undefined } = {},
) =>
  db.query(
    sql<Notice>`
    with ${ctes}, candidates as (${candidates}), readable as (${selectReadableTasks(orgId)} union all ${selectReadableOthers(orgId)})
    select x.n, x.cause_id, x.kind, x.org_id, x.user_id, x.resource_type, x.resource_id, x.task_id, x.project_id,
      x.team_id, x.title, x.page, x.mail, r.notification_id as open_id, r.updated_at as open_at, x.time_zone,
      x.digest_hour
    from (
      select distinct on (y.org_id, y.user_id, y.cause_id, y.resource_id) y.*, f.time_zone, f.digest_hour,
        coalesce((f.kinds -> y.kind ->> 'page')::boolean, d.page) as page,
        coalesce(f.kinds -> y.kind ->> 'mail', d.mail) as mail
      from readable y
      join jsonb_to_recordset(${DEFAULT_CHANNELS}::jsonb) as d(kind text, weight integer, page boolean, mail text) on d.kind = y.kind
      left join notification_preferences f on f.user_id = y.user_id
      order by y.org_id, y.user_id, y.cause_id, y.resource_id, d.weight) x
    join organizations o on o.org_id = x.org_id and o.deleted_at is null
    ${joinOpenNotification(orgId)}
    where ${orgEquals('o.org_id', orgId)} and (x.page or x.mail <> 'never') and not exists (${selectKnownCause(orgId)})
    order by x.n, x.cause_id, x.org_id, x.user_id limit ${max}`,
    // A cached plan from a time without notifications would scan all of them.
    { plan: 'custom' },
  )
