import type { Sql } from '../../../db/sql.ts'
import { membershipFromQuery } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import type { Filters } from '../../../http/pagination/filters.ts'
import { notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import {
  loadOrgVisibility,
  loadProjectVisibility,
  type VisibilityLoader,
  type OrgVisibility,
} from '../projects/policy.ts'
import { buildSampleColumn, parseTaskSearch, type SearchSample } from './queries/search.ts'

export const taskScopeParams = {
  org_id: s.optional(s.text('ID of the organization. Optional with `project_id` or an access token.')),
  project_id: s.optional(s.text('ID of a project: return only its tasks.')),
}

interface TaskScope {
  org_id?: string | undefined
  project_id?: string | undefined
}

/** Loads the caller's visibility in the requested organization or project, together with a sample for the search. */
export async function loadRequestedVisibility(
  ctx: Context,
  query: TaskScope,
  { filters = {}, find }: { filters?: Filters; find?: VisibilityLoader | undefined } = {},
): Promise<OrgVisibility & SearchSample> {
  const search = parseTaskSearch(filters)
  const options = { find, columns: search ? (org: Sql) => buildSampleColumn(search, org) : undefined }
  if (query.project_id === undefined) return loadOrgVisibility(ctx, membershipFromQuery(ctx, query).org_id, options)
  const orgId = query.org_id === undefined ? null : ctx.caller.requireMembership(query.org_id).org_id
  const visibility = await loadProjectVisibility(ctx, query.project_id, options)
  if (orgId !== null && orgId !== visibility.org_id) throw notFound()
  return visibility
}
