import { insufficientScope } from '../../../http/credential-errors.ts'
import { projectSummarySchema } from '../projects/schema.ts'
import { serializeFilters } from '../../../http/pagination/filters.ts'
import { taskRowSchemas } from '../tasks/schema.ts'
import { toUniqueKey } from '../../../core/text.ts'
import { membershipFromQuery, membershipFromBody } from '../../../core/org-access.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import type { ListQueryPatch } from '../../../http/pagination/list-query.ts'
import { respondWithPage, sortDynamically } from '../../../http/pagination/pagination.ts'
import { mergeFreeFormObject } from '../../../core/merge-patch.ts'
import { defineOperation } from '../../../http/operation.ts'
import { conflict, requireFound, Problem } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { scopeTypes, emitScopeEvent } from '../scopes/policy.ts'
import { loadOrgVisibility } from '../projects/policy.ts'
import { loadViewForUpdate, loadViewOwner, loadReadableView, type ViewWithVisibility } from './policy.ts'
import { presentView } from './presenter.ts'
import * as queries from './queries.ts'
import { expandViewFilters, normalizeViewQuery, buildCopyName, parseViewQuery, viewListQueries } from './rules.ts'
import * as schemas from './schema.ts'

const viewCreatedEvent = { 'view.created': 'A saved view was created.' }
const viewNameProblem = { 409: 'Another view of the scope for the same list has this name (case-insensitive).' }
const editRequirement =
  'Requires: owner or editor of the project (view of a project), owner of the team (view of a team), or organization ' +
  'admin; a personal view requires its user.'

const buildViewSubject = ({ view_id }: queries.ViewRow) => ({ resource_type: 'view', resource_id: view_id })

async function respondWithView(ctx: Context, { org_id, view_id }: queries.ViewRow) {
  const visibility = await loadOrgVisibility(ctx, org_id)
  const row = (await queries.findView(ctx, org_id, view_id))!
  return respond(presentView(ctx, visibility, row), row.version)
}

const mergeQuery = (
  resource: schemas.ViewResource,
  stored: schemas.ViewQuery,
  patch: ListQueryPatch,
): schemas.ViewQuery =>
  normalizeViewQuery(
    resource,
    mergeFreeFormObject(stored, expandViewFilters(resource, patch), ['body', 'query']) as schemas.ViewQuery,
  )

function respondWithCreatedView(ctx: Context, row: queries.ViewRow) {
  const { name, resource, scope_type, scope_id } = row
  const after = { name, resource, scope_type, scope_id }
  emitScopeEvent(ctx, row, { ...buildViewSubject(row), type: 'view.created', before: null, after })
  return respondWithView(ctx, row)
}

export const listViewsOperation = defineOperation({
  id: 'views.list',
  method: 'GET',
  path: '/v1/views',
  summary: 'List saved views',
  description: 'Returns your personal views and the views of projects and teams that you can read.',
  scope: 'tasks:read',
  query: s.object({
    org_id: s.orgIdParam,
    scope: s.optional(s.stringEnum(scopeTypes, 'Only views of projects, of teams, or personal views (`user`).')),
  }),
  list: queries.viewSorts,
  reply: { status: 200, schema: s.pageSchema(schemas.viewSchema) },
  authorize: ({ ctx, query }) => loadOrgVisibility(ctx, membershipFromQuery(ctx, query).org_id),
  async handle({ ctx, target: visibility, query, list }) {
    const found = await queries.selectViewPage(ctx, list, visibility, query.scope)
    return respondWithPage(ctx, list, found, (row) => presentView(ctx, visibility, row))
  },
})

export const createViewOperation = defineOperation({
  id: 'views.create',
  method: 'POST',
  path: '/v1/views',
  summary: 'Create a saved view',
  description:
    'Saves a query of the task list or the project list under a name, as a personal view or as a view of a project or ' +
    `team, visible to everyone who can read it. The query is validated like a request to the list. ${editRequirement}`,
  scope: 'tasks:write',
  body: schemas.viewCreateSchema,
  reply: { status: 201, schema: schemas.viewSchema, created: '/v1/views/{view_id}' },
  problems: {
    404: 'The project or team does not exist or you cannot read it.',
    ...viewNameProblem,
    400: '`query` contains a parameter or value that the list does not accept.',
  },
  emits: viewCreatedEvent,
  example: {
    body: {
      org_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      name: 'Mine, soonest first',
      query: { 'filter[assignee]': 'me', 'filter[status]': ['not_started', 'in_progress'], sort_by: 'due_date' },
      display: { layout: 'list' },
    },
  },
  async authorize({ ctx, body }) {
    const { resource = 'task' } = body
    const fields = {
      resource,
      name: body.name,
      query: mergeQuery(resource, {}, body.query ?? {}),
      display: mergeFreeFormObject(null, body.display ?? {}, ['body', 'display']),
    }
    return { fields, holder: await loadViewOwner(ctx, membershipFromBody(ctx, body).org_id, body, resource) }
  },
  async handle({ ctx, target: { holder, fields } }) {
    const row = await queries.insertView(ctx, holder, fields)
    if (!row) throw conflict(queries.viewNameConflict)
    return respondWithCreatedView(ctx, row)
  },
})

export const getViewOperation = defineOperation({
  id: 'views.read',
  method: 'GET',
  path: '/v1/views/{view_id}',
  summary: 'Get a saved view',
  description: 'Returns one of your personal views, or a view of a project or team that you can read.',
  scope: 'tasks:read',
  reply: { status: 200, schema: schemas.viewSchema },
  authorize: ({ ctx, params }) => loadReadableView(ctx, params.view_id),
  async handle({ ctx, target: { visibility, view: found } }) {
    const row = requireFound(await queries.findView(ctx, found.org_id, found.view_id))
    return respond(presentView(ctx, visibility, row), row.version)
  },
})

export const updateViewOperation = defineOperation({
  id: 'views.update',
  method: 'PATCH',
  path: '/v1/views/{view_id}',
  summary: 'Update a saved view',
  description: `Updates the fields in the body; omitted fields keep their value, and \`query\` and \`display\` are merged. ${editRequirement}`,
  scope: 'tasks:write',
  body: schemas.viewUpdateSchema,
  reply: { status: 200, schema: schemas.viewSchema },
  problems: {
    ...viewNameProblem,
    400: '`resource` differs from the stored one, or `query` contains a parameter or value that the list does not accept.',
  },
  emits: { 'view.updated': 'A saved view was updated.' },
  example: { body: { query: { 'filter[priority]': ['critical', 'high'], sort_by: null } } },
  async authorize({ ctx, params, body }) {
    const row = await loadViewForUpdate(ctx, params.view_id)
    if (body.resource != null && body.resource !== row.resource)
      throw new Problem(400, `The resource of a view cannot change. This view queries the ${row.resource} list.`)
    return row
  },
  async handle({ ctx, target, body }) {
    const wanted = {
      name: body.name ?? target.name,
      query: body.query ? mergeQuery(target.resource, target.query, body.query) : target.query,
      display: body.display ? mergeFreeFormObject(target.display, body.display, ['body', 'display']) : target.display,
    }
    const change = findChangedAttributes(target, wanted, ['name', 'query', 'display'])
    if (change) {
      await queries.saveView(ctx, target, wanted)
      emitScopeEvent(ctx, target, { ...buildViewSubject(target), type: 'view.updated', ...change })
    }
    return respondWithView(ctx, target)
  },
})

export const deleteViewOperation = defineOperation({
  id: 'views.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: '/v1/views/{view_id}',
  summary: 'Delete a saved view',
  description: `Deletes a view for all users, including their pins of it. ${editRequirement}`,
  scope: 'tasks:write',
  reply: { status: 200, schema: schemas.viewDeletedSchema },
  emits: { 'view.deleted': 'A saved view was deleted.' },
  authorize: ({ ctx, params }) => loadViewForUpdate(ctx, params.view_id),
  async handle({ ctx, target }) {
    await queries.markViewDeleted(ctx, target)
    const before = { name: target.name }
    emitScopeEvent(ctx, target, { ...buildViewSubject(target), type: 'view.deleted', before, after: null })
    return respond({ ok: true, view_id: target.view_id }, target.version + 1)
  },
})

export const duplicateViewOperation = defineOperation({
  id: 'views.duplicate',
  method: 'POST',
  path: '/v1/views/{view_id}/duplicate',
  summary: 'Duplicate a saved view',
  description:
    'Copies a view that you can read, by default as a personal view. Without `name`, the copy is named `<name> (copy)`, ' +
    '`<name> (copy 2)` and so on, whichever is free. Requires: permission to create views in the target project or team.',
  scope: 'tasks:write',
  body: schemas.viewDuplicateSchema,
  bodyOptional: true,
  reply: { status: 201, schema: schemas.viewSchema, created: '/v1/views/{view_id}' },
  problems: viewNameProblem,
  emits: viewCreatedEvent,
  example: { body: { name: 'Mine, my way' } },
  async authorize({ ctx, params, body }) {
    const { view: source } = await loadReadableView(ctx, params.view_id)
    return { ...source, holder: await loadViewOwner(ctx, source.org_id, body, source.resource) }
  },
  async handle({ ctx, target: { holder, ...source }, body }) {
    const insert = (name: string) => queries.insertView(ctx, holder, { ...source, name })
    if (body.name != null) {
      const row = await insert(body.name)
      if (!row) throw conflict(queries.viewNameConflict)
      return respondWithCreatedView(ctx, row)
    }
    const names = await queries.listViewNameKeys(ctx, holder, source.resource)
    for (let n = 1; ; n++) {
      const name = buildCopyName(source.name, n)
      // Tries the next name if a concurrent request has used this one.
      const row = names.has(toUniqueKey(name)) ? undefined : await insert(name)
      if (row) return respondWithCreatedView(ctx, row)
    }
  },
})

/** Parses the stored query; returns null if the list no longer accepts it, so that the view has no rows. */
function parseStoredQuery({ resource, query }: ViewWithVisibility) {
  try {
    return parseViewQuery(resource, query)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

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
  query: s.object({
    include_inaccessible: s.optional(s.bool('Same as in the task list; by default as set in the view.')),
  }),
  list: { sorts: {}, defaultOrder: [], id: { sql: '', type: 'text' }, unsortable: true, dynamicSort: true },
  reply: { status: 200, schema: rowPage },
  problems: { 403: 'The view queries projects and the token lacks `projects:read`.' },
  async authorize({ ctx, params }) {
    const found = await loadReadableView(ctx, params.view_id)
    requireListScope(ctx, found.view)
    return found
  },
  async handle({ ctx, target: { visibility, view }, query, list }) {
    const stored = parseStoredQuery(view)
    if (!stored) return respondWithPage(ctx, list, [], () => null)
    const listing = viewListQueries[view.resource]
    const filters = serializeFilters(listing.filters, stored.filters, ctx.user.username)
    const page = sortDynamically(ctx, list, listing.list, stored.order, JSON.stringify([stored.query, filters]))
    const request = { query: { ...stored.query, ...query }, filters: stored.filters, list: page }
    return listing.answer(ctx, visibility, request)
  },
})
