import type { ClientBase } from 'pg'
import { newUuid } from '../src/core/ids.ts'
import { callers, members, orgId } from './organization.ts'
import { storeToken } from './tokens.ts'

/** Events that one transaction writes. */
const each = 10_000
/** One event in so many is of the small organization. */
const seldom = 1_000

/** An organization with few events, in a ledger that is full of another's. */
export interface Small {
  org_id: string
  token: string
}

/** Makes an organization of the admin's that has nothing in it, and begins the ledger anew: an earlier run wrote into it. */
export async function makeSmall(client: ClientBase): Promise<Small> {
  await client.query('truncate events, notifications, notification_causes cascade')
  const org_id = newUuid(Date.now())
  const { user_id, username } = callers.admin
  await client.query(
    `insert into organizations (org_id, name, name_key, created_at, updated_at) values ($1, 'Small', 'small', now(), now())`,
    [org_id],
  )
  await client.query(
    `insert into organization_members (org_id, user_id, kind, username, username_key, role, accepted_at, created_at,
       updated_at)
     values ($1, $2, 'user', $3, $3, 'owner', now(), now(), now())`,
    [org_id, user_id, username],
  )
  return { org_id, token: await storeToken(client, { org_id, user_id }, ['admin']) }
}

const written = `
  insert into events (org_id, event_id, type, resource_type, resource_id, project_id, actor_kind, actor_user_id,
    actor_username, before, after, created_at, ord)
  select case when i % ${seldom} = 0 then $1::uuid else $2::uuid end, $6::text || lpad((i + $3::integer)::text, 15, '0'),
    'task.updated', 'task', t.task_id, t.project_id, 'user', $4::uuid, $5::text, '{"due_date": "2026-12-01"}',
    '{"due_date": "2026-12-02"}', now() - interval '6 days', i
  from generate_series(1, ${each}) i join drawn t on t.n = (i + $3::integer) % 1000`

/**
 * Writes so many events of the last days, many transactions of many events; those of one in a thousand are the small
 * organization's.
 */
export async function loadEvents(
  client: ClientBase,
  small: Small,
  prefix: string,
  count: number,
): Promise<void> {
  await client.query(
    `create temp table drawn as select row_number() over () - 1 as n, task_id, project_id
     from (select task_id, project_id from tasks where org_id = '${orgId}' limit 1000) t`,
  )
  const { user_id, username } = callers.admin
  for (let from = 0; from < count; from += each)
    await client.query(written, [small.org_id, orgId, from, user_id, username, prefix])
  await client.query('drop table drawn')
}

/** Has tasks wait for others, and people told of much. */
export async function loadWaiting(client: ClientBase): Promise<void> {
  await client.query(
    `update tasks t set dependencies = array[d.on_task] from (
       select task_id, lead(task_id) over (order by task_id) as on_task
       from tasks where org_id = $1 order by task_id limit 20001) d
     where t.org_id = $1 and t.task_id = d.task_id and d.on_task is not null`,
    [orgId],
  )
  await client.query(
    `insert into notifications (org_id, notification_id, user_id, kind, resource_type, resource_id, task_id, title, causes,
       created_at, updated_at)
     select $1, 'N' || row_number() over () || u.user_id, u.user_id, 'status_changed', 'task', t.task_id, t.task_id, t.title,
       '[]', now(), now() - random() * interval '90 days'
     from unnest($2::uuid[]) as u(user_id),
       (select task_id, title from tasks where org_id = $1 order by md5(task_id) limit 5000) t`,
    [orgId, members.map((member) => member.user_id)],
  )
}

/** Completes tasks that others wait for: the last events, of which nobody was told yet when the next service starts. */
export async function completeSome(client: ClientBase): Promise<void> {
  const { user_id, username } = callers.admin
  await client.query(
    `update event_followers f set (lineage, tx, ord, event_id) = (select e.lineage, e.tx, e.ord, e.event_id from events e
       where e.lineage > 0 order by e.lineage desc, e.tx desc, e.ord desc, e.event_id desc limit 1)`,
  )
  await client.query(
    `insert into events (org_id, event_id, type, resource_type, resource_id, actor_kind, actor_user_id, actor_username, before,
       after, created_at, ord)
     select $1, 'EVD' || t.task_id, 'task.updated', 'task', t.task_id, 'user', $2, $3, '{"status": "in_progress"}',
       '{"status": "completed"}', now(), (row_number() over ())::integer
     from (select dependencies[1] as task_id from tasks where org_id = $1 and dependencies <> '{}' limit 2000) t`,
    [orgId, user_id, username],
  )
}
