import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { OrgUser } from '../rules.ts'
import { canManageProject, canReadProject } from '../policy.ts'
import { findProject } from '../queries/find.ts'
import { listActiveProjectMembers } from '../queries/write.ts'
import { updateProject } from './write.ts'

/** Makes a locked member the primary owner of projects of another one, as far as the caller manages them. */
export async function transferProjects(
  ctx: Context,
  from: OrgUser & { org_id: string },
  to: OrgUser,
  limit: number,
): Promise<{ changed: number; hasMore: boolean }> {
  const found = await ctx.db.query(sql<{ project_id: string }>`
    select p.project_id from projects p
    where p.org_id = ${from.org_id} and p.owner = ${from.username} and p.deleted_at is null
      and (${ctx.caller.isOrgAdmin(from.org_id)}::boolean or exists (select from project_members pm
        where pm.org_id = ${from.org_id} and pm.project_id = p.project_id and pm.user_id = ${ctx.user.user_id}
          and pm.is_active and pm.project_role = 'owner'))
    order by p.project_id limit ${limit + 1}`)
  let changed = 0
  for (const { project_id } of found.slice(0, limit)) {
    const project = await findProject(ctx, project_id, 'update')
    // Changed or deleted before it was locked.
    if (project?.owner !== from.username || !canReadProject(ctx, project) || !canManageProject(ctx, project)) continue
    ctx.advanceTimePast([project])
    const team = await listActiveProjectMembers(ctx, project.org_id, project_id)
    await updateProject(ctx, { ...project, team, people: [to] }, { owner: to.username })
    changed++
  }
  return { changed, hasMore: found.length > limit }
}
