import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import { selectWatchers, type Watcher, type WatchReason } from './watcher-rows.ts'

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

export const listTaskWatchers = (ctx: Context, page: PageRequest, { org_id, task_id }: TaskKey): Promise<Watcher[]> =>
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

/**
 * Saves whether the caller, if still a member, watches a task; does nothing if that is already stored. A creator or
 * assignee who chose to watch continues to watch after losing that role.
 */
export const saveWatch = (ctx: Context, { org_id, task_id }: TaskKey, watching: boolean): Promise<unknown[]> =>
  ctx.db.query(sql`
    insert into task_watchers as w (org_id, task_id, user_id, watching, reason, created_at)
    select m.org_id, ${task_id}, m.user_id, ${watching}, 'chosen', ${ctx.now}
    from organization_members m
    where m.org_id = ${org_id} and m.user_id = ${ctx.user.user_id} and m.is_active and m.deleted_at is null
    on conflict (org_id, task_id, user_id) do update
      set watching = excluded.watching, reason = excluded.reason, created_at = excluded.created_at, version = w.version + 1
      where w.watching <> excluded.watching`)
