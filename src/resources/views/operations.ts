import { askedOrganization, namedOrganization } from '../../kernel/access.ts'
import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { mergeFreeForm } from '../../kernel/values/merge-patch.ts'
import { operation } from '../../kernel/operation.ts'
import { conflict, notFound, Problem } from '../../kernel/problem.ts'
import { askedOrgId, object, oneOf, optional, pageOf, text } from '../../kernel/schema.ts'
import { holderTypes, tell } from '../holders/access.ts'
import { reachOf } from '../projects/access.ts'
import { editableView, landing, readableView } from './access.ts'
import { presentView } from './present.ts'
import * as queries from './queries.ts'
import type { ViewQuery, ViewResource, ViewRow } from './rows.ts'
import { fullNames, normalized, type Patch } from './rules.ts'
import { view, viewCreate, viewDeleted, viewUpdate } from './schemas.ts'
import { viewCreated } from './events.ts'

export const params = object({ view_id: text() })
export const taken = { 409: 'another view of the scope for the same list has the name already, in any case' }
const whoEdits =
  'The views of a project are changed by its owners and editors, those of a team by its owners, both also by org admins.'

/** How events name a view. */
const about = ({ view_id }: ViewRow) => ({ resource_type: 'view', resource_id: view_id })

/** A view as the answer of an operation on it. */
async function viewAnswer(ctx: Context, { org_id, view_id }: ViewRow) {
  const reach = await reachOf(ctx, org_id)
  const row = (await queries.findView(ctx, org_id, view_id))!
  return answer(presentView(ctx, reach, row), row.version)
}

/** The query to be kept when a patch is merged into the stored one. */
const patched = (resource: ViewResource, stored: ViewQuery, patch: Patch): ViewQuery =>
  normalized(resource, mergeFreeForm(stored, fullNames(resource, patch), ['body', 'query']) as ViewQuery)

/** Emits that a view was saved, and gives it as the answer. */
export function created(ctx: Context, row: ViewRow) {
  const { name, resource, scope_type, scope_id } = row
  const after = { name, resource, scope_type, scope_id }
  tell(ctx, row, { ...about(row), type: 'view.created', before: null, after })
  return viewAnswer(ctx, row)
}

export const listViews = operation({
  id: 'views.list',
  method: 'GET',
  path: '/v1/views',
  summary: 'List saved views',
  description: 'Your own, and those of the projects and teams that you can read.',
  scope: 'tasks:read',
  query: object({
    org_id: askedOrgId,
    scope: optional(oneOf(holderTypes, { description: 'Only those of projects, of teams, or your own.' })),
  }),
  list: queries.viewSorts,
  reply: { status: 200, schema: pageOf(view) },
  access: ({ ctx, query }) => reachOf(ctx, askedOrganization(ctx, query).org_id),
  async handle({ ctx, target: reach, query, list }) {
    const found = await queries.listViews(ctx, list, reach, query.scope)
    return pageAnswer(ctx, list, found, (rows) => rows.map((row) => presentView(ctx, reach, row)))
  },
})

export const createView = operation({
  id: 'views.create',
  method: 'POST',
  path: '/v1/views',
  summary: 'Save a view',
  description:
    'What to ask the task list or the project list, under a name: for yourself, or for all who see a project or team. ' +
    `What the list would refuse is refused here. ${whoEdits}`,
  scope: 'tasks:write',
  body: viewCreate,
  reply: { status: 201, schema: view },
  problems: {
    404: 'the project or team is missing, or not for you to see',
    ...taken,
    400: '`query` has what the list does not take',
  },
  emits: viewCreated,
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
  async access({ ctx, body }) {
    const { resource = 'task' } = body
    const said = {
      resource,
      name: body.name,
      query: patched(resource, {}, body.query ?? {}),
      display: mergeFreeForm(null, body.display ?? {}, ['body', 'display']),
    }
    return { said, holder: await landing(ctx, namedOrganization(ctx, body).org_id, body, resource) }
  },
  async handle({ ctx, target: { holder, said } }) {
    const row = await queries.insertView(ctx, holder, said)
    if (!row) throw conflict(queries.nameTaken)
    return created(ctx, row)
  },
})

export const readView = operation({
  id: 'views.read',
  method: 'GET',
  path: '/v1/views/{view_id}',
  summary: 'Read a saved view',
  scope: 'tasks:read',
  params,
  reply: { status: 200, schema: view },
  access: ({ ctx, params }) => readableView(ctx, params.view_id),
  async handle({ ctx, target: { reach, view: seen } }) {
    const row = await queries.findView(ctx, seen.org_id, seen.view_id)
    if (!row) throw notFound()
    return answer(presentView(ctx, reach, row), row.version)
  },
})

export const updateView = operation({
  id: 'views.update',
  method: 'PATCH',
  path: '/v1/views/{view_id}',
  summary: 'Change a saved view',
  description: `Absent fields stay as they are; \`query\` and \`display\` are merged. ${whoEdits}`,
  scope: 'tasks:write',
  params,
  body: viewUpdate,
  reply: { status: 200, schema: view },
  problems: { ...taken, 400: 'another `resource`, or `query` has what the list does not take' },
  emits: { 'view.updated': 'A saved view changed.' },
  example: { body: { query: { 'filter[priority]': ['critical', 'high'], sort_by: null } } },
  async access({ ctx, params, body }) {
    const row = await editableView(ctx, params.view_id)
    if (body.resource != null && body.resource !== row.resource)
      throw new Problem(400, `A view keeps the list it queries: this one queries the ${row.resource} list.`)
    return row
  },
  async handle({ ctx, target, body }) {
    const wanted = {
      name: body.name ?? target.name,
      query: body.query ? patched(target.resource, target.query, body.query) : target.query,
      display: body.display
        ? mergeFreeForm(target.display, body.display, ['body', 'display'])
        : target.display,
    }
    const change = changedAttributes(target, wanted, ['name', 'query', 'display'])
    if (change) {
      await queries.updateView(ctx, target, wanted)
      tell(ctx, target, { ...about(target), type: 'view.updated', ...change })
    }
    return viewAnswer(ctx, target)
  },
})

export const deleteView = operation({
  id: 'views.delete',
  method: 'DELETE',
  goneIs: 404,
  path: '/v1/views/{view_id}',
  summary: 'Delete a saved view',
  description: `For everybody who sees it, their pins too. ${whoEdits}`,
  scope: 'tasks:write',
  params,
  reply: { status: 200, schema: viewDeleted },
  emits: { 'view.deleted': 'A saved view was deleted.' },
  access: ({ ctx, params }) => editableView(ctx, params.view_id),
  async handle({ ctx, target }) {
    await queries.removeView(ctx, target)
    const before = { name: target.name }
    tell(ctx, target, { ...about(target), type: 'view.deleted', before, after: null })
    return answer({ ok: true, view_id: target.view_id }, target.version + 1)
  },
})
