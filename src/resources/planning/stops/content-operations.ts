import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { milestoneSubject } from '../milestones/policy.ts'
import { presentMilestone } from '../milestones/presenter.ts'
import { findMilestone } from '../milestones/queries.ts'
import { milestone } from '../milestones/schema.ts'
import { loadOrgVisibility } from '../../work/projects/policy.ts'
import { canReadTask, loadReferencedTasks } from '../../work/tasks/policy.ts'
import { findTasks } from '../../work/tasks/queries/rows.ts'
import { milestoneUpdatedEvent } from '../milestones/events.ts'
import { stopSubject, loadStopForUpdate } from './policy.ts'
import * as queries from './queries.ts'
import { stopTasksFile, stopTasksFiled, stopTaskUnfiled } from './schema.ts'
import { roadmapStopUpdatedEvent } from './events.ts'

const params = s.object({ project_id: s.text(), stop_id: s.text() })
const taskParams = s.object({ project_id: s.text(), stop_id: s.text(), task_id: s.text() })
const path = '/v1/projects/{project_id}/stops/{stop_id}/tasks'
const rights = 'Requires: owner or editor of the project, or organization admin.'

/**
 * Emits the tasks that were added to or removed from a stop. The version of the stop does not change, since not every
 * reader of the stop can read its tasks; webhooks receive only task IDs that they have access to.
 */
const emitTaskChange = (ctx: Context, stop: queries.StopRow, before: string[], after: string[]): void =>
  ctx.emit({
    ...stopSubject(stop),
    type: 'roadmap_stop.updated',
    before: { task_ids: before },
    after: { task_ids: after },
  })

export const addStopTasksOperation = defineOperation({
  id: 'stops.file_tasks',
  method: 'POST',
  path,
  summary: 'Add tasks to a stop',
  description: `Adds tasks of the same project to a stop, all or none of them. A task can be in several stops. ${rights}`,
  scope: 'projects:write',
  params,
  body: stopTasksFile,
  reply: { status: 200, schema: stopTasksFiled },
  problems: { 422: 'A task does not exist, is not readable, or belongs to another project.' },
  emits: roadmapStopUpdatedEvent,
  example: { body: { task_ids: ['T1JM6SW2Z0A1B2C3D'] } },
  authorize: loadStopForUpdate,
  async handle({ ctx, target, body }) {
    const toLoc = (id: string) => ['body', 'task_ids', body.task_ids.indexOf(id)]
    const ids = [...new Set(body.task_ids)]
    const tasks = await loadReferencedTasks(ctx, [target.org_id], ids, toLoc, false)
    const foreign = tasks.find((task) => task.project_id !== target.project_id)
    if (foreign) throw invalid(toLoc(foreign.task_id), 'The task belongs to another project than the stop.')
    const { stop_id, version } = target
    const added = await queries.insertStopTasks(ctx, target, ids)
    if (added.length > 0) emitTaskChange(ctx, target, [], added)
    return respond({ ok: true, stop_id, filed: added.length }, version)
  },
})

export const removeStopTaskOperation = defineOperation({
  id: 'stops.unfile_task',
  method: 'DELETE',
  path: `${path}/{task_id}`,
  summary: 'Remove a task from a stop',
  description: `Removes a task from a stop; the task itself does not change. ${rights}`,
  scope: 'projects:write',
  params: taskParams,
  reply: { status: 200, schema: stopTaskUnfiled },
  emits: roadmapStopUpdatedEvent,
  authorize: loadStopForUpdate,
  async handle({ ctx, target, params: { task_id } }) {
    const { stop_id } = target
    const [task] = await findTasks(ctx, [target.org_id], [task_id], false)
    if (!task || !canReadTask(ctx, task) || !(await queries.deleteStopTask(ctx, target, task_id))) throw notFound()
    emitTaskChange(ctx, target, [task_id], [])
    return respond({ ok: true, stop_id, task_id }, target.version)
  },
})

const milestoneParams = s.object({ project_id: s.text(), stop_id: s.text(), milestone_id: s.text() })
const milestonePath = '/v1/projects/{project_id}/stops/{stop_id}/milestones/{milestone_id}'

/** Locks the stop and the milestone. Throws 404 or 403 unless the caller may edit the stop and can read the milestone. */
async function lockStopAndMilestone(call: {
  ctx: Context
  params: { project_id: string; stop_id: string; milestone_id: string }
}) {
  const { ctx, params } = call
  const stop = await loadStopForUpdate(call)
  const milestone = await queries.lockPinnableMilestone(ctx, stop.org_id, params.milestone_id)
  if (!milestone || (!milestone.joined && ctx.caller.requireMembership(stop.org_id).role === 'guest')) throw notFound()
  return { ...stop, milestone }
}

/** Pins a milestone to a stop, or unpins it with `null`, and returns it. */
async function setStop(
  ctx: Context,
  orgId: string,
  milestone_id: string,
  { team_id, stop_id: before }: queries.PinnableMilestone,
  stop_id: string | null,
) {
  if (before !== stop_id) {
    await queries.saveMilestoneStop(ctx, orgId, milestone_id, stop_id)
    const subject = milestoneSubject({ org_id: orgId, milestone_id })
    ctx.emit({ ...subject, type: 'milestone.updated', before: { stop_id: before }, after: { stop_id } })
  }
  const row = await findMilestone(ctx, await loadOrgVisibility(ctx, orgId), team_id, milestone_id)
  return respond(presentMilestone(row!), row!.version)
}

export const pinMilestoneOperation = defineOperation({
  id: 'stops.pin_milestone',
  method: 'PUT',
  path: milestonePath,
  summary: 'Pin a milestone to a stop',
  description: `Pins a milestone of the project's team to a stop, which then also counts the tasks of the milestone. A milestone can be pinned to one stop only. ${rights}`,
  scope: 'projects:write',
  params: milestoneParams,
  reply: { status: 200, schema: milestone },
  problems: {
    409: 'The milestone is pinned to another stop.',
    422: 'The milestone belongs to another team than the project.',
  },
  emits: milestoneUpdatedEvent,
  authorize: lockStopAndMilestone,
  async handle({ ctx, target: { milestone: found, project, ...stop }, params: { milestone_id } }) {
    if (found.team_id !== project.team_id)
      throw invalid(['path', 'milestone_id'], 'The milestone belongs to another team than the project.')
    if (found.stop_id !== null && found.stop_id !== stop.stop_id)
      throw conflict('The milestone is pinned to another stop. Unpin it from that stop first.')
    return setStop(ctx, stop.org_id, milestone_id, found, stop.stop_id)
  },
})

export const unpinMilestoneOperation = defineOperation({
  id: 'stops.unpin_milestone',
  method: 'DELETE',
  path: milestonePath,
  summary: 'Unpin a milestone from a stop',
  description: `Unpins a milestone from a stop, which then no longer counts its tasks. ${rights}`,
  scope: 'projects:write',
  params: milestoneParams,
  reply: { status: 200, schema: milestone },
  emits: milestoneUpdatedEvent,
  authorize: lockStopAndMilestone,
  async handle({ ctx, target: { milestone: found, ...stop }, params: { milestone_id } }) {
    if (found.stop_id !== stop.stop_id) throw notFound()
    return setStop(ctx, stop.org_id, milestone_id, found, null)
  },
})
