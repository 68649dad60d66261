import { sql, type Sql, and } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import type { OrgVisibility } from '../../work/projects/policy.ts'
import type { NotificationKind } from './kinds.ts'
import { notificationColumns, type NotificationRow } from './rows.ts'
import {
  currentProject,
  selectTaskKey,
  currentTeam,
  isNotificationVisible,
  joinNotificationTask,
} from './visibility.ts'

export interface NotificationView extends NotificationRow {
  project_now: string | null
  team_now: string | null
  task_key: string | null
}

const updatedAt = { sql: 'n.updated_at', type: 'timestamptz', desc: true } as const

export const notificationSorts: ListSpec = {
  sorts: {},
  defaultOrder: [updatedAt],
  id: { sql: 'n.notification_id', type: 'text' },
  unsortable: true,
}

const order = sql`order by n.updated_at desc, n.notification_id desc`
const buildViewColumns = (orgId: string): Sql =>
  sql`${notificationColumns('n')}, ${currentProject} as project_now, ${currentTeam} as team_now,
    ${selectTaskKey(orgId)} as task_key`

/** Condition that notification `n` belongs to the caller and is listed, regardless of its resource. */
const isListed = (
  ctx: Context,
  { org_id }: OrgVisibility,
): Sql => sql`n.org_id = ${org_id} and n.user_id = ${ctx.user.user_id}
  and n.on_page`

const isVisible = (ctx: Context, visibility: OrgVisibility): Sql =>
  sql`${isListed(ctx, visibility)} and ${isNotificationVisible(ctx, visibility)}`

interface NotificationFilter {
  project_id?: string | null | undefined
  kinds?: readonly string[] | undefined
  unread?: boolean
  done?: boolean
  until?: string
}

function buildConditions({ project_id, kinds, unread, done, until }: NotificationFilter): {
  own: Sql
  inProject: Sql
} {
  const conditions: Sql[] = []
  if (unread) conditions.push(sql`n.read_at is null`)
  if (done !== undefined) conditions.push(done ? sql`n.done_at is not null` : sql`n.done_at is null`)
  if (kinds) conditions.push(sql`n.kind = any(${kinds}::text[])`)
  if (until !== undefined) conditions.push(sql`n.updated_at <= ${until}::timestamptz`)
  const inProject = project_id == null ? sql`true` : sql`${currentProject} = ${project_id}`
  return { own: and(conditions), inProject }
}

/**
 * Maximum number of notifications per organization that one request examines for readable ones, newest first: losing
 * access to a project may hide any number.
 */
const MAX_EXAMINED = 10_000

interface Search {
  where?: Sql
  bounded?: boolean
  /** Also returns the last examined notification of each organization, readable or not, as `is_end`. */
  marked?: boolean
}

/** Selects the newest `limit` matching notifications as `n`. Each organization is an index scan of its own. */
function selectNewest(
  ctx: Context,
  visibilities: readonly OrgVisibility[],
  filter: NotificationFilter,
  limit: number,
  { where = sql`true`, bounded = false, marked = false }: Search = {},
): Sql {
  const { own, inProject } = buildConditions(filter)
  const buildScans = (visibility: OrgVisibility): Sql[] => {
    const candidates = sql`${isListed(ctx, visibility)} and ${own} and ${where}`
    const visible = sql`${isNotificationVisible(ctx, visibility)} and ${inProject}`
    const selectFrom = (source: Sql, isEnd: boolean) => sql`
      select ${buildViewColumns(visibility.org_id)}, ${sql.raw(String(isEnd))} as is_end from ${joinNotificationTask(visibility.org_id, source)}`
    if (!bounded)
      return [
        sql`(${selectFrom(sql`notifications`, false)} where ${candidates} and ${visible} ${order} limit ${limit})`,
      ]
    const examined = sql`(select * from notifications n where ${candidates} ${order} limit ${MAX_EXAMINED})`
    const last = sql`(select * from notifications n where ${candidates} ${order} offset ${MAX_EXAMINED - 1} limit 1)`
    const found = sql`(${selectFrom(examined, false)} where ${visible} ${order} limit ${limit})`
    return marked ? [found, sql`(${selectFrom(last, true)})`] : [found]
  }
  const [first, ...others] = visibilities.flatMap(buildScans)
  return sql`(${others.reduce((all, one) => sql`${all} union all ${one}`, first!)}) n`
}

/**
 * Returns a page of the caller's notifications. If more are hidden than one request examines, it ends early at `end`, where
 * the next page continues.
 */
export async function listNotifications(
  ctx: Context,
  page: PageRequest,
  visibilities: readonly OrgVisibility[],
  filter: NotificationFilter,
): Promise<{ found: NotificationView[]; end?: NotificationView | undefined }> {
  if (visibilities.length === 0) return { found: [] }
  const bounded = page.offset === 0
  const maxRows = page.offset + page.limit + 1
  const found = await selectPage<NotificationView & { is_end: boolean }>(
    ctx,
    page,
    ({ where, order: sorted, limit, columns }) => sql<NotificationView & { is_end: boolean }>`
      select n.*, ${columns} from ${selectNewest(ctx, visibilities, filter, maxRows, { where, bounded, marked: bounded })}
      ${sorted}, n.is_end ${limit}`,
    { plan: 'custom' },
  )
  // One organization may have been examined further than another, so rows after an end are incomplete.
  const end = found.findIndex((row) => row.is_end)
  return end < 0 ? { found } : { found: found.slice(0, end), end: found[end] }
}

interface UnreadOfKind {
  kind: NotificationKind
  unread: number
  beyond: boolean
}

export const countUnreadByKind = async (
  ctx: Context,
  visibilities: readonly OrgVisibility[],
  filter: NotificationFilter,
  limit: number,
): Promise<UnreadOfKind[]> =>
  visibilities.length === 0
    ? []
    : ctx.db.query(
        sql<UnreadOfKind>`
          select n.kind, (count(*) filter (where n.place <= ${limit}))::int as unread, max(n.place) > ${limit} as beyond
          from (select n.kind, row_number() over (${order}) as place
            from ${selectNewest(ctx, visibilities, { ...filter, unread: true }, limit + 1, { bounded: true })}) n
          group by n.kind`,
        { plan: 'custom' },
      )

export const findNotification = (ctx: Context, visibility: OrgVisibility, notificationId: string) =>
  ctx.db.queryRow(sql<NotificationView>`
    select ${buildViewColumns(visibility.org_id)} from ${joinNotificationTask(visibility.org_id)}
    where ${isVisible(ctx, visibility)} and n.notification_id = ${notificationId}
    ${ctx.inTransaction ? sql`for no key update of n` : sql``}`)

export const saveReadState = (ctx: Context, { org_id, notification_id, read_at, done_at }: NotificationRow) =>
  ctx.db.query(sql`
    update notifications set read_at = ${read_at}, done_at = ${done_at}, version = version + 1
    where org_id = ${org_id} and notification_id = ${notification_id}`)

/** Marks the newest `limit` matching notifications as read; returns their number. */
export async function markNotificationsRead(
  ctx: Context,
  visibilities: readonly OrgVisibility[],
  filter: NotificationFilter,
  limit: number,
): Promise<number> {
  if (visibilities.length === 0) return 0
  const marked = await ctx.db.query(
    sql`
      with unread as (
        select n.org_id, n.notification_id from ${selectNewest(ctx, visibilities, { ...filter, unread: true }, limit)}
        ${order} limit ${limit}),
      marked as (
        update notifications n set read_at = ${ctx.now}, version = n.version + 1 from unread u
        where n.org_id = u.org_id and n.notification_id = u.notification_id and n.read_at is null returning 1)
      select count(*)::int as count from marked`,
    { plan: 'custom' },
  )
  return (marked[0] as { count: number }).count
}
