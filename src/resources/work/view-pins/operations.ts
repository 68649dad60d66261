import { membershipFromQuery, membershipFromBody } from '../../../core/org-access.ts'
import { respond } from '../../../http/result.ts'
import type { Call, Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import { respondWithPage } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import { notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { lockOwnMembership } from '../scopes/policy.ts'
import { loadOrgVisibility, loadReadableProject } from '../projects/policy.ts'
import { loadReadableView } from '../views/policy.ts'
import * as queries from './queries.ts'
import { computePinPositions, type PinnedItem } from './rules.ts'
import { pinSchema, pinOrderSchema } from './schema.ts'

const viewPath = '/v1/views/{view_id}/pin'
const projectPath = '/v1/view-pins/projects/{project_id}'

const presentPin = (row: queries.PinForCaller) => pickProperties(pinSchema, row)

interface PinTarget {
  org_id: string
  version: number
  pinned: PinnedItem
}

async function loadViewToPin({ ctx, params }: Call<{ view_id: string }>): Promise<PinTarget> {
  const { view_id, org_id, version } = (await loadReadableView(ctx, params.view_id)).view
  return { org_id, version, pinned: { pin_type: 'view', pin_id: view_id } }
}

/** Throws 404 unless the project is visible and, if `orgId` is passed, belongs to that organization. */
async function loadProjectToPin(ctx: Context, projectId: string, orgId?: string): Promise<PinTarget> {
  const { project_id, org_id, version } = await loadReadableProject(ctx, projectId, 'share')
  if (orgId !== undefined && org_id !== orgId) throw notFound()
  return { org_id, version, pinned: { pin_type: 'project', pin_id: project_id } }
}

async function addPin(ctx: Context, { org_id, pinned }: PinTarget) {
  await lockOwnMembership(ctx, org_id)
  await queries.insertPin(ctx, org_id, pinned)
  const [row] = await queries.selectVisiblePins(ctx, await loadOrgVisibility(ctx, org_id), pinned)
  return respond(presentPin(row!))
}

async function removePin(ctx: Context, { org_id, pinned }: PinTarget) {
  await queries.deletePin(ctx, org_id, pinned)
  return respond({ ok: true })
}

export const listPinsOperation = defineOperation({
  id: 'view-pins.list',
  method: 'GET',
  path: '/v1/view-pins',
  summary: 'List pins',
  description:
    'Returns your pinned views and projects in their order. Pins of views and projects that you can no longer read are ' +
    'hidden, and are shown again when you regain access.',
  scope: 'tasks:read',
  query: s.object({ org_id: s.orgIdParam }),
  list: queries.pinSorts,
  reply: { status: 200, schema: s.pageSchema(pinSchema) },
  authorize: ({ ctx, query }) => loadOrgVisibility(ctx, membershipFromQuery(ctx, query).org_id),
  handle: async ({ ctx, target: visibility, list }) =>
    respondWithPage(ctx, list, await queries.selectPinPage(ctx, list, visibility), presentPin),
})

export const pinViewOperation = defineOperation({
  id: 'view-pins.pin_view',
  method: 'PUT',
  path: viewPath,
  summary: 'Pin a saved view',
  description: 'Adds a view to the end of your pins. A view that is already pinned keeps its position.',
  scope: 'tasks:write',
  reply: { status: 200, schema: pinSchema },
  authorize: loadViewToPin,
  handle: ({ ctx, target }) => addPin(ctx, target),
})

export const unpinViewOperation = defineOperation({
  id: 'view-pins.unpin_view',
  method: 'DELETE',
  path: viewPath,
  summary: 'Unpin a saved view',
  description: 'Removes a view from your pins. Succeeds even if the view is not pinned.',
  scope: 'tasks:write',
  reply: { status: 200, schema: s.okResponse },
  authorize: loadViewToPin,
  handle: ({ ctx, target }) => removePin(ctx, target),
})

export const pinProjectOperation = defineOperation({
  id: 'view-pins.pin_project',
  method: 'PUT',
  path: projectPath,
  summary: 'Pin a project',
  description: 'Adds a project to the end of your pins. A project that is already pinned keeps its position.',
  scope: 'tasks:write',
  query: s.object({ org_id: s.orgIdParam }),
  reply: { status: 200, schema: pinSchema },
  authorize: ({ ctx, params, query }) =>
    loadProjectToPin(ctx, params.project_id, membershipFromQuery(ctx, query).org_id),
  handle: ({ ctx, target }) => addPin(ctx, target),
})

export const unpinProjectOperation = defineOperation({
  id: 'view-pins.unpin_project',
  method: 'DELETE',
  path: projectPath,
  summary: 'Unpin a project',
  description: 'Removes a project from your pins. Succeeds even if the project is not pinned.',
  scope: 'tasks:write',
  reply: { status: 200, schema: s.okResponse },
  authorize: ({ ctx, params }) => loadProjectToPin(ctx, params.project_id),
  handle: ({ ctx, target }) => removePin(ctx, target),
})

export const reorderPinsOperation = defineOperation({
  id: 'view-pins.reorder',
  method: 'PUT',
  path: '/v1/view-pins/order',
  summary: 'Reorder pins',
  description:
    'Moves the listed pins to the front in this order; all other pins follow in their current order. Returns all ' +
    'your pins.',
  scope: 'tasks:write',
  body: pinOrderSchema,
  reply: { status: 200, schema: s.pageSchema(pinSchema) },
  problems: { 422: 'A pin is listed twice or does not exist.' },
  authorize: ({ ctx, body }) => ({ org_id: membershipFromBody(ctx, body).org_id }),
  async handle({ ctx, target: { org_id }, body }) {
    await lockOwnMembership(ctx, org_id)
    const visibility = await loadOrgVisibility(ctx, org_id)
    const pins = await queries.listPinPositions(ctx, org_id)
    const positions = computePinPositions(pins, await queries.selectVisiblePins(ctx, visibility), body.pins)
    if (positions.length > 0) await queries.savePinPositions(ctx, org_id, positions)
    const data = (await queries.selectVisiblePins(ctx, visibility)).map(presentPin)
    return respond({ data, next_cursor: null })
  },
})
