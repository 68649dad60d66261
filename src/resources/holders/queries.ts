import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { some } from '../../kernel/sql.ts'
import { reachWith, type Reach } from '../projects/access.ts'
import { within } from '../projects/task-visibility.ts'
import { canReadHolder, type HolderType } from './access.ts'

/**
 * The condition "the holder that row `alias` names by scope_type and scope_id can be read by the caller": a project as
 * projects are, a live team by every member and a guest who is in it, a person's own things by that person alone.
 */
export function readableHolders(ctx: Context, reach: Reach, alias: string): Sql {
  const type = sql.raw(`${alias}.scope_type`)
  const id = sql.raw(`${alias}.scope_id`)
  const mine = reach.teams === null ? sql`true` : sql`h.team_id = any(${reach.teams}::text[])`
  return some([
    sql`${type} = 'project' and ${within(reach.projects, id)}`,
    sql`${type} = 'team' and exists (select from teams h where h.org_id = ${reach.org_id} and h.team_id = ${id}
      and h.is_active and ${mine})`,
    sql`${type} = 'user' and ${id} = ${ctx.user.username}`,
  ])
}

const reachAndHolders = reachWith<{ live: string[] }>({
  organization: '$2::uuid',
  columns: `CASE WHEN $3 = 'project' THEN
      ARRAY(SELECT p.project_id FROM projects p
        WHERE p.org_id = o.org_id AND p.project_id = ANY($4::text[]) AND p.deleted_at IS NULL)
    ELSE
      ARRAY(SELECT t.team_id FROM teams t
        WHERE t.org_id = o.org_id AND t.team_id = ANY($4::text[]) AND t.is_active)
    END AS live`,
})

/** What the caller reaches, and which of these projects or teams it can read, in the order asked. */
export async function reachOfHolders(
  ctx: Context,
  orgId: string,
  scope_type: HolderType,
  ids: string[],
): Promise<{ reach: Reach; readable: string[] }> {
  const { live, ...reach } = (await reachAndHolders(ctx, orgId, scope_type, ids))!
  const readable = (scope_id: string) =>
    live.includes(scope_id) && canReadHolder(ctx, reach, { scope_type, scope_id })
  return { reach, readable: ids.filter(readable) }
}
