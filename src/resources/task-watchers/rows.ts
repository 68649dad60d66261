import { sql, type Sql } from '../../db/sql.ts'
import { words } from '../../kernel/schema.ts'
import { readableByMember, rightsOn } from '../tasks/rows.ts'

/** Why somebody watches a task. */
export const watchReasons = words('WatchReason', ['created', 'assigned', 'commented', 'mentioned', 'chosen'])
export type WatchReason = (typeof watchReasons)[number]

/** Somebody who watches a task. */
export interface Watcher {
  user_id: string
  username: string
  reason: WatchReason
}

/**
 * Selects `user_id`, `username`, `username_key` and `reason` of the people who watch the task `t` of the statement around
 * it: its creator and assignee, as long as they did not say otherwise, and those who have chosen to, commented on it or
 * are mentioned there. They are active members of the organization who may read the task, each of them once.
 */
export const watchersOf: Sql = sql`
  select m.user_id, m.username, m.username_key,
    case when m.username = t.created_by then 'created' when m.username = t.assignee then 'assigned' else w.reason end
      as reason
  from (select o.user_id from organization_members o where o.org_id = t.org_id
        and o.username_key in (lower(t.created_by collate "C"), lower(t.assignee collate "C"))
      union select c.user_id from task_watchers c
        where c.org_id = t.org_id and c.task_id = t.task_id and c.watching) s
    join organization_members m on m.org_id = t.org_id and m.user_id = s.user_id
    left join task_watchers w on w.org_id = t.org_id and w.task_id = t.task_id and w.user_id = m.user_id
    ${rightsOn('t', sql`m.user_id`)}
  where w.watching is not false and ${readableByMember}`
