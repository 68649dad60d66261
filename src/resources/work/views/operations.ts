import { membershipFromQuery, membershipFromBody } from '../../../core/org-access.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import type { ListQueryPatch } from '../../../http/pagination/list-query.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { mergeFreeFormObject } from '../../../core/merge-patch.ts'
import { defineOperation } from '../../../http/operation.ts'
import { conflict, notFound, Problem } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { scopeTypes, emitScopeEvent } from '../scopes/policy.ts'
import { loadOrgVisibility } from '../projects/policy.ts'
import { loadViewForUpdate, loadViewOwner, loadVisibleView } from './policy.ts'
import { presentView } from './presenter.ts'
import * as queries from './queries.ts'
import { expandViewFilters, normalizeViewQuery } from './rules.ts'
import {
  viewSchema,
  viewCreateSchema,
  viewDeletedSchema,
  viewUpdateSchema,
  type ViewQuery,
  type ViewResource,
} from './schema.ts'

export const viewParams = s.object({ view_id: s.text() })
export const viewCreatedEvent = { 'view.created': 'A saved view was created.' }
export const viewNameProblem = {
  409: 'Another view of the scope for the same list has this name (case-insensitive).',
}
const whoEdits =
  'Requires: owner or editor of the project (view of a project), owner of the team (view of a team), or organization ' +
  'admin; a personal view requires its user.'

/** Returns the subject fields of an event viewSubject a view. */
const viewSubject = ({ view_id }: queries.ViewRow) => ({ resource_type: 'view', resource_id: view_id })

async function respondWithView(ctx: Context, { org_id, view_id }: queries.ViewRow) {
  const visibility = await loadOrgVisibility(ctx, org_id)
  const row = (await queries.findView(ctx, org_id, view_id))!
  return respond(presentView(ctx, visibility, row), row.version)
}

/** Merges a patch into the stored query and normalizes the result. */
const mergeQuery = (resource: ViewResource, stored: ViewQuery, patch: ListQueryPatch): ViewQuery =>
  normalizeViewQuery(
    resource,
    mergeFreeFormObject(stored, expandViewFilters(resource, patch), ['body', 'query']) as ViewQuery,
  )

/** Emits the creation of a view and responds with it. */
export function respondWithCreatedView(ctx: Context, row: queries.ViewRow) {
  const { name, resource, scope_type, scope_id } = row
  const after = { name, resource, scope_type, scope_id }
  emitScopeEvent(ctx, row, { ...viewSubject(row), type: 'view.created', before: null, after })
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
    scope: s.optional(
      s.stringEnum(scopeTypes, {
        description: 'Only views of projects, of teams, or personal views (`user`).',
      }),
    ),
  }),
  list: queries.viewSorts,
  reply: { status: 200, schema: s.pageSchema(viewSchema) },
  authorize: ({ ctx, query }) => loadOrgVisibility(ctx, membershipFromQuery(ctx, query).org_id),
  async handle({ ctx, target: visibility, query, list }) {
    const found = await queries.selectViewPage(ctx, list, visibility, query.scope)
    return respondWithPage(ctx, list, found, (rows) => rows.map((row) => presentView(ctx, visibility, row)))
  },
})

export const createViewOperation = defineOperation({
  id: 'views.create',
  method: 'POST',
  path: '/v1/views',
  summary: 'Create a saved view',
  description:
    'Saves a query of the task list or the project list under a name, as a personal view or as a view of a project or ' +
    `team, visible to everyone who can read it. The query is validated like a request to the list. ${whoEdits}`,
  scope: 'tasks:write',
  body: viewCreateSchema,
  reply: { status: 201, schema: viewSchema },
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
      query: {
        'filter[assignee]': 'me',
        'filter[status]': ['not_started', 'in_progress'],
        sort_by: 'due_date',
      },
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
  params: viewParams,
  reply: { status: 200, schema: viewSchema },
  authorize: ({ ctx, params }) => loadVisibleView(ctx, params.view_id),
  async handle({ ctx, target: { visibility, view: found } }) {
    const row = await queries.findView(ctx, found.org_id, found.view_id)
    if (!row) throw notFound()
    return respond(presentView(ctx, visibility, row), row.version)
  },
})

export const updateViewOperation = defineOperation({
  id: 'views.update',
  method: 'PATCH',
  path: '/v1/views/{view_id}',
  summary: 'Update a saved view',
  description: `Updates the fields in the body; omitted fields keep their value, and \`query\` and \`display\` are merged. ${whoEdits}`,
  scope: 'tasks:write',
  params: viewParams,
  body: viewUpdateSchema,
  reply: { status: 200, schema: viewSchema },
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
      emitScopeEvent(ctx, target, { ...viewSubject(target), type: 'view.updated', ...change })
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
  description: `Deletes a view for all users, including their pins of it. ${whoEdits}`,
  scope: 'tasks:write',
  params: viewParams,
  reply: { status: 200, schema: viewDeletedSchema },
  emits: { 'view.deleted': 'A saved view was deleted.' },
  authorize: ({ ctx, params }) => loadViewForUpdate(ctx, params.view_id),
  async handle({ ctx, target }) {
    await queries.markViewDeleted(ctx, target)
    const before = { name: target.name }
    emitScopeEvent(ctx, target, { ...viewSubject(target), type: 'view.deleted', before, after: null })
    return respond({ ok: true, view_id: target.view_id }, target.version + 1)
  },
})
