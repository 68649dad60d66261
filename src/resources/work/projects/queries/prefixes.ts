import { sql, type Sql } from '../../../../db/sql.ts'
import { conflict } from '../../../../core/errors.ts'
import type { Context } from '../../../../core/context.ts'

/** Returns a subquery for the prefix of the project of row `alias`, null without a project. */
export const selectProjectPrefix = (orgId: string, alias = 't'): Sql => sql`
  (select x.prefix from projects x where x.org_id = ${orgId} and x.project_id = ${sql.raw(alias)}.project_id)`

/** Returns the condition that the projects of these tasks still have these prefixes, evaluated once per statement. */
export function buildPrefixesCondition(
  orgId: string,
  tasks: readonly { project_id: string | null; project_prefix: string | null }[],
): Sql {
  const prefixes = new Map(tasks.map(({ project_id, project_prefix }) => [project_id, project_prefix]))
  prefixes.delete(null)
  const ids = [...prefixes.keys()].sort()
  return sql`(select coalesce(array_agg(x.prefix order by x.project_id), '{}') from projects x
    where x.org_id = ${orgId} and x.project_id = any(${ids}::text[])) = ${ids.map((id) => prefixes.get(id))}::text[]`
}

/** Reserves a prefix for a project for good. Throws 409 if another project has or had it. */
export async function claimPrefix(ctx: Context, orgId: string, projectId: string, prefix: string): Promise<void> {
  const claimed = await ctx.db.query(sql`
    insert into project_prefixes as x (org_id, prefix, project_id) values (${orgId}, ${prefix}, ${projectId})
    on conflict (org_id, prefix) do update set project_id = x.project_id where x.project_id = ${projectId}
    returning x.prefix`)
  if (claimed.length === 0)
    throw conflict(`The prefix ${prefix} belongs to another project, now or formerly. Choose another prefix.`)
}
