import type { Context } from '../../../core/context.ts'
import { serializeFilters } from '../../../http/pagination/filters.ts'
import { sortDynamically, respondWithPage } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import { insufficientScope } from '../../../http/credential-errors.ts'
import { Problem } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { projectSummarySchema } from '../projects/schema.ts'
import { taskRowSchemas } from '../tasks/schema.ts'
import { loadVisibleView, type ViewWithVisibility } from './policy.ts'
import { viewListQueries, parseViewQuery } from './rules.ts'

/** Parses the stored query; returns null if the list no longer accepts it, so that the view has no rows. */
function parseStoredQuery({ resource, query }: ViewWithVisibility) {
  try {
    return parseViewQuery(resource, query)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Throws 403 if the token lacks the scope of the list that the view queries. */
function requireListScope(ctx: Context, { resource }: ViewWithVisibility): void {
  if (resource === 'project' && !ctx.caller.hasScope('projects:read')) throw insufficientScope('projects:read')
}

/** A task row, a restricted task row or a project row; only task rows have `has_access`. */
const row = s.rawSchema({ title: 'ViewRow', oneOf: [...taskRowSchemas, projectSummarySchema] })
const rowPage = s.pageSchema(row)

export const listViewRowsOperation = defineOperation({
  id: 'views.rows',
  method: 'GET',
  path: '/v1/views/{view_id}/rows',
  summary: 'List the rows of a saved view',
  description:
    'Runs the query of a view and returns the task rows or project rows that you can read, in the sort order of the ' +
    'view. A view of projects also requires the scope `projects:read`. Updating the query of the view invalidates ' +
    'cursors.',
  scope: 'tasks:read',
  params: s.object({ view_id: s.text() }),
  query: s.object({
    include_inaccessible: s.optional(
      s.bool({ description: 'Same as in the task list; by default as set in the view.' }),
    ),
  }),
  list: { sorts: {}, defaultOrder: [], id: { sql: '', type: 'text' }, unsortable: true, dynamicSort: true },
  reply: { status: 200, schema: rowPage },
  problems: { 403: 'The view queries projects and the token lacks `projects:read`.' },
  async authorize({ ctx, params }) {
    const found = await loadVisibleView(ctx, params.view_id)
    requireListScope(ctx, found.view)
    return found
  },
  async handle({ ctx, target: { visibility, view }, query, list }) {
    const stored = parseStoredQuery(view)
    if (!stored) return respondWithPage(ctx, list, [], (rows) => rows)
    const listing = viewListQueries[view.resource]
    const filters = serializeFilters(listing.filters, stored.filters, ctx.user.username)
    const page = sortDynamically(ctx, list, listing.list, stored.order, JSON.stringify([stored.query, filters]))
    const request = { query: { ...stored.query, ...query }, filters: stored.filters, list: page }
    return listing.answer(ctx, visibility, request)
  },
})
