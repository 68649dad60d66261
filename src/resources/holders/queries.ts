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

/** Ids of the projects or teams among `ids` that an organization has, an expression. */
const liveHolders = (scope_type: HolderType, ids: string[], org: Sql): Sql => sql`
  case when ${scope_type}::text = 'project' then
      array(select p.project_id from projects p
        where p.org_id = ${org} and p.project_id = any(${ids}::text[]) and p.deleted_at is null)
    else
      array(select t.team_id from teams t
        where t.org_id = ${org} and t.team_id = any(${ids}::text[]) and t.is_active)
    end`

/** What the caller reaches, and which of these projects or teams it can read, in the order asked. */
export async function reachOfHolders(
  ctx: Context,
  orgId: string,
  scope_type: HolderType,
  ids: string[],
): Promise<{ reach: Reach; readable: string[] }> {
  const found = await reachWith<{ live: string[] }>(ctx, {
    organization: orgId,
    columns: (org) => sql`${liveHolders(scope_type, ids, org)} as live`,
  })
  const { live, ...reach } = found!
  const readable = (scope_id: string) =>
    live.includes(scope_id) && canReadHolder(ctx, reach, { scope_type, scope_id })
  return { reach, readable: ids.filter(readable) }
}
