import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { defineOperation } from '../../../http/operation.ts'
import { reorderAmongListed, insertAtPosition, requireListed } from '../../../core/manual-order.ts'
import * as s from '../../../core/schema.ts'
import { loadProjectForUpdate, loadOrgVisibility } from '../../work/projects/policy.ts'
import { presentJourneys } from '../roadmap/presenter.ts'
import { findRoadmaps } from '../roadmap/queries.ts'
import { journeySchema } from '../roadmap/schema.ts'
import { buildJourneySubject, loadJourneyForUpdate } from './policy.ts'
import * as queries from './queries.ts'
import * as schemas from './schema.ts'

const roadmapJourneyUpdated = { 'roadmap_journey.updated': 'A journey was updated, or its stops were reordered.' }

const projectParams = { project_id: 'ID of the project.' }
const params = { ...projectParams, journey_id: 'ID of the journey.' }
const path = '/v1/projects/{project_id}/journeys'
const requirement = 'Requires: owner or editor of the project, or organization admin.'
const orderProblem = 'An id is repeated, or does not belong to the project.'

async function respondWithJourney(ctx: Context, { org_id, project_id, journey_id }: queries.JourneyRow) {
  const [map] = await findRoadmaps(ctx, await loadOrgVisibility(ctx, org_id), { project: project_id })
  const journey = presentJourneys(map!).find((one) => one.journey_id === journey_id)!
  return respond(journey, journey.version)
}

const toIds = (journeys: queries.JourneyRow[]) => journeys.map((one) => one.journey_id)

export const createJourneyOperation = defineOperation({
  id: 'journeys.create',
  method: 'POST',
  path,
  summary: 'Create a journey',
  description: `Adds a journey to the roadmap of a project, at the end without \`position\`. ${requirement}`,
  scope: 'projects:write',
  params: projectParams,
  body: schemas.journeyCreate,
  reply: { status: 201, schema: journeySchema, created: '/v1/projects/{project_id}/journeys/{journey_id}' },
  emits: { 'roadmap_journey.created': 'A journey was created.' },
  example: { body: { name: 'Dredging', color: 'teal' } },
  async authorize({ ctx, params }) {
    const project = await loadProjectForUpdate(ctx, params.project_id)
    return { project, version: project.version }
  },
  async handle({ ctx, target: { project }, body }) {
    const { org_id, project_id } = project
    const journey_id = ctx.newId('J')
    const ids = toIds(await queries.listJourneys(ctx, project))
    const order = insertAtPosition(ids, journey_id, body.position ?? null)
    const position = order.indexOf(journey_id) + 1
    const { name } = body
    const color = body.color ?? schemas.getDefaultJourneyColor(position)
    const row = { org_id, project_id, journey_id, name, color }
    await queries.insertJourney(ctx, row)
    await queries.saveJourneyOrder(ctx, project, order)
    const after = { name, color, position }
    ctx.emit({ ...buildJourneySubject(row), type: 'roadmap_journey.created', before: null, after })
    const version = 1
    return respond({ journey_id, project_id, name, color, position, version, stops: [] }, version)
  },
})

export const updateJourneyOperation = defineOperation({
  id: 'journeys.update',
  method: 'PATCH',
  path: `${path}/{journey_id}`,
  summary: 'Update a journey',
  description: `Updates the fields in the body; omitted fields keep their value. ${requirement}`,
  scope: 'projects:write',
  params,
  body: schemas.journeyUpdate,
  reply: { status: 200, schema: journeySchema },
  emits: roadmapJourneyUpdated,
  example: { body: { name: 'Dredging and piling' } },
  authorize: loadJourneyForUpdate,
  async handle({ ctx, target: { project, journeys, journey }, body }) {
    const order =
      body.position == null ? toIds(journeys) : insertAtPosition(toIds(journeys), journey.journey_id, body.position)
    const wanted = {
      name: body.name ?? journey.name,
      color: body.color ?? journey.color,
      position: order.indexOf(journey.journey_id) + 1,
    }
    const stored = { ...journey, position: journeys.indexOf(journey) + 1 }
    const change = findChangedAttributes(stored, wanted, ['name', 'color', 'position'])
    if (change) {
      const { name, color } = wanted
      if (name !== journey.name || color !== journey.color) await queries.saveJourney(ctx, journey, wanted)
      await queries.saveJourneyOrder(ctx, project, order)
      ctx.emit({ ...buildJourneySubject(journey), type: 'roadmap_journey.updated', ...change })
    }
    return respondWithJourney(ctx, journey)
  },
})

export const deleteJourneyOperation = defineOperation({
  id: 'journeys.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: `${path}/{journey_id}`,
  summary: 'Delete a journey',
  description:
    'Deletes a journey, and its stops that are on no other journey. Tasks and milestones of deleted stops are kept. ' +
    requirement,
  scope: 'projects:write',
  params,
  reply: { status: 200, schema: s.okResponse },
  emits: { 'roadmap_journey.deleted': 'A journey was deleted.' },
  authorize: loadJourneyForUpdate,
  async handle({ ctx, target: { project, journeys, journey } }) {
    const stops = await queries.deleteJourneyWithStops(ctx, journey)
    const rest = toIds(journeys).filter((id) => id !== journey.journey_id)
    await queries.saveJourneyOrder(ctx, project, rest)
    const { name, color } = journey
    const before = { name, color, stops }
    ctx.emit({ ...buildJourneySubject(journey), type: 'roadmap_journey.deleted', before, after: null })
    return respond({ ok: true }, journey.version + 1)
  },
})

export const reorderJourneysOperation = defineOperation({
  id: 'journeys.reorder',
  method: 'POST',
  path: `${path}/reorder`,
  summary: 'Reorder journeys',
  description:
    'Changes the order of journeys of a project. The listed journeys exchange their positions; others keep theirs. ' +
    `\`If-Match\` takes the ETag of the project. ${requirement}`,
  scope: 'projects:write',
  params: projectParams,
  body: schemas.journeyOrder,
  reply: { status: 200, schema: schemas.journeysReordered },
  problems: { 422: orderProblem },
  emits: { 'roadmap_journey.reordered': 'The journeys of a project were reordered.' },
  example: { body: { journey_ids: ['J06B8Q3X9D1KZ7Y5P', 'J06B8Q3X9D1KZ7Y5Q'] } },
  authorize: ({ ctx, params }) => loadProjectForUpdate(ctx, params.project_id),
  async handle({ ctx, target: project, body }) {
    const journeys = await queries.listJourneys(ctx, project)
    ctx.advanceTimePast(journeys)
    const before = toIds(journeys)
    requireListed(body.journey_ids, before, ['body', 'journey_ids'], 'journey of the project')
    const after = reorderAmongListed(before, body.journey_ids)
    if (before.some((id, i) => id !== after[i])) {
      await queries.saveJourneyOrder(ctx, project, after)
      const subject = buildJourneySubject({ ...project, journey_id: body.journey_ids[0]! })
      const change = { before: { journey_ids: before }, after: { journey_ids: after } }
      ctx.emit({ ...subject, type: 'roadmap_journey.reordered', ...change })
    }
    return respond({ ok: true, journey_ids: after }, project.version)
  },
})

export const reorderStopsOperation = defineOperation({
  id: 'journeys.reorder_stops',
  method: 'POST',
  path: `${path}/{journey_id}/stops/reorder`,
  summary: 'Reorder stops',
  description:
    'Changes the order of stops on a journey. The listed stops exchange their positions; others keep theirs. ' +
    requirement,
  scope: 'projects:write',
  params,
  body: schemas.stopOrder,
  reply: { status: 200, schema: schemas.stopsReordered },
  problems: { 422: orderProblem },
  emits: roadmapJourneyUpdated,
  example: { body: { stop_ids: ['ST06B8Q3X9D1KZ7Y5P', 'ST06B8Q3X9D1KZ7Y5Q'] } },
  authorize: loadJourneyForUpdate,
  async handle({ ctx, target: { project, journey }, body }) {
    const { journey_id } = journey
    const stops = await queries.listJourneyStops(ctx, project.org_id, [journey_id])
    const before = stops.map((stop) => stop.stop_id)
    requireListed(body.stop_ids, before, ['body', 'stop_ids'], 'stop of the journey')
    const after = reorderAmongListed(before, body.stop_ids)
    if (before.every((id, i) => id === after[i]))
      return respond({ ok: true, journey_id, stop_ids: after }, journey.version)
    await queries.saveStopOrder(ctx, journey, after)
    await queries.saveJourney(ctx, journey, journey)
    const change = { before: { stop_ids: before }, after: { stop_ids: after } }
    ctx.emit({ ...buildJourneySubject(journey), type: 'roadmap_journey.updated', ...change })
    return respond({ ok: true, journey_id, stop_ids: after }, journey.version + 1)
  },
})
