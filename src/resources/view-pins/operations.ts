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

/** A pin as the schema `ViewPin` says. */
const present = (row: queries.PinShown) => ({
  pin_type: row.pin_type,
  pin_id: row.pin_id,
  org_id: row.org_id,
  position: row.position,
  label: row.label,
  scope_type: row.scope_type,
  resource: row.resource,
  created_at: row.created_at,
})

interface ToPin {
  org_id: string
  version: number
  pinned: Pinned
}

/** A view that can be pinned: one that the caller reads. */
async function viewToPin({ ctx, params }: { ctx: Context; params: { view_id: string } }): Promise<ToPin> {
  const { view_id, org_id, version } = (await readableView(ctx, params.view_id)).view
  return { org_id, version, pinned: { pin_type: 'view', pin_id: view_id } }
}

/** A project that can be pinned: one that the caller reads. */
async function projectToPin(ctx: Context, projectId: string, orgId?: string): Promise<ToPin> {
  const { project_id, org_id, version } = await readableProject(ctx, projectId, 'share')
  if (orgId !== undefined && org_id !== orgId) throw notFound()
  return { org_id, version, pinned: { pin_type: 'project', pin_id: project_id } }
}

/** Pins it, or leaves the pin that is there as it is. */
async function setPin(ctx: Context, { org_id, pinned }: ToPin) {
  await lockOneself(ctx, org_id)
  await queries.insertPin(ctx, org_id, pinned)
  const [row] = await queries.selectPins(ctx, await reachOf(ctx, org_id), pinned)
  return answer(present(row!))
}

async function removePin(ctx: Context, { org_id, pinned }: ToPin) {
  await queries.deletePin(ctx, org_id, pinned)
  return answer({ ok: true })
}

export const listPins = operation({
  id: 'view-pins.list',
  method: 'GET',
  path: '/v1/view-pins',
  summary: 'List what you have pinned',
  description:
    'Views and projects, in the order you gave them. What you can read no longer is left out, and is there again when ' +
    'you can.',
  scope: 'tasks:read',
  query: object({ org_id: askedOrgId }),
  list: queries.pinSorts,
  reply: { status: 200, schema: pageOf(pin) },
  access: ({ ctx, query }) => reachOf(ctx, askedOrganization(ctx, query).org_id),
  async handle({ ctx, target: reach, list }) {
    return pageAnswer(ctx, list, await queries.listPins(ctx, list, reach), (rows) => rows.map(present))
  },
})

export const pinView = operation({
  id: 'view-pins.pin_view',
  method: 'PUT',
  path: viewPath,
  summary: 'Pin a saved view',
  description: 'For yourself, after what you have pinned. A view that is pinned stays where it is.',
  scope: 'tasks:write',
  params: viewParams,
  reply: { status: 200, schema: pin },
  access: viewToPin,
  handle: ({ ctx, target }) => setPin(ctx, target),
})

export const unpinView = operation({
  id: 'view-pins.unpin_view',
  method: 'DELETE',
  path: viewPath,
  summary: 'Unpin a saved view',
  description: 'A view that you have not pinned is no error.',
  scope: 'tasks:write',
  params: viewParams,
  reply: { status: 200, schema: acknowledgement },
  access: viewToPin,
  handle: ({ ctx, target }) => removePin(ctx, target),
})

export const pinProject = operation({
  id: 'view-pins.pin_project',
  method: 'PUT',
  path: projectPath,
  summary: 'Pin a project',
  description: 'For yourself, after what you have pinned. A project that is pinned stays where it is.',
  scope: 'tasks:write',
  params: projectParams,
  query: object({ org_id: askedOrgId }),
  reply: { status: 200, schema: pin },
  access: ({ ctx, params, query }) =>
    projectToPin(ctx, params.project_id, askedOrganization(ctx, query).org_id),
  handle: ({ ctx, target }) => setPin(ctx, target),
})

export const unpinProject = operation({
  id: 'view-pins.unpin_project',
  method: 'DELETE',
  path: projectPath,
  summary: 'Unpin a project',
  description: 'A project that you have not pinned is no error.',
  scope: 'tasks:write',
  params: projectParams,
  reply: { status: 200, schema: acknowledgement },
  access: ({ ctx, params }) => projectToPin(ctx, params.project_id),
  handle: ({ ctx, target }) => removePin(ctx, target),
})

export const reorderPins = operation({
  id: 'view-pins.reorder',
  method: 'PUT',
  path: '/v1/view-pins/order',
  summary: 'Put your pins in another order',
  description:
    'The pins listed come first, in this order; the others keep theirs, after these. Answers all your pins.',
  scope: 'tasks:write',
  body: pinOrder,
  reply: { status: 200, schema: pageOf(pin) },
  problems: { 422: 'a pin is listed twice, or is none of yours' },
  access: ({ ctx, body }) => ({ org_id: namedOrganization(ctx, body).org_id }),
  async handle({ ctx, target: { org_id }, body }) {
    await lockOneself(ctx, org_id)
    const reach = await reachOf(ctx, org_id)
    const pins = await queries.listPlaces(ctx, org_id)
    const places = newPlaces(pins, await queries.selectPins(ctx, reach), body.pins)
    if (places.length > 0) await queries.storePlaces(ctx, org_id, places)
    const data = (await queries.selectPins(ctx, reach)).map(present)
    return answer({ data, next_cursor: null })
  },
})
