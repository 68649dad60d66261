import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { insertAtPosition, requireListed } from '../../../core/manual-order.ts'
import { defineOperation } from '../../../http/operation.ts'
import { notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { deleteStops, listJourneys, listJourneyStops, saveStopOrder } from '../journeys/queries.ts'
import {
  loadProjectForUpdate,
  loadOrgVisibility,
  loadProjectVisibility,
  type ProjectWithRole,
  type ProjectVisibility,
} from '../../work/projects/policy.ts'
import { findStopWithRoadmap, listStopPositions, presentStop } from '../roadmap/queries.ts'
import { stopSchema } from '../roadmap/schema.ts'
import { stopSubject, loadStopForUpdate } from './policy.ts'
import { roadmapStopUpdatedEvent } from './events.ts'
import * as queries from './queries.ts'
import { stopCreate, stopUpdate, type StopUpdate } from './schema.ts'

const projectParams = s.object({ project_id: s.text() })
const params = s.object({ project_id: s.text(), stop_id: s.text() })
const path = '/v1/projects/{project_id}/stops'
const rights = 'Requires: owner or editor of the project, or organization admin.'

/** Reads a stop and returns it as the response. Throws 404 if it does not exist. */
async function respondWithStop(
  ctx: Context,
  visibility: ProjectVisibility,
  params: { project_id: string; stop_id: string },
) {
  const found = await findStopWithRoadmap(ctx, visibility, params)
  if (!found) throw notFound()
  const positions = listStopPositions(found.map).get(params.stop_id) ?? []
  return respond(presentStop(found.map, found.stop, positions), found.stop.version)
}

/** Throws 422 unless all are journeys of the project, each listed once. */
async function requireJourneys(ctx: Context, project: ProjectWithRole, journeyIds: string[]): Promise<void> {
  const known = (await listJourneys(ctx, project)).map((journey) => journey.journey_id)
  requireListed(journeyIds, known, ['body', 'journey_ids'], 'journey of the project')
}

/**
 * Sets the journeys of a stop. A `null` position keeps the position on journeys that the stop is already on and appends it
 * to others. Returns true if anything changed.
 */
async function setJourneys(
  ctx: Context,
  stop: queries.StopRow,
  journeyIds: string[],
  position: number | null,
): Promise<boolean> {
  const { org_id, stop_id } = stop
  const removed = stop.journey_ids.filter((id) => !journeyIds.includes(id))
  const rows = await listJourneyStops(ctx, org_id, [...journeyIds, ...removed])
  const listStopIds = (id: string) => rows.filter((row) => row.journey_id === id).map((row) => row.stop_id)
  let changed = removed.length > 0
  if (removed.length > 0) await queries.removeStopFromJourneys(ctx, stop, removed)
  for (const journey_id of journeyIds) {
    const before = listStopIds(journey_id)
    const after = position === null && before.includes(stop_id) ? before : insertAtPosition(before, stop_id, position)
    if (after.length === before.length && after.every((id, i) => id === before[i])) continue
    changed = true
    await saveStopOrder(ctx, { org_id, journey_id }, after)
  }
  for (const journey_id of removed) {
    const remaining = listStopIds(journey_id).filter((id) => id !== stop_id)
    await saveStopOrder(ctx, { org_id, journey_id }, remaining)
  }
  return changed
}

export const createStopOperation = defineOperation({
  id: 'stops.create',
  method: 'POST',
  path,
  summary: 'Create a stop',
  description: `Creates a stop on one or more journeys of a project. A stop on several journeys is a junction. ${rights}`,
  scope: 'projects:write',
  params: projectParams,
  body: stopCreate,
  reply: { status: 201, schema: stopSchema },
  problems: { 422: 'A journey is listed twice or belongs to another project.' },
  emits: { 'roadmap_stop.created': 'A stop was created.' },
  example: { body: { title: 'Quay wall stands', journey_ids: ['J06B8Q3X9D1KZ7Y5P'] } },
  async authorize({ ctx, params }) {
    const project = await loadProjectForUpdate(ctx, params.project_id)
    return { project, version: project.version }
  },
  async handle({ ctx, target: { project }, body }) {
    await requireJourneys(ctx, project, body.journey_ids)
    const { title, target_date = null, description = null, journey_ids } = body
    const { org_id, project_id } = project
    const stop_id = ctx.newId('ST')
    const values = { title, target_date, description }
    await queries.insertStop(ctx, project, stop_id, values)
    const row = { org_id, project_id, stop_id, ...values, version: 0, updated_at: ctx.now, journey_ids: [] }
    await setJourneys(ctx, row, journey_ids, body.position ?? null)
    const after = { title, target_date, journey_ids }
    ctx.emit({ ...stopSubject(row), type: 'roadmap_stop.created', before: null, after })
    return respondWithStop(ctx, await loadOrgVisibility(ctx, org_id), row)
  },
})

export const getStopOperation = defineOperation({
  id: 'stops.read',
  method: 'GET',
  path: `${path}/{stop_id}`,
  summary: 'Get a stop',
  description:
    'Returns a stop of a project. Counts include only tasks that the caller can read. Requires: reader of the project.',
  scope: 'projects:read',
  params,
  reply: { status: 200, schema: stopSchema },
  authorize: ({ ctx, params }) => loadProjectVisibility(ctx, params.project_id),
  handle: ({ ctx, target, params }) => respondWithStop(ctx, target, params),
})

const applyUpdate = (target: queries.StopFields, body: StopUpdate) => ({
  title: body.title ?? target.title,
  target_date: body.target_date === undefined ? target.target_date : body.target_date,
  description: body.description === undefined ? target.description : body.description,
})

export const updateStopOperation = defineOperation({
  id: 'stops.update',
  method: 'PATCH',
  path: `${path}/{stop_id}`,
  summary: 'Update a stop',
  description: `Updates the fields in the body; omitted fields keep their value. \`null\` clears \`target_date\` and \`description\`. \`journey_ids\` replaces all journeys of the stop. ${rights}`,
  scope: 'projects:write',
  params,
  body: stopUpdate,
  reply: { status: 200, schema: stopSchema },
  problems: { 422: 'A journey is listed twice or belongs to another project.' },
  emits: roadmapStopUpdatedEvent,
  example: { body: { target_date: '2027-03-31' } },
  authorize: loadStopForUpdate,
  async handle({ ctx, target, body }) {
    const journey_ids = body.journey_ids ?? target.journey_ids
    if (body.journey_ids) await requireJourneys(ctx, target.project, journey_ids)
    const next = applyUpdate(target, body)
    const moved = await setJourneys(ctx, target, journey_ids, body.position ?? null)
    const change = findChangedAttributes(target, next, ['title', 'target_date', 'description'])
    if (change || moved) {
      await queries.saveStop(ctx, target, next)
      const journeys = { before: { journey_ids: target.journey_ids }, after: { journey_ids } }
      ctx.emit({
        ...stopSubject(target),
        type: 'roadmap_stop.updated',
        before: { ...change?.before, ...(moved && journeys.before) },
        after: { ...change?.after, ...(moved && journeys.after) },
      })
    }
    return respondWithStop(ctx, await loadOrgVisibility(ctx, target.org_id), target)
  },
})

export const deleteStopOperation = defineOperation({
  id: 'stops.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: `${path}/{stop_id}`,
  summary: 'Delete a stop',
  description: `Deletes a stop and removes it from all its journeys. Its tasks and milestones are kept. ${rights}`,
  scope: 'projects:write',
  params,
  reply: { status: 200, schema: s.okResponse },
  emits: { 'roadmap_stop.deleted': 'A stop was deleted.' },
  authorize: loadStopForUpdate,
  async handle({ ctx, target }) {
    await setJourneys(ctx, target, [], null)
    await deleteStops(ctx, target.org_id, [target.stop_id])
    const { title, target_date, journey_ids } = target
    const before = { title, target_date, journey_ids }
    ctx.emit({ ...stopSubject(target), type: 'roadmap_stop.deleted', before, after: null })
    return respond({ ok: true }, target.version + 1)
  },
})
