import type { Sql } from '../../db/sql.ts'
import { askedOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import type { Filters } from '../../kernel/lists/filter.ts'
import { notFound } from '../../kernel/problem.ts'
import { optional, text } from '../../kernel/schema.ts'
import { reachOf, reachOfProject, type FindReach, type Reach } from '../projects/access.ts'
import { sampleColumn, searchOf, type Sampled } from './search.ts'

export const whoseTasks = {
  org_id: optional(
    text({
      description: 'Id of the organization. Optional with `project_id` or an access token.',
    }),
  ),
  project_id: optional(text({ description: 'Id of a project: return only its tasks.' })),
}

interface TaskScope {
  org_id?: string | undefined
  project_id?: string | undefined
}

/** Loads the caller's visibility in the requested organization or project, together with a sample for the search. */
export async function reachAsked(
  ctx: Context,
  query: TaskScope,
  { filters = {}, find }: { filters?: Filters; find?: FindReach | undefined } = {},
): Promise<Reach & Sampled> {
  const search = searchOf(filters)
  const options = { find, columns: search ? (org: Sql) => sampleColumn(search, org) : undefined }
  if (query.project_id === undefined) return reachOf(ctx, askedOrganization(ctx, query).org_id, options)
  const orgId = query.org_id === undefined ? null : ctx.caller.memberOf(query.org_id).org_id
  const visibility = await reachOfProject(ctx, query.project_id, options)
  if (orgId !== null && orgId !== visibility.org_id) throw notFound()
  return visibility
}
