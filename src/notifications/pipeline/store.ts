import { forEachOrg } from '../../db/citus/per-org.ts'
import type { Transaction } from '../../db/database.ts'
import { sql, type Sql, orgEquals } from '../../db/sql.ts'
import { notificationKinds } from '../../resources/platform/notifications/kinds.ts'
import { MAX_CAUSES, type GroupedNotification } from './group.ts'

/** Delay of an email, so that further causes of the same notification are sent with it. */
const EMAIL_DELAY_MS = 60_000

const buildCte = (name: string, values: readonly object[], columns: string): Sql => sql`
  ${sql.raw(name)} as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as ${sql.raw(`x(${columns})`)})`

const NOTIFICATION_COLUMNS = `org_id uuid, notification_id text, user_id uuid, grows boolean, kind text, resource_type text,
  resource_id text, task_id text, project_id text, team_id text, title text, causes jsonb, cause_count integer,
  on_page boolean, created_at timestamptz, updated_at timestamptz`

const insertNotifications = sql`
  created as (
    insert into notifications (org_id, notification_id, user_id, kind, resource_type, resource_id, task_id, project_id,
      team_id, title, causes, cause_count, on_page, created_at, updated_at)
    select org_id, notification_id, user_id, kind, resource_type, resource_id, task_id, project_id, team_id, title, causes,
      cause_count, on_page, created_at, updated_at
    from gathered where not grows)`

const KIND_WEIGHTS = sql.raw(`array['${notificationKinds.join("', '")}']`)

/**
 * Keeps the first cause and the most important and latest others, so that many comments cannot displace a mention. The
 * notification becomes unread again.
 */
const extendNotifications = (orgId?: string) => sql`
  grown as (
    update notifications n set cause_count = n.cause_count + g.cause_count, updated_at = greatest(n.updated_at, g.updated_at),
      on_page = n.on_page or g.on_page, read_at = null, done_at = null, version = n.version + 1, title = g.title,
      kind = case when array_position(${KIND_WEIGHTS}, g.kind) < array_position(${KIND_WEIGHTS}, n.kind) then g.kind else n.kind end,
      causes = (select jsonb_agg(c.cause order by c.place)
        from (select k.cause, k.place from jsonb_array_elements(n.causes || g.causes) with ordinality k (cause, place)
          order by k.place > 1, array_position(${KIND_WEIGHTS}, k.cause ->> 'kind'), k.place desc
          limit ${sql.raw(String(MAX_CAUSES))}) c)
    from gathered g where ${orgEquals('n.org_id', orgId)}
      and g.grows and n.org_id = g.org_id and n.notification_id = g.notification_id)`

const insertCauses = sql`
  remembered as (
    insert into notification_causes (org_id, user_id, event_id, kind, notification_id)
    select org_id, user_id, cause_id, kind, notification_id from keys
    on conflict (org_id, user_id, event_id, kind) do nothing)`

const queueEmails = sql`
  posted as (
    insert into notification_mails as m (org_id, notification_id, way, user_id, cause_ids, due_at, created_at)
    select org_id, notification_id, way, user_id, cause_ids, due_at, created_at from mails
    on conflict (org_id, notification_id, way) do update set cause_ids = m.cause_ids || excluded.cause_ids)`

/** The time of the daily email is computed when it becomes due. */
const planDigests = (now: string) => sql`
  planned as (
    insert into notification_digests as d (user_id, due_at, since)
    select distinct user_id, ${now}::timestamptz, ${now}::timestamptz from mails where way = 'daily' order by user_id
    on conflict (user_id) do update set due_at = excluded.due_at, since = excluded.since where d.due_at is null)`

interface QueuedEmail {
  org_id: string
  user_id: string
  notification_id: string
  created_at: string
  way: 'now' | 'daily'
  cause_ids: string[]
  due_at: string | null
}

const buildEmailsCte = (mails: readonly QueuedEmail[]): Sql =>
  buildCte(
    'mails',
    mails,
    `org_id uuid, user_id uuid, notification_id text, way text, cause_ids text[], due_at timestamptz,
      created_at timestamptz`,
  )

function buildCtes(gathered: readonly GroupedNotification[], mails: readonly QueuedEmail[], orgId?: string): Sql {
  const keys = gathered.flatMap(({ org_id, user_id, notification_id, keys: all }) =>
    all.map((key) => ({ org_id, user_id, notification_id, ...key })),
  )
  return sql`
    ${buildCte('gathered', gathered, NOTIFICATION_COLUMNS)},
    ${buildCte('keys', keys, 'org_id uuid, user_id uuid, cause_id text, kind text, notification_id text')},
    ${buildEmailsCte(mails)}, ${insertNotifications}, ${extendNotifications(orgId)}, ${insertCauses}, ${queueEmails}`
}

/** Stores emails only with `mailing`. Commits with the last statement; a sharded database has one per organization. */
export async function storeNotifications(
  trx: Transaction,
  gathered: readonly GroupedNotification[],
  { millis, mailing, sharded }: { millis: number; mailing: boolean; sharded: boolean },
): Promise<void> {
  const created_at = new Date(millis).toISOString()
  const due_at = new Date(millis + EMAIL_DELAY_MS).toISOString()
  const mails = (mailing ? gathered : []).flatMap(({ org_id, user_id, notification_id, now, daily }): QueuedEmail[] => {
    const common = { org_id, user_id, notification_id, created_at }
    return [
      ...(now.length > 0 ? [{ ...common, way: 'now' as const, cause_ids: now, due_at }] : []),
      ...(daily.length > 0 ? [{ ...common, way: 'daily' as const, cause_ids: daily, due_at: null }] : []),
    ]
  })
  if (!sharded) return trx.queryAndCommit(sql`with ${buildCtes(gathered, mails)}, ${planDigests(created_at)} select`)
  await forEachOrg(sharded, gathered, (batch, orgId) => {
    const orgMails = mails.filter(({ org_id }) => org_id === orgId)
    return trx.query(sql`with ${buildCtes(batch, orgMails, orgId)} select`)
  })
  if (mails.length > 0) await trx.query(sql`with ${buildEmailsCte(mails)}, ${planDigests(created_at)} select`)
}
