import type { WatchReason } from './schema.ts'
import { joinUserAccess, memberReadCondition } from '../tasks/queries/rows.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'

export interface Watcher {
  user_id: string
  username: string
  reason: WatchReason
}

/** Selects the watchers of the outer task `t`, each once: active members who can read it. */
const selectWatchers: Sql = sql`
  select m.user_id, m.username, m.username_key,
    case when m.username = t.created_by then 'created' when m.username = t.assignee then 'assigned' else w.reason end
      as reason
  from (select o.user_id from organization_members o where o.org_id = t.org_id
        and o.username_key in (lower(t.created_by collate "C"), lower(t.assignee collate "C"))
      union select c.user_id from task_watchers c
        where c.org_id = t.org_id and c.task_id = t.task_id and c.watching) s
    join organization_members m on m.org_id = t.org_id and m.user_id = s.user_id
    left join task_watchers w on w.org_id = t.org_id and w.task_id = t.task_id and w.user_id = m.user_id
    ${joinUserAccess('t', sql`m.user_id`)}
  where w.watching is not false and ${memberReadCondition}`

interface TaskKey {
  org_id: string
  task_id: string
}

export interface TaskWatch extends TaskKey {
  /** Null if the caller does not watch the task. */
  reason: WatchReason | null
  /** Version of the stored watch; 0 without one. */
  version: number
}

export const watcherSorts: ListSpec = {
  sorts: { username: [{ sql: 'm.username_key', type: 'text' }] },
  defaultOrder: [{ sql: 'm.username_key', type: 'text' }],
  id: { sql: 'm.user_id', type: 'uuid' },
}

export const listTaskWatchers = (ctx: Context, page: PageRequest, { org_id, task_id }: TaskKey) =>
  selectPage<Watcher>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<Watcher>`
      select m.user_id, m.username, m.reason, ${columns} from tasks t cross join lateral (${selectWatchers}) m
      where t.org_id = ${org_id} and t.task_id = ${task_id} and ${where} ${order} ${limit}`,
  )

export async function findWatch(ctx: Context, { org_id, task_id }: TaskKey): Promise<TaskWatch> {
  const { user_id } = ctx.user
  const [row] = await ctx.db.query(sql<TaskWatch>`
    select t.org_id, t.task_id, m.reason, coalesce(s.version, 0) as version
    from tasks t left join task_watchers s
        on s.org_id = t.org_id and s.task_id = t.task_id and s.user_id = ${user_id}
      left join lateral (select x.reason from (${selectWatchers}) x where x.user_id = ${user_id}) m on true
    where t.org_id = ${org_id} and t.task_id = ${task_id}`)
  return row!
}

/** A creator or assignee who chose to watch continues to watch after losing that role. */
export const saveWatch = (ctx: Context, { org_id, task_id }: TaskKey, watching: boolean): Promise<unknown[]> =>
  ctx.db.query(sql`
    insert into task_watchers as w (org_id, task_id, user_id, watching, reason, created_at)
    select m.org_id, ${task_id}, m.user_id, ${watching}, 'chosen', ${ctx.now}
    from organization_members m
    where m.org_id = ${org_id} and m.user_id = ${ctx.user.user_id} and m.is_active and m.deleted_at is null
    on conflict (org_id, task_id, user_id) do update
      set watching = excluded.watching, reason = excluded.reason, created_at = excluded.created_at, version = w.version + 1
      where w.watching <> excluded.watching`)
