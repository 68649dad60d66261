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

/**
 * What a view asks; null when its list refuses that now, though it did not when the view was saved: nothing meets it
 * then.
 */
function readKept({ resource, query }: ViewSeen) {
  try {
    return readAsked(resource, query)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Throws 403 for a token that may not ask the project list: it may not ask that list through a view either. */
function requireScopeOf(ctx: Context, { resource }: ViewSeen): void {
  if (resource === 'project' && !ctx.caller.holds('projects:read')) throw insufficientScope('projects:read')
}

/** `has_access` tells task rows apart from restricted ones; rows of projects have none. */
const row = schemaOf({ title: 'ViewRow', oneOf: [...taskRows, projectCard] })
const rowPage = pageOf(row)

export const listRows = operation({
  id: 'views.rows',
  method: 'GET',
  path: '/v1/views/{view_id}/rows',
  summary: 'List what a saved view finds',
  description:
    'What the list that it queries answers you now: task rows or project rows, in the order that the view names. A view ' +
    'of projects needs the scope `projects:read` too. A cursor ends with a change of the view’s query.',
  scope: 'tasks:read',
  params: object({ view_id: text() }),
  query: object({
    include_inaccessible: optional(
      bool({ description: 'As for the task list; without it, as the view says.' }),
    ),
  }),
  list: { sorts: {}, natural: [], id: { sql: '', type: 'text' }, unsortable: true, late: true },
  reply: { status: 200, schema: rowPage },
  problems: { 403: 'a view of projects, and the token lacks `projects:read`' },
  async access({ ctx, params }) {
    const found = await readableView(ctx, params.view_id)
    requireScopeOf(ctx, found.view)
    return found
  },
  async handle({ ctx, target: { reach, view }, query, list }) {
    const asked = readKept(view)
    if (!asked) return pageAnswer(ctx, list, [], (rows) => rows)
    const listing = listings[view.resource]
    const filters = boundFilters(listing.filters, asked.filters, ctx.user.username)
    const page = orderedLate(ctx, list, listing.list, asked.order, JSON.stringify([asked.query, filters]))
    const whole = { query: { ...asked.query, ...query }, filters: asked.filters, list: page }
    return listing.answer(ctx, reach, whole)
  },
})
