import type { Sql } from '../../db/sql.ts'
import { askedOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import type { Filters } from '../../kernel/lists/filter.ts'
import { notFound } from '../../kernel/problem.ts'
import { optional, text } from '../../kernel/schema.ts'
import { reachOf, reachOfProject, type FindReach, type Reach } from '../projects/access.ts'
import { sampleColumn, searchOf, type Sampled } from './searching.ts'

/** Whose tasks are asked for, by every query that asks for those of an organization or a project. */
export const whoseTasks = {
  org_id: optional(
    text({
      description: 'The organization. May be left out with `project_id`, and when you use an access token.',
    }),
  ),
  project_id: optional(text({ description: 'Only tasks of this project.' })),
}

interface Whose {
  org_id?: string | undefined
  project_id?: string | undefined
}

/**
 * What the caller reaches in the organization that the query names, or in that of the project that it names, and what the
 * sample says of a search among the filters. `find` resolves the reach in a way of its own.
 */
export async function reachAsked(
  ctx: Context,
  asked: Whose,
  { filters = {}, find }: { filters?: Filters; find?: FindReach | undefined } = {},
): Promise<Reach & Sampled> {
  const search = searchOf(filters)
  const how = { find, columns: search ? (org: Sql) => sampleColumn(search, org) : undefined }
  if (asked.project_id === undefined) return reachOf(ctx, askedOrganization(ctx, asked).org_id, how)
  const named = asked.org_id === undefined ? null : ctx.caller.memberOf(asked.org_id).org_id
  const reach = await reachOfProject(ctx, asked.project_id, how)
  if (named !== null && named !== reach.org_id) throw notFound()
  return reach
}
