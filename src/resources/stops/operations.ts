import type { Static } from 'typebox'
import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { atPlace, requireListed } from '../../kernel/lists/order.ts'
import { operation } from '../../kernel/operation.ts'
import { notFound } from '../../kernel/problem.ts'
import { acknowledgement, object, text } from '../../kernel/schema.ts'
import { deleteStops, listJourneys, listStopsOn, placeStops } from '../journeys/queries.ts'
import { editableProject, reachOf, reachOfProject, type ProjectSeen, type Reach } from '../projects/access.ts'
import { findStopMap, placesOf, presentStop } from '../roadmap/queries.ts'
import { stopOut } from '../roadmap/schemas.ts'
import { asStop, editableStop } from './access.ts'
import { roadmapStopUpdated } from './events.ts'
import * as queries from './queries.ts'
import { stopCreate, stopUpdate } from './schemas.ts'

const projectParams = object({ project_id: text() })
const params = object({ project_id: text(), stop_id: text() })
const path = '/v1/projects/{project_id}/stops'
const rights = 'Owners and editors of the project, and org admins.'

/** Answers a stop as it is now, as the caller sees it. */
async function stopAnswer(ctx: Context, reach: Reach, at: { project_id: string; stop_id: string }) {
  const found = await findStopMap(ctx, reach, at)
  if (!found) throw notFound()
  const places = placesOf(found.map).get(at.stop_id) ?? []
  return answer(presentStop(found.map, found.stop, places), found.stop.version)
}

/** 422 unless these are lines of the project, each listed once. */
async function requireLines(ctx: Context, project: ProjectSeen, journeyIds: string[]): Promise<void> {
  const present = (await listJourneys(ctx, project)).map((one) => one.journey_id)
  requireListed(journeyIds, present, ['body', 'journey_ids'], 'journey of the project')
}

/**
 * Puts a stop on exactly these lines: at this place on each, or with null where it is already, else at the end. Tells
 * whether its lines, or its place on one, have changed by that.
 */
async function putOnLines(
  ctx: Context,
  stop: queries.StopRow,
  journeyIds: string[],
  place: number | null,
): Promise<boolean> {
  const { org_id, stop_id } = stop
  const leaving = stop.journey_ids.filter((id) => !journeyIds.includes(id))
  const on = await listStopsOn(ctx, org_id, [...journeyIds, ...leaving])
  const orderOf = (id: string) => on.filter((one) => one.journey_id === id).map((one) => one.stop_id)
  let moved = leaving.length > 0
  if (leaving.length > 0) await queries.leaveLines(ctx, stop, leaving)
  for (const journey_id of journeyIds) {
    const before = orderOf(journey_id)
    const after = place === null && before.includes(stop_id) ? before : atPlace(before, stop_id, place)
    if (after.length === before.length && after.every((id, i) => id === before[i])) continue
    moved = true
    await placeStops(ctx, { org_id, journey_id }, after)
  }
  for (const journey_id of leaving)
    await placeStops(
      ctx,
      { org_id, journey_id },
      orderOf(journey_id).filter((id) => id !== stop_id),
    )
  return moved
}

export const createStop = operation({
  id: 'stops.create',
  method: 'POST',
  path,
  summary: 'Put a stop on one line or more',
  description: `${rights} On several lines it is a junction.`,
  scope: 'projects:write',
  params: projectParams,
  body: stopCreate,
  reply: { status: 201, schema: stopOut },
  problems: { 422: 'a line is listed twice, or is of another project' },
  emits: { 'roadmap_stop.created': 'A stop was created.' },
  example: { body: { title: 'Quay wall stands', journey_ids: ['J06B8Q3X9D1KZ7Y5P'] } },
  async access({ ctx, params }) {
    const project = await editableProject(ctx, params.project_id)
    return { project, version: project.version }
  },
  async handle({ ctx, target: { project }, body }) {
    await requireLines(ctx, project, body.journey_ids)
    const { title, target_date = null, description = null, journey_ids } = body
    const { org_id, project_id } = project
    const stop_id = ctx.newId('ST')
    const values = { title, target_date, description }
    await queries.insertStop(ctx, project, stop_id, values)
    const row = { org_id, project_id, stop_id, ...values, version: 0, updated_at: ctx.now, journey_ids: [] }
    await putOnLines(ctx, row, journey_ids, body.position ?? null)
    const after = { title, target_date, journey_ids }
    ctx.emit({ ...asStop(row), type: 'roadmap_stop.created', before: null, after })
    return stopAnswer(ctx, await reachOf(ctx, org_id), row)
  },
})

export const readStop = operation({
  id: 'stops.read',
  method: 'GET',
  path: `${path}/{stop_id}`,
  summary: 'Read a stop',
  scope: 'projects:read',
  params,
  reply: { status: 200, schema: stopOut },
  access: ({ ctx, params }) => reachOfProject(ctx, params.project_id),
  handle: ({ ctx, target, params }) => stopAnswer(ctx, target, params),
})

/** What the stop says as the body wants it; what is absent stays. */
const wantedStop = (target: queries.StopValues, body: Static<typeof stopUpdate>) => ({
  title: body.title ?? target.title,
  target_date: body.target_date === undefined ? target.target_date : body.target_date,
  description: body.description === undefined ? target.description : body.description,
})

export const updateStop = operation({
  id: 'stops.update',
  method: 'PATCH',
  path: `${path}/{stop_id}`,
  summary: 'Change a stop',
  description: `${rights} Absent fields stay as they are; null clears date and description. \`journey_ids\` are all lines it is on from then on.`,
  scope: 'projects:write',
  params,
  body: stopUpdate,
  reply: { status: 200, schema: stopOut },
  problems: { 422: 'a line is listed twice, or is of another project' },
  emits: roadmapStopUpdated,
  example: { body: { target_date: '2027-03-31' } },
  access: editableStop,
  async handle({ ctx, target, body }) {
    const journey_ids = body.journey_ids ?? target.journey_ids
    if (body.journey_ids) await requireLines(ctx, target.project, journey_ids)
    const wanted = wantedStop(target, body)
    const moved = await putOnLines(ctx, target, journey_ids, body.position ?? null)
    const change = changedAttributes(target, wanted, ['title', 'target_date', 'description'])
    if (change || moved) {
      await queries.updateStop(ctx, target, wanted)
      const lines = { before: { journey_ids: target.journey_ids }, after: { journey_ids } }
      ctx.emit({
        ...asStop(target),
        type: 'roadmap_stop.updated',
        before: { ...change?.before, ...(moved && lines.before) },
        after: { ...change?.after, ...(moved && lines.after) },
      })
    }
    return stopAnswer(ctx, await reachOf(ctx, target.org_id), target)
  },
})

export const deleteStop = operation({
  id: 'stops.delete',
  method: 'DELETE',
  goneIs: 404,
  path: `${path}/{stop_id}`,
  summary: 'Delete a stop',
  description: `${rights} It leaves all its lines; tasks and milestones stay.`,
  scope: 'projects:write',
  params,
  reply: { status: 200, schema: acknowledgement },
  emits: { 'roadmap_stop.deleted': 'A stop was deleted.' },
  access: editableStop,
  async handle({ ctx, target }) {
    await putOnLines(ctx, target, [], null)
    await deleteStops(ctx, target.org_id, [target.stop_id])
    const { title, target_date, journey_ids } = target
    const before = { title, target_date, journey_ids }
    ctx.emit({ ...asStop(target), type: 'roadmap_stop.deleted', before, after: null })
    return answer({ ok: true }, target.version + 1)
  },
})
