import { respondWithStop } from './presenter.ts'
import type { Context } from '../../../core/context.ts'
import { loadOrgVisibility } from '../../work/projects/policy.ts'
import type { ProjectWithRole } from '../../work/projects/queries/find.ts'
import { buildStopSubject, type StopForUpdate } from './policy.ts'
import type { stopCreate, StopUpdate } from './schema.ts'
import { canReadTask, loadReferencedTasks } from '../../work/tasks/policy.ts'
import { deleteStops, listJourneyStops, listJourneys, saveStopOrder } from '../journeys/queries.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { findMilestone } from '../milestones/queries.ts'
import { findTasks } from '../../work/tasks/queries/rows.ts'
import { insertAtPosition, requireListed } from '../../../core/manual-order.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { buildMilestoneSubject } from '../milestones/policy.ts'
import { presentMilestone } from '../milestones/presenter.ts'
import { respond } from '../../../http/result.ts'
import type * as s from '../../../core/schema.ts'
import * as queries from './queries.ts'

async function requireJourneys(ctx: Context, project: ProjectWithRole, journeyIds: string[]): Promise<void> {
  const known = (await listJourneys(ctx, project)).map((journey) => journey.journey_id)
  requireListed(journeyIds, known, ['body', 'journey_ids'], 'journey of the project')
}

/** `null` keeps the position on journeys of the stop and appends it to others. Returns true if anything changed. */
async function setJourneys(ctx: Context, stop: queries.StopRow, journeyIds: string[], position: number | null) {
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

export async function createStop(ctx: Context, project: ProjectWithRole, body: s.Static<typeof stopCreate>) {
  await requireJourneys(ctx, project, body.journey_ids)
  const { title, target_date = null, description = null, journey_ids } = body
  const { org_id, project_id } = project
  const stop_id = ctx.newId('ST')
  const values = { title, target_date, description }
  await queries.insertStop(ctx, project, stop_id, values)
  const row = { org_id, project_id, stop_id, ...values, version: 0, updated_at: ctx.now, journey_ids: [] }
  await setJourneys(ctx, row, journey_ids, body.position ?? null)
  const after = { title, target_date, journey_ids }
  ctx.emit({ ...buildStopSubject(row), type: 'roadmap_stop.created', before: null, after })
  return respondWithStop(ctx, await loadOrgVisibility(ctx, org_id), row)
}

const applyUpdate = (target: queries.StopFields, body: StopUpdate) => ({
  title: body.title ?? target.title,
  target_date: body.target_date === undefined ? target.target_date : body.target_date,
  description: body.description === undefined ? target.description : body.description,
})

export async function updateStop(ctx: Context, target: StopForUpdate, body: StopUpdate) {
  const journey_ids = body.journey_ids ?? target.journey_ids
  if (body.journey_ids) await requireJourneys(ctx, target.project, journey_ids)
  const next = applyUpdate(target, body)
  const moved = await setJourneys(ctx, target, journey_ids, body.position ?? null)
  const change = findChangedAttributes(target, next, ['title', 'target_date', 'description'])
  if (change || moved) {
    await queries.saveStop(ctx, target, next)
    const journeys = { before: { journey_ids: target.journey_ids }, after: { journey_ids } }
    ctx.emit({
      ...buildStopSubject(target),
      type: 'roadmap_stop.updated',
      before: { ...change?.before, ...(moved && journeys.before) },
      after: { ...change?.after, ...(moved && journeys.after) },
    })
  }
  return respondWithStop(ctx, await loadOrgVisibility(ctx, target.org_id), target)
}

export async function deleteStop(ctx: Context, target: queries.StopRow) {
  await setJourneys(ctx, target, [], null)
  await deleteStops(ctx, target.org_id, [target.stop_id])
  const { title, target_date, journey_ids } = target
  const before = { title, target_date, journey_ids }
  ctx.emit({ ...buildStopSubject(target), type: 'roadmap_stop.deleted', before, after: null })
  return respond({ ok: true }, target.version + 1)
}

/** Raises no version, since not every reader of the stop can read its tasks. */
const emitTaskChange = (ctx: Context, stop: queries.StopRow, before: string[], after: string[]): void =>
  ctx.emit({
    ...buildStopSubject(stop),
    type: 'roadmap_stop.updated',
    before: { task_ids: before },
    after: { task_ids: after },
  })

export async function addTasksToStop(ctx: Context, target: queries.StopRow, taskIds: string[]) {
  const toLoc = (id: string) => ['body', 'task_ids', taskIds.indexOf(id)]
  const ids = [...new Set(taskIds)]
  const tasks = await loadReferencedTasks(ctx, [target.org_id], ids, toLoc, false)
  const foreign = tasks.find((task) => task.project_id !== target.project_id)
  if (foreign) throw invalid(toLoc(foreign.task_id), 'The task belongs to another project than the stop.')
  const { stop_id, version } = target
  const added = await queries.insertStopTasks(ctx, target, ids)
  if (added.length > 0) emitTaskChange(ctx, target, [], added)
  return respond({ ok: true, stop_id, filed: added.length }, version)
}

export async function removeTaskFromStop(ctx: Context, target: queries.StopRow, task_id: string) {
  const { stop_id } = target
  const [task] = await findTasks(ctx, [target.org_id], [task_id], false)
  if (!task || !canReadTask(ctx, task) || !(await queries.deleteStopTask(ctx, target, task_id))) throw notFound()
  emitTaskChange(ctx, target, [task_id], [])
  return respond({ ok: true, stop_id, task_id }, target.version)
}

export async function setMilestoneStop(
  ctx: Context,
  orgId: string,
  milestone_id: string,
  { team_id, stop_id: before }: queries.PinnableMilestone,
  stop_id: string | null,
) {
  if (before !== stop_id) {
    await queries.saveMilestoneStop(ctx, orgId, milestone_id, stop_id)
    const subject = buildMilestoneSubject({ org_id: orgId, milestone_id })
    ctx.emit({ ...subject, type: 'milestone.updated', before: { stop_id: before }, after: { stop_id } })
  }
  const row = await findMilestone(ctx, await loadOrgVisibility(ctx, orgId), team_id, milestone_id)
  return respond(presentMilestone(row!), row!.version)
}
