import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { conflict, invalid, notFound } from '../../kernel/problem.ts'
import { object, text } from '../../kernel/schema.ts'
import { asMilestone } from '../milestones/access.ts'
import { presentMilestone } from '../milestones/present.ts'
import { findMilestone } from '../milestones/queries.ts'
import { milestone } from '../milestones/schemas.ts'
import { reachOf } from '../projects/access.ts'
import { canReadTask, namedTasks } from '../tasks/access.ts'
import { findTasks } from '../tasks/rows.ts'
import { milestoneUpdated } from '../milestones/events.ts'
import { asStop, editableStop } from './access.ts'
import * as queries from './queries.ts'
import { stopTasksFile, stopTasksFiled, stopTaskUnfiled } from './schemas.ts'
import { roadmapStopUpdated } from './events.ts'

const params = object({ project_id: text(), stop_id: text() })
const taskParams = object({ project_id: text(), stop_id: text(), task_id: text() })
const path = '/v1/projects/{project_id}/stops/{stop_id}/tasks'
const rights = 'Owners and editors of the project, and org admins.'

/**
 * Emits which tasks were filed to a stop or taken away from it. Who reads the stop need not be able to read the tasks. So
 * they are no part of what the stop says, and its version stays; webhooks are told of those tasks alone that they may know.
 */
const emitFiling = (ctx: Context, stop: queries.StopRow, before: string[], after: string[]): void =>
  ctx.emit({
    ...asStop(stop),
    type: 'roadmap_stop.updated',
    before: { task_ids: before },
    after: { task_ids: after },
  })

export const fileStopTasks = operation({
  id: 'stops.file_tasks',
  method: 'POST',
  path,
  summary: 'File tasks to a stop',
  description: `${rights} Tasks of this project that you can read; all of them or none. A task may be at several stops.`,
  scope: 'projects:write',
  params,
  body: stopTasksFile,
  reply: { status: 200, schema: stopTasksFiled },
  problems: { 422: 'a task is missing, unseen, or of another project' },
  emits: roadmapStopUpdated,
  example: { body: { task_ids: ['T1JM6SW2Z0A1B2C3D'] } },
  access: editableStop,
  async handle({ ctx, target, body }) {
    const loc = (id: string) => ['body', 'task_ids', body.task_ids.indexOf(id)]
    const ids = [...new Set(body.task_ids)]
    const tasks = await namedTasks(ctx, [target.org_id], ids, loc, false)
    const foreign = tasks.find((task) => task.project_id !== target.project_id)
    if (foreign) throw invalid(loc(foreign.task_id), 'The task lies in another project than the stop.')
    const { stop_id, version } = target
    const filed = await queries.fileTasks(ctx, target, ids)
    if (filed.length > 0) emitFiling(ctx, target, [], filed)
    return answer({ ok: true, stop_id, filed: filed.length }, version)
  },
})

export const unfileStopTask = operation({
  id: 'stops.unfile_task',
  method: 'DELETE',
  path: `${path}/{task_id}`,
  summary: 'Take a task away from a stop',
  description: rights,
  scope: 'projects:write',
  params: taskParams,
  reply: { status: 200, schema: stopTaskUnfiled },
  emits: roadmapStopUpdated,
  access: editableStop,
  async handle({ ctx, target, params: { task_id } }) {
    const { stop_id } = target
    const [task] = await findTasks(ctx, [target.org_id], [task_id], false)
    if (!task || !canReadTask(ctx, task) || !(await queries.unfileTask(ctx, target, task_id)))
      throw notFound()
    emitFiling(ctx, target, [task_id], [])
    return answer({ ok: true, stop_id, task_id }, target.version)
  },
})

const milestoneParams = object({ project_id: text(), stop_id: text(), milestone_id: text() })
const milestonePath = '/v1/projects/{project_id}/stops/{stop_id}/milestones/{milestone_id}'

/** A stop that the caller may change, and a milestone whose team the caller can read, else 404. */
async function stopAndMilestone(call: {
  ctx: Context
  params: { project_id: string; stop_id: string; milestone_id: string }
}) {
  const { ctx, params } = call
  const stop = await editableStop(call)
  const found = await queries.findPinnable(ctx, stop.org_id, params.milestone_id)
  if (!found || (!found.joined && ctx.caller.memberOf(stop.org_id).role === 'guest')) throw notFound()
  return { ...stop, milestone: found }
}

/** Pins a milestone to a stop or to none, and answers it as it is then. */
async function pinTo(
  ctx: Context,
  orgId: string,
  milestone_id: string,
  { team_id, stop_id: before }: queries.Pinnable,
  stop_id: string | null,
) {
  if (before !== stop_id) {
    await queries.pinMilestone(ctx, orgId, milestone_id, stop_id)
    const subject = asMilestone({ org_id: orgId, milestone_id })
    ctx.emit({ ...subject, type: 'milestone.updated', before: { stop_id: before }, after: { stop_id } })
  }
  const row = await findMilestone(ctx, await reachOf(ctx, orgId), team_id, milestone_id)
  return answer(presentMilestone(row!), row!.version)
}

export const pinMilestone = operation({
  id: 'stops.pin_milestone',
  method: 'PUT',
  path: milestonePath,
  summary: 'Pin a milestone to a stop',
  description: `${rights} A milestone of the project's team; its tasks then count at the stop. A milestone is pinned to one stop at most.`,
  scope: 'projects:write',
  params: milestoneParams,
  reply: { status: 200, schema: milestone },
  problems: {
    409: 'the milestone is pinned to another stop',
    422: "the milestone is not one of the project's team",
  },
  emits: milestoneUpdated,
  access: stopAndMilestone,
  async handle({ ctx, target: { milestone: found, project, ...stop }, params: { milestone_id } }) {
    if (found.team_id !== project.team_id)
      throw invalid(['path', 'milestone_id'], "The milestone is of another team than the project's.")
    if (found.stop_id !== null && found.stop_id !== stop.stop_id)
      throw conflict('The milestone is pinned to another stop: unpin it there first.')
    return pinTo(ctx, stop.org_id, milestone_id, found, stop.stop_id)
  },
})

export const unpinMilestone = operation({
  id: 'stops.unpin_milestone',
  method: 'DELETE',
  path: milestonePath,
  summary: 'Unpin a milestone from a stop',
  description: rights,
  scope: 'projects:write',
  params: milestoneParams,
  reply: { status: 200, schema: milestone },
  emits: milestoneUpdated,
  access: stopAndMilestone,
  async handle({ ctx, target: { milestone: found, ...stop }, params: { milestone_id } }) {
    if (found.stop_id !== stop.stop_id) throw notFound()
    return pinTo(ctx, stop.org_id, milestone_id, found, null)
  },
})
