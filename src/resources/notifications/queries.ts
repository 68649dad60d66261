import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery, type ListSpec } from '../../kernel/paging.ts'
import { every } from '../../kernel/sql.ts'
import type { Reach } from '../projects/access.ts'
import type { Kind } from './kinds.ts'
import { notificationColumns, type NotificationRow } from './rows.ts'
import { projectNow, teamNow, visibleNotifications, withTasks } from './visible.ts'

/** A notification with the project and the team in which what it is about lies now. */
export interface NotificationSeen extends NotificationRow {
  project_now: string | null
  team_now: string | null
}

const updatedAt = { sql: 'n.updated_at', type: 'timestamptz', desc: true } as const

/** Notifications come the newest first and in no other order. */
export const newestFirst: ListSpec = {
  sorts: {},
  natural: [updatedAt],
  id: { sql: 'n.notification_id', type: 'text' },
  unsortable: true,
}

const order = sql`order by n.updated_at desc, n.notification_id desc`
const seen = sql`${notificationColumns('n')}, ${projectNow} as project_now, ${teamNow} as team_now`

/** Condition that notification `n` belongs to the caller and is listed, regardless of its resource. */
const isOwn = (
  ctx: Context,
  { org_id }: Reach,
): Sql => sql`n.org_id = ${org_id} and n.user_id = ${ctx.user.user_id}
  and n.on_page`

/** Condition that notification `n` is visible within a `Reach`. */
const onPage = (ctx: Context, reach: Reach): Sql =>
  sql`${isOwn(ctx, reach)} and ${visibleNotifications(ctx, reach)}`

/** The conditions that are asked for beside the organization. */
export interface Wanted {
  project_id?: string | null | undefined
  kinds?: readonly string[] | undefined
  unread?: boolean
  /** Undefined for both, those done with and the others. */
  done?: boolean
  /** Those whose latest cause is not later. */
  until?: string
}

/** Conditions on a notification itself, and on its task. */
function conditionsOf({ project_id, kinds, unread, done, until }: Wanted): { own: Sql; placed: Sql } {
  const conditions: Sql[] = []
  if (unread) conditions.push(sql`n.read_at is null`)
  if (done !== undefined) conditions.push(done ? sql`n.done_at is not null` : sql`n.done_at is null`)
  if (kinds) conditions.push(sql`n.kind = any(${kinds}::text[])`)
  if (until !== undefined) conditions.push(sql`n.updated_at <= ${until}::timestamptz`)
  const placed = project_id == null ? sql`true` : sql`${projectNow} = ${project_id}`
  return { own: every(conditions), placed }
}

/**
 * Maximum number of an organization's notifications that one request examines, newest first, to find readable ones: losing
 * access to a project may hide any number.
 */
const mostExamined = 10_000

/** Options of `newest`. */
interface Search {
  /** Further conditions, such as the cursor. */
  where?: Sql
  /** Examines at most `mostExamined` per organization. */
  bounded?: boolean
  /** Also returns the last examined notification of each organization, readable or not, as `is_end`. */
  marked?: boolean
}

/**
 * The newest `most` of what is wanted within these reaches, as `n`. Each organization is a walk of its own along the
 * caller's part of an index, and what is taken from all is cut once more by the statement around.
 */
function newest(
  ctx: Context,
  reaches: readonly Reach[],
  wanted: Wanted,
  most: number,
  { where = sql`true`, bounded = false, marked = false }: Search = {},
): Sql {
  const { own, placed } = conditionsOf(wanted)
  const walks = (reach: Reach): Sql[] => {
    const which = sql`${isOwn(ctx, reach)} and ${own} and ${where}`
    const visible = sql`${visibleNotifications(ctx, reach)} and ${placed}`
    const from = (source: Sql, isEnd: boolean) => sql`
      select ${seen}, ${sql.raw(String(isEnd))} as is_end from ${withTasks(reach.org_id, source)}`
    if (!bounded)
      return [sql`(${from(sql`notifications`, false)} where ${which} and ${visible} ${order} limit ${most})`]
    const examined = sql`(select * from notifications n where ${which} ${order} limit ${mostExamined})`
    const last = sql`(select * from notifications n where ${which} ${order} offset ${mostExamined - 1} limit 1)`
    const found = sql`(${from(examined, false)} where ${visible} ${order} limit ${most})`
    return marked ? [found, sql`(${from(last, true)})`] : [found]
  }
  const [first, ...others] = reaches.flatMap(walks)
  return sql`(${others.reduce((all, one) => sql`${all} union all ${one}`, first!)}) n`
}

/**
 * Returns a page of the caller's notifications. If more are hidden than one request examines, it ends early at `end`, where
 * the next page continues.
 */
export async function listNotifications(
  ctx: Context,
  page: ListQuery,
  reaches: readonly Reach[],
  wanted: Wanted,
): Promise<{ found: NotificationSeen[]; end?: NotificationSeen | undefined }> {
  if (reaches.length === 0) return { found: [] }
  const bounded = page.offset === 0
  const most = page.offset + page.limit + 1
  const found = await selectPage<NotificationSeen & { is_end: boolean }>(
    ctx,
    page,
    ({ where, order: sorted, limit, columns }) => sql<NotificationSeen & { is_end: boolean }>`
      select n.*, ${columns} from ${newest(ctx, reaches, wanted, most, { where, bounded, marked: bounded })}
      ${sorted}, n.is_end ${limit}`,
    { plan: 'custom' },
  )
  // One organization may have been examined further than another, so rows after an end are incomplete.
  const end = found.findIndex((row) => row.is_end)
  return end < 0 ? { found } : { found: found.slice(0, end), end: found[end] }
}

/** How many are unread of a kind, and whether there is one beyond those that are counted. */
interface UnreadOfKind {
  kind: Kind
  unread: number
  beyond: boolean
}

/** How many of the caller's notifications are unread, by kind; those beyond the newest `most` are not counted. */
export const countUnread = async (
  ctx: Context,
  reaches: readonly Reach[],
  wanted: Wanted,
  most: number,
): Promise<UnreadOfKind[]> =>
  reaches.length === 0
    ? []
    : ctx.db.query(
        sql<UnreadOfKind>`
          select n.kind, (count(*) filter (where n.place <= ${most}))::int as unread, max(n.place) > ${most} as beyond
          from (select n.kind, row_number() over (${order}) as place
            from ${newest(ctx, reaches, { ...wanted, unread: true }, most + 1, { bounded: true })}) n
          group by n.kind`,
        { plan: 'custom' },
      )

/** A notification of the caller's within a reach, locked on writes. */
export async function findNotification(
  ctx: Context,
  reach: Reach,
  notificationId: string,
): Promise<NotificationSeen | undefined> {
  const [row] = await ctx.db.query(sql<NotificationSeen>`
    select ${seen} from ${withTasks(reach.org_id)}
    where ${onPage(ctx, reach)} and n.notification_id = ${notificationId}
    ${ctx.locking ? sql`for no key update of n` : sql``}`)
  return row
}

/** Stores whether and since when a notification is read and done with; its version rises. */
export const storeState = (
  ctx: Context,
  { org_id, notification_id, read_at, done_at }: NotificationRow,
): Promise<unknown[]> =>
  ctx.db.query(sql`
    update notifications set read_at = ${read_at}, done_at = ${done_at}, version = version + 1
    where org_id = ${org_id} and notification_id = ${notification_id}`)

/** Marks the newest `most` of the unread ones that are wanted as read; gives how many there were. */
export async function markRead(
  ctx: Context,
  reaches: readonly Reach[],
  wanted: Wanted,
  most: number,
): Promise<number> {
  if (reaches.length === 0) return 0
  const marked = await ctx.db.query(
    sql`
      with unread as (
        select n.org_id, n.notification_id from ${newest(ctx, reaches, { ...wanted, unread: true }, most)}
        ${order} limit ${most}),
      marked as (
        update notifications n set read_at = ${ctx.now}, version = n.version + 1 from unread u
        where n.org_id = u.org_id and n.notification_id = u.notification_id and n.read_at is null returning 1)
      select count(*)::int as count from marked`,
    { plan: 'custom' },
  )
  return (marked[0] as { count: number }).count
}
