import { sql } from '../../../../db/sql.ts'
import { conflict } from '../../../../core/errors.ts'
import type { Context } from '../../../../core/context.ts'

/** Reserves a prefix for a project for good. Throws 409 if another project has or had it. */
export async function claimPrefix(ctx: Context, orgId: string, projectId: string, prefix: string): Promise<void> {
  const claimed = await ctx.db.query(sql`
    insert into project_prefixes as x (org_id, prefix, project_id) values (${orgId}, ${prefix}, ${projectId})
    on conflict (org_id, prefix) do update set project_id = x.project_id where x.project_id = ${projectId}
    returning x.prefix`)
  if (claimed.length === 0)
    throw conflict(`The prefix ${prefix} belongs to another project, now or formerly. Choose another prefix.`)
}
