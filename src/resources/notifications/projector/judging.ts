import { sql } from '../../../db/sql.ts'

/**
 * The condition "member `m` may read the project, or else the team `te`, in which something lies that is no task", over the
 * joins of `rightsOn` for this member.
 */
export const placeReadableByMember = sql`(m.is_active and m.deleted_at is null and (
  case when p.project_id is not null then p.deleted_at is null and (m.role in ('owner', 'admin')
      or pm.user_id is not null or (p.visibility = 'public' and m.role = 'member'))
    else coalesce(te.is_active, false) and (m.role <> 'guest' or tm.user_id is not null) end))`
