import { askedOrganization, namedOrganization } from '../../kernel/access.ts'
import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { notFound } from '../../kernel/problem.ts'
import { acknowledgement, askedOrgId, object, pageOf, text } from '../../kernel/schema.ts'
import { lockOneself } from '../holders/access.ts'
import { reachOf, readableProject } from '../projects/access.ts'
import { readableView } from '../views/access.ts'
import * as queries from './queries.ts'
import { newPlaces, type Pinned } from './rules.ts'
import { pin, pinOrder } from './schemas.ts'

const viewPath = '/v1/views/{view_id}/pin'
const viewParams = object({ view_id: text() })
const projectPath = '/v1/view-pins/projects/{project_id}'
const projectParams = object({ project_id: text() })

/** Returns a `ViewPin`. */
const presentPin = (row: queries.PinShown) => ({
  pin_type: row.pin_type,
  pin_id: row.pin_id,
  org_id: row.org_id,
  position: row.position,
  label: row.label,
  scope_type: row.scope_type,
  resource: row.resource,
  created_at: row.created_at,
})

interface PinTarget {
  org_id: string
  version: number
  pinned: Pinned
}

/** Throws 404 unless the view is visible. */
async function loadViewToPin({
  ctx,
  params,
}: {
  ctx: Context
  params: { view_id: string }
}): Promise<PinTarget> {
  const { view_id, org_id, version } = (await readableView(ctx, params.view_id)).view
  return { org_id, version, pinned: { pin_type: 'view', pin_id: view_id } }
}

/** Throws 404 unless the project is visible and, if `orgId` is passed, belongs to that organization. */
async function loadProjectToPin(ctx: Context, projectId: string, orgId?: string): Promise<PinTarget> {
  const { project_id, org_id, version } = await readableProject(ctx, projectId, 'share')
  if (orgId !== undefined && org_id !== orgId) throw notFound()
  return { org_id, version, pinned: { pin_type: 'project', pin_id: project_id } }
}

/** Adds a pin unless it exists. */
async function addPin(ctx: Context, { org_id, pinned }: PinTarget) {
  await lockOneself(ctx, org_id)
  await queries.insertPin(ctx, org_id, pinned)
  const [row] = await queries.selectPins(ctx, await reachOf(ctx, org_id), pinned)
  return answer(presentPin(row!))
}

async function removePin(ctx: Context, { org_id, pinned }: PinTarget) {
  await queries.deletePin(ctx, org_id, pinned)
  return answer({ ok: true })
}

export const listPins = operation({
  id: 'view-pins.list',
  method: 'GET',
  path: '/v1/view-pins',
  summary: 'List pins',
  description:
    'Returns your pinned views and projects in their order. Pins of views and projects that you can no longer read are ' +
    'hidden, and are shown again when you regain access.',
  scope: 'tasks:read',
  query: object({ org_id: askedOrgId }),
  list: queries.pinSorts,
  reply: { status: 200, schema: pageOf(pin) },
  access: ({ ctx, query }) => reachOf(ctx, askedOrganization(ctx, query).org_id),
  async handle({ ctx, target: visibility, list }) {
    return pageAnswer(ctx, list, await queries.listPins(ctx, list, visibility), (rows) =>
      rows.map(presentPin),
    )
  },
})

export const pinView = operation({
  id: 'view-pins.pin_view',
  method: 'PUT',
  path: viewPath,
  summary: 'Pin a saved view',
  description: 'Adds a view to the end of your pins. A view that is already pinned keeps its position.',
  scope: 'tasks:write',
  params: viewParams,
  reply: { status: 200, schema: pin },
  access: loadViewToPin,
  handle: ({ ctx, target }) => addPin(ctx, target),
})

export const unpinView = operation({
  id: 'view-pins.unpin_view',
  method: 'DELETE',
  path: viewPath,
  summary: 'Unpin a saved view',
  description: 'Removes a view from your pins. Succeeds even if the view is not pinned.',
  scope: 'tasks:write',
  params: viewParams,
  reply: { status: 200, schema: acknowledgement },
  access: loadViewToPin,
  handle: ({ ctx, target }) => removePin(ctx, target),
})

export const pinProject = operation({
  id: 'view-pins.pin_project',
  method: 'PUT',
  path: projectPath,
  summary: 'Pin a project',
  description: 'Adds a project to the end of your pins. A project that is already pinned keeps its position.',
  scope: 'tasks:write',
  params: projectParams,
  query: object({ org_id: askedOrgId }),
  reply: { status: 200, schema: pin },
  access: ({ ctx, params, query }) =>
    loadProjectToPin(ctx, params.project_id, askedOrganization(ctx, query).org_id),
  handle: ({ ctx, target }) => addPin(ctx, target),
})

export const unpinProject = operation({
  id: 'view-pins.unpin_project',
  method: 'DELETE',
  path: projectPath,
  summary: 'Unpin a project',
  description: 'Removes a project from your pins. Succeeds even if the project is not pinned.',
  scope: 'tasks:write',
  params: projectParams,
  reply: { status: 200, schema: acknowledgement },
  access: ({ ctx, params }) => loadProjectToPin(ctx, params.project_id),
  handle: ({ ctx, target }) => removePin(ctx, target),
})

export const reorderPins = operation({
  id: 'view-pins.reorder',
  method: 'PUT',
  path: '/v1/view-pins/order',
  summary: 'Reorder pins',
  description:
    'Moves the listed pins to the front in this order; all other pins follow in their current order. Returns all ' +
    'your pins.',
  scope: 'tasks:write',
  body: pinOrder,
  reply: { status: 200, schema: pageOf(pin) },
  problems: { 422: 'A pin is listed twice or does not exist.' },
  access: ({ ctx, body }) => ({ org_id: namedOrganization(ctx, body).org_id }),
  async handle({ ctx, target: { org_id }, body }) {
    await lockOneself(ctx, org_id)
    const visibility = await reachOf(ctx, org_id)
    const pins = await queries.listPlaces(ctx, org_id)
    const positions = newPlaces(pins, await queries.selectPins(ctx, visibility), body.pins)
    if (positions.length > 0) await queries.storePlaces(ctx, org_id, positions)
    const data = (await queries.selectPins(ctx, visibility)).map(presentPin)
    return answer({ data, next_cursor: null })
  },
})
