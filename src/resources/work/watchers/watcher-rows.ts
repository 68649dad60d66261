import { sql, type Sql } from '../../../db/sql.ts'
import * as s from '../../../core/schema.ts'
import { memberReadCondition, joinUserAccess } from '../tasks/queries/rows.ts'

export const watchReasons = s.namedEnum('WatchReason', ['created', 'assigned', 'commented', 'mentioned', 'chosen'])
export type WatchReason = (typeof watchReasons)[number]

export interface Watcher {
  user_id: string
  username: string
  reason: WatchReason
}

/**
 * Selects the watchers of the outer task `t`, each once: creator and assignee unless they unwatched it, and users who chose
 * to watch, commented or were mentioned. Only active members who can read the task.
 */
export const selectWatchers: Sql = sql`
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
