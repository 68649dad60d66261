import { inTurn } from '../../../db/by-organization.ts'
import type { Database, Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import { ofOrganization } from '../../../kernel/sql.ts'
import type { PlacedEvent } from '../../../kernel/tail/place.ts'
import { reasonsOf, type Reason } from './aims.ts'
import { findTold, inOrder, type Told } from './recipients.ts'

const given = (reasons: readonly Reason[]) => sql`
  given as materialized (select * from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as g(n integer, event_id text,
    at timestamptz, org_id uuid, kind text, aim text, resource_type text, resource_id text, actor_user_id uuid, username_key text,
    user_id uuid, comment_id text))`

/** The tasks whose last open dependency is completed with the one that the event tells of. */
const freed = (orgId?: string) => sql`
  freed as (
    select g.n, g.org_id, g.event_id || ':' || t.task_id as cause_id, g.at, g.actor_user_id, t.task_id,
      g.resource_id as completed_id
    from given g join tasks t on t.org_id = g.org_id and t.dependencies @> array[g.resource_id] and t.dependencies <> '{}'
    where ${ofOrganization('t.org_id', orgId)}
      and g.aim = 'dependents' and t.deleted_at is null and t.status not in ('completed', 'archived')
      and not exists (select 1 from tasks d where ${ofOrganization('d.org_id', orgId)}
        and d.org_id = t.org_id and d.task_id = any(t.dependencies)
        and d.deleted_at is null and d.status <> 'completed'))`

/** What is told to all who watch a task. */
const watched = sql`
  watched as (
    select g.n, g.org_id, g.event_id as cause_id, g.at, g.kind, g.actor_user_id, g.resource_id as task_id,
      null as other_task_id
    from given g where g.aim = 'watchers'
    union all
    select f.n, f.org_id, f.cause_id, f.at, 'unblocked', f.actor_user_id, f.task_id, f.completed_id from freed f)`

/**
 * Condition that member `m` is responsible for a webhook of member `w`: `w` itself, or the organization's owners if `w` is
 * a service account or may no longer have webhooks.
 */
const isKeeper = sql`
  case when w.kind = 'user' and w.is_active and w.deleted_at is null and w.role in ('owner', 'admin')
    then m.user_id = w.user_id else m.role = 'owner' end`

/** Comments that reasons name, unless they are gone again, with the author of what they answer. */
const comments = (orgId?: string) => sql`
  select g.n, g.aim, k.mentions, a.author_id
  from given g join task_comments k on k.org_id = g.org_id and k.comment_id = g.comment_id and k.deleted_at is null
  left join task_comments a on a.org_id = k.org_id and a.comment_id = k.parent_id and a.deleted_at is null
  where ${ofOrganization('k.org_id', orgId)}`

/** People by what reasons say of them. Whoever did it is among them still. */
const people = (orgId?: string) => sql`
  select g.n, g.kind, g.user_id from given g where g.aim = 'person'
  union all
  select g.n, g.kind, m.user_id from given g
    join organization_members m on m.org_id = g.org_id and m.username_key = g.username_key
    where ${ofOrganization('m.org_id', orgId)} and g.aim = 'name'
  union all
  select g.n, g.kind, m.user_id from given g join tasks t on t.org_id = g.org_id and t.task_id = g.resource_id
    join organization_members m on m.org_id = t.org_id and m.username_key = t.assignee_key
    where ${ofOrganization('t.org_id', orgId)} and g.aim = 'assignee'
  union all
  select g.n, g.kind, m.user_id from given g
    join webhook_subscriptions s on s.org_id = g.org_id and s.subscription_id = g.resource_id
    join organization_members w on w.org_id = s.org_id and w.user_id = s.owner_user_id
    join organization_members m on m.org_id = s.org_id and ${isKeeper}
    where ${ofOrganization('s.org_id', orgId)} and g.aim = 'keeper'
  union all
  select k.n, 'replied', k.author_id from (${comments(orgId)}) k where k.aim = 'author'
  union all
  select k.n, 'mentioned', k.mentioned from (select c.n, c.aim, unnest(c.mentions) as mentioned from (${comments(orgId)}) c) k
    where k.aim = 'mentions'
  union all
  select g.n, g.kind, m.user_id from given g
    join task_comments k on k.org_id = g.org_id and k.comment_id = g.comment_id and k.deleted_at is null
    join organization_members m on m.org_id = k.org_id and m.user_id = any(k.mentions) and m.username_key = g.username_key
    where ${ofOrganization('k.org_id', orgId)} and ${ofOrganization('m.org_id', orgId)} and g.aim = 'added'`

/**
 * The creator, the assignee, and those of whom it is written; not those who began to watch later, but for as much as the
 * clocks of two servers may differ.
 */
const watchers = (orgId?: string) => sql`
  select w.*, m.user_id from watched w join tasks t on t.org_id = w.org_id and t.task_id = w.task_id
    join organization_members m on m.org_id = t.org_id and m.username_key = lower(t.created_by collate "C")
    where ${ofOrganization('t.org_id', orgId)}
  union all
  select w.*, m.user_id from watched w join tasks t on t.org_id = w.org_id and t.task_id = w.task_id
    join organization_members m on m.org_id = t.org_id and m.username_key = t.assignee_key
    where ${ofOrganization('t.org_id', orgId)}
  union all
  select w.*, s.user_id from watched w
    join task_watchers s on s.org_id = w.org_id and s.task_id = w.task_id and s.watching
      and s.created_at <= w.at + interval '2 seconds'
    where ${ofOrganization('s.org_id', orgId)}`

const aimed = (orgId?: string) => sql`
  select g.n, g.event_id as cause_id, b.kind, g.org_id, b.user_id, g.resource_type, g.resource_id, null as other_task_id,
    case g.resource_type when 'project' then g.resource_id end as project_id,
    case g.resource_type when 'team' then g.resource_id end as team_id,
    case g.resource_type when 'webhook' then (select s.name from webhook_subscriptions s
      where ${ofOrganization('s.org_id', orgId)} and s.org_id = g.org_id and s.subscription_id = g.resource_id) end as title,
    false as watching
  from given g join (${people(orgId)}) b on b.n = g.n and b.kind = g.kind
  where b.user_id is not null and b.user_id is distinct from g.actor_user_id
  union all
  select w.n, w.cause_id, w.kind, w.org_id, w.user_id, 'task', w.task_id, w.other_task_id, null, null, null, true
  from (${watchers(orgId)}) w where w.user_id is distinct from w.actor_user_id`

/** Who is to be told what of a batch of events, in the order of these; of more than `most` the first. */
export async function audienceOf(
  { db, sharded }: Pick<Database, 'db' | 'sharded'>,
  events: readonly PlacedEvent[],
  most: number | null = null,
): Promise<readonly Told[]> {
  const reasons = events.flatMap(reasonsOf)
  if (reasons.length === 0) return []
  const told = await inTurn(sharded, reasons, async (some, orgId) => {
    if (some.some((reason) => reason.comment_id !== undefined)) await watchCommented(db, some, orgId)
    return findTold(db, sql`${given(some)}, ${freed(orgId)}, ${watched}`, aimed(orgId), { most, orgId })
  })
  return sharded ? inOrder(told).slice(0, most ?? undefined) : told
}

/**
 * Has those watch a task who commented on it or are mentioned there, unless they said that they do not. It is done before
 * it is looked up who watches, so that of two comments at once the author of the first is told of the second; done again
 * it changes nothing.
 */
const watchCommented = (db: Db, reasons: readonly Reason[], orgId?: string) =>
  db.query(sql`
    with ${given(reasons)}
    insert into task_watchers (org_id, task_id, user_id, watching, reason, created_at)
    select distinct on (k.org_id, k.task_id, p.user_id) k.org_id, k.task_id, p.user_id, true, p.reason, k.created_at
    from given g join task_comments k on k.org_id = g.org_id and k.comment_id = g.comment_id and k.deleted_at is null
    cross join lateral (select k.author_id as user_id, 'commented' as reason
      union all select unnest(k.mentions), 'mentioned') p
    join organization_members m on m.org_id = k.org_id and m.user_id = p.user_id and m.deleted_at is null
    where ${ofOrganization('k.org_id', orgId)}
    order by k.org_id, k.task_id, p.user_id, k.created_at
    on conflict (org_id, task_id, user_id) do nothing`)
