import { sql, type Sql } from '../../db/sql.ts'
import { orgEquals } from '../../core/sql-fragments.ts'

/**
 * Condition that member `m` can read the project or team `te` of a resource that is no task, over the joins of
 * `joinUserAccess`. For a webhook, that `m` can have it.
 */
export const isContainerReadableByMember = (
  x: string,
  orgId?: string,
): Sql => sql`(m.is_active and m.deleted_at is null and (
  case when ${sql.raw(x)}.resource_type = 'webhook' then m.role in ('owner', 'admin') and exists (
      select 1 from webhook_subscriptions s where ${orgEquals('s.org_id', orgId)}
        and s.org_id = ${sql.raw(x)}.org_id and s.subscription_id = ${sql.raw(x)}.resource_id and s.deleted_at is null)
    when p.project_id is not null then p.deleted_at is null and (m.role in ('owner', 'admin')
      or pm.user_id is not null or (p.visibility = 'public' and m.role = 'member'))
    else coalesce(te.is_active, false) and (m.role <> 'guest' or tm.user_id is not null) end))`
