import { forEachOrg } from '../../db/citus/per-org.ts'
import type { Database, Db } from '../../db/database.ts'
import { sql, orgEquals } from '../../db/sql.ts'
import type { PositionedEvent } from '../../events/reader/position.ts'
import { buildReasons, type NotificationReason } from './reasons.ts'
import { authorizeCandidates, sortNotices, type Notice } from './authorize.ts'

const reasonsCte = (reasons: readonly NotificationReason[]) => sql`
  reasons as materialized (select * from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as g(n integer, event_id text,
    at timestamptz, org_id uuid, kind text, target text, resource_type text, resource_id text, actor_user_id uuid, username_key text,
    user_id uuid, comment_id text))`

const unblockedCte = (orgId?: string) => sql`
  unblocked as (
    select g.n, g.org_id, g.event_id || ':' || t.task_id as cause_id, g.at, g.actor_user_id, t.task_id,
      g.resource_id as completed_id
    from reasons g join tasks t on t.org_id = g.org_id and t.dependencies @> array[g.resource_id] and t.dependencies <> '{}'
    where ${orgEquals('t.org_id', orgId)}
      and g.target = 'dependents' and t.deleted_at is null and t.status not in ('completed', 'archived')
      and not exists (select 1 from tasks d where ${orgEquals('d.org_id', orgId)}
        and d.org_id = t.org_id and d.task_id = any(t.dependencies)
        and d.deleted_at is null and d.status <> 'completed'))`

const watchedCte = sql`
  watched as (
    select g.n, g.org_id, g.event_id as cause_id, g.at, g.kind, g.actor_user_id, g.resource_id as task_id,
      null as other_task_id
    from reasons g where g.target = 'watchers'
    union all
    select f.n, f.org_id, f.cause_id, f.at, 'unblocked', f.actor_user_id, f.task_id, f.completed_id from unblocked f)`

/** Member `m` is responsible for their webhook, or for one of `w` who may no longer have webhooks. */
const isResponsible = sql`
  case when w.kind = 'user' and w.is_active and w.deleted_at is null and w.role in ('owner', 'admin')
    then m.user_id = w.user_id else m.role = 'owner' end`

const selectComments = (orgId?: string) => sql`
  select g.n, g.target, k.mentions, a.author_id
  from reasons g join task_comments k on k.org_id = g.org_id and k.comment_id = g.comment_id and k.deleted_at is null
  left join task_comments a on a.org_id = k.org_id and a.comment_id = k.parent_id and a.deleted_at is null
  where ${orgEquals('k.org_id', orgId)}`

const selectUsers = (orgId?: string) => sql`
  select g.n, g.kind, g.user_id from reasons g where g.target = 'user'
  union all
  select g.n, g.kind, m.user_id from reasons g
    join organization_members m on m.org_id = g.org_id and m.username_key = g.username_key
    where ${orgEquals('m.org_id', orgId)} and g.target = 'name'
  union all
  select g.n, g.kind, m.user_id from reasons g join tasks t on t.org_id = g.org_id and t.task_id = g.resource_id
    join organization_members m on m.org_id = t.org_id and m.username_key = t.assignee_key
    where ${orgEquals('t.org_id', orgId)} and g.target = 'assignee'
  union all
  select g.n, g.kind, m.user_id from reasons g
    join webhook_subscriptions s on s.org_id = g.org_id and s.subscription_id = g.resource_id
    join organization_members w on w.org_id = s.org_id and w.user_id = s.owner_user_id
    join organization_members m on m.org_id = s.org_id and ${isResponsible}
    where ${orgEquals('s.org_id', orgId)} and g.target = 'webhook_owner'
  union all
  select g.n, g.kind, m.user_id from reasons g
    join organization_members m on m.org_id = g.org_id and m.role in ('owner', 'admin')
    where ${orgEquals('m.org_id', orgId)} and g.target = 'admins'
  union all
  select k.n, 'replied', k.author_id from (${selectComments(orgId)}) k where k.target = 'author'
  union all
  select k.n, 'mentioned', k.mentioned from (select c.n, c.target, unnest(c.mentions) as mentioned from (${selectComments(orgId)}) c) k
    where k.target = 'mentions'
  union all
  select g.n, g.kind, m.user_id from reasons g
    join task_comments k on k.org_id = g.org_id and k.comment_id = g.comment_id and k.deleted_at is null
    join organization_members m on m.org_id = k.org_id and m.user_id = any(k.mentions) and m.username_key = g.username_key
    where ${orgEquals('k.org_id', orgId)} and ${orgEquals('m.org_id', orgId)} and g.target = 'added'`

/** Leaves out users who began to watch later. Allows 2 s of clock skew between servers. */
const selectWatchers = (orgId?: string) => sql`
  select w.*, m.user_id from watched w join tasks t on t.org_id = w.org_id and t.task_id = w.task_id
    join organization_members m on m.org_id = t.org_id and m.username_key = lower(t.created_by collate "C")
    where ${orgEquals('t.org_id', orgId)}
  union all
  select w.*, m.user_id from watched w join tasks t on t.org_id = w.org_id and t.task_id = w.task_id
    join organization_members m on m.org_id = t.org_id and m.username_key = t.assignee_key
    where ${orgEquals('t.org_id', orgId)}
  union all
  select w.*, s.user_id from watched w
    join task_watchers s on s.org_id = w.org_id and s.task_id = w.task_id and s.watching
      and s.created_at <= w.at + interval '2 seconds'
    where ${orgEquals('s.org_id', orgId)}`

const selectCandidates = (orgId?: string) => sql`
  select g.n, g.event_id as cause_id, b.kind, g.org_id, b.user_id, g.resource_type, g.resource_id, null as other_task_id,
    case g.resource_type when 'project' then g.resource_id
    when 'export' then (select x.project_id from exports x
      where ${orgEquals('x.org_id', orgId)} and x.org_id = g.org_id and x.export_id = g.resource_id) end as project_id,
    case g.resource_type when 'team' then g.resource_id end as team_id,
    case g.resource_type when 'webhook' then (select s.name from webhook_subscriptions s
      where ${orgEquals('s.org_id', orgId)} and s.org_id = g.org_id and s.subscription_id = g.resource_id)
    when 'join_request' then (select u.username from users u where u.user_id = g.resource_id::uuid)
    when 'export' then (select coalesce(p.name, o.name) from exports x
      join organizations o on o.org_id = x.org_id
      left join projects p on p.org_id = x.org_id and p.project_id = x.project_id
      where ${orgEquals('x.org_id', orgId)} and x.org_id = g.org_id and x.export_id = g.resource_id) end as title,
    false as watching
  from reasons g join (${selectUsers(orgId)}) b on b.n = g.n and b.kind = g.kind
  where b.user_id is not null and b.user_id is distinct from g.actor_user_id
  union all
  select w.n, w.cause_id, w.kind, w.org_id, w.user_id, 'task', w.task_id, w.other_task_id, null, null, null, true
  from (${selectWatchers(orgId)}) w where w.user_id is distinct from w.actor_user_id`

/** Returns the recipients of a batch of events in the order of the events, at most `most`. */
export async function findNotices(
  { db, sharded }: Pick<Database, 'db' | 'sharded'>,
  events: readonly PositionedEvent[],
  max: number | null = null,
): Promise<readonly Notice[]> {
  const reasons = events.flatMap(buildReasons)
  if (reasons.length === 0) return []
  const recipients = await forEachOrg(sharded, reasons, async (batch, orgId) => {
    if (batch.some((reason) => reason.comment_id !== undefined)) await addWatchers(db, batch, orgId)
    return authorizeCandidates(
      db,
      sql`${reasonsCte(batch)}, ${unblockedCte(orgId)}, ${watchedCte}`,
      selectCandidates(orgId),
      { most: max, orgId },
    )
  })
  return sharded ? sortNotices(recipients).slice(0, max ?? undefined) : recipients
}

/**
 * Makes commenters and mentioned users watch the task unless they stopped watching it. Runs before watchers are looked
 * up, so that the first of two concurrent commenters is notified of the second comment. Idempotent.
 */
const addWatchers = (db: Db, reasons: readonly NotificationReason[], orgId?: string) =>
  db.query(sql`
    with ${reasonsCte(reasons)}
    insert into task_watchers (org_id, task_id, user_id, watching, reason, created_at)
    select distinct on (k.org_id, k.task_id, p.user_id) k.org_id, k.task_id, p.user_id, true, p.reason, k.created_at
    from reasons g join task_comments k on k.org_id = g.org_id and k.comment_id = g.comment_id and k.deleted_at is null
    cross join lateral (select k.author_id as user_id, 'commented' as reason
      union all select unnest(k.mentions), 'mentioned') p
    join organization_members m on m.org_id = k.org_id and m.user_id = p.user_id and m.deleted_at is null
    where ${orgEquals('k.org_id', orgId)}
    order by k.org_id, k.task_id, p.user_id, k.created_at
    on conflict (org_id, task_id, user_id) do nothing`)
