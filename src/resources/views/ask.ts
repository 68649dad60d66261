import type { Context } from '../../kernel/context.ts'
import { boundFilters } from '../../kernel/lists/filter.ts'
import { orderedLate, pageAnswer } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { insufficientScope } from '../../kernel/credential-problems.ts'
import { Problem } from '../../kernel/problem.ts'
import { bool, object, optional, pageOf, schemaOf, text } from '../../kernel/schema.ts'
import { projectCard } from '../projects/schemas.ts'
import { taskRows } from '../tasks/schemas.ts'
import { readableView, type ViewSeen } from './access.ts'
import { listings, readAsked } from './rules.ts'

/** Parses the stored query; returns null if the list no longer accepts it, so that the view has no rows. */
function parseStoredQuery({ resource, query }: ViewSeen) {
  try {
    return readAsked(resource, query)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Throws 403 if the token lacks the scope of the list that the view queries. */
function requireScopeOf(ctx: Context, { resource }: ViewSeen): void {
  if (resource === 'project' && !ctx.caller.holds('projects:read')) throw insufficientScope('projects:read')
}

/** A task row, a restricted task row or a project row; only task rows have `has_access`. */
const row = schemaOf({ title: 'ViewRow', oneOf: [...taskRows, projectCard] })
const rowPage = pageOf(row)

export const listRows = operation({
  id: 'views.rows',
  method: 'GET',
  path: '/v1/views/{view_id}/rows',
  summary: 'List the rows of a saved view',
  description:
    'Runs the query of a view and returns the task rows or project rows that you can read, in the sort order of the ' +
    'view. A view of projects also requires the scope `projects:read`. Updating the query of the view invalidates ' +
    'cursors.',
  scope: 'tasks:read',
  params: object({ view_id: text() }),
  query: object({
    include_inaccessible: optional(
      bool({ description: 'Same as in the task list; by default as set in the view.' }),
    ),
  }),
  list: { sorts: {}, natural: [], id: { sql: '', type: 'text' }, unsortable: true, late: true },
  reply: { status: 200, schema: rowPage },
  problems: { 403: 'The view queries projects and the token lacks `projects:read`.' },
  async access({ ctx, params }) {
    const found = await readableView(ctx, params.view_id)
    requireScopeOf(ctx, found.view)
    return found
  },
  async handle({ ctx, target: { visibility, view }, query, list }) {
    const stored = parseStoredQuery(view)
    if (!stored) return pageAnswer(ctx, list, [], (rows) => rows)
    const listing = listings[view.resource]
    const filters = boundFilters(listing.filters, stored.filters, ctx.user.username)
    const page = orderedLate(ctx, list, listing.list, stored.order, JSON.stringify([stored.query, filters]))
    const request = { query: { ...stored.query, ...query }, filters: stored.filters, list: page }
    return listing.answer(ctx, visibility, request)
  },
})
