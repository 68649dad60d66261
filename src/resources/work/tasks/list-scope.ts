import { joinSql } from '../../../db/sql.ts'
import { membershipFromQuery } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import type { Filters } from '../../../http/pagination/filters.ts'
import { notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import {
  loadOrgVisibility,
  loadProjectVisibility,
  type OrgFragment,
  type VisibilityLoader,
  type OrgVisibility,
} from '../projects/policy.ts'
import type { FieldSample } from './queries/custom-filters.ts'
import { buildFrequentColumn } from './queries/custom-sample.ts'
import { buildSampleColumn, parseTaskSearch, type SearchSample } from './queries/search.ts'

export const taskContainerParams = {
  org_id: s.optional(s.text('ID of the organization. Optional with `project_id` or an access token.')),
  project_id: s.optional(s.text('ID of a project: return only its tasks.')),
}

interface TaskContainer {
  org_id?: string | undefined
  project_id?: string | undefined
}

/** Results of the samples that choose the plan of a list. */
export type ListSamples = SearchSample & FieldSample

/** Returns the columns of the samples that the filters need. A list of one project samples no values of fields. */
function buildSampleColumns(ctx: Context, orgId: string | undefined, filters: Filters): OrgFragment | undefined {
  const search = parseTaskSearch(filters)
  const frequent = orgId === undefined ? undefined : buildFrequentColumn(ctx, orgId, filters)
  if (!search) return frequent && (() => frequent)
  return (org) => joinSql([buildSampleColumn(search, org), ...(frequent ? [frequent] : [])])
}

/** Loads the caller's visibility in the requested organization or project, together with samples for the filters. */
export async function loadRequestedVisibility(
  ctx: Context,
  query: TaskContainer,
  { filters = {}, find }: { filters?: Filters; find?: VisibilityLoader | undefined } = {},
): Promise<OrgVisibility & ListSamples> {
  const org_id = query.project_id === undefined ? membershipFromQuery(ctx, query).org_id : query.org_id
  const options = {
    find,
    columns: buildSampleColumns(ctx, query.project_id === undefined ? org_id : undefined, filters),
  }
  if (query.project_id === undefined) return loadOrgVisibility(ctx, org_id!, options)
  const orgId = query.org_id === undefined ? null : ctx.caller.requireMembership(query.org_id).org_id
  const visibility = await loadProjectVisibility(ctx, query.project_id, options)
  if (orgId !== null && orgId !== visibility.org_id) throw notFound()
  return visibility
}
