import { respondWithStop } from './presenter.ts'
import { defineOperation } from '../../../http/operation.ts'
import { invalid, conflict, notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { loadProjectForUpdate, loadProjectVisibility } from '../../work/projects/policy.ts'
import { stopSchema } from '../roadmap/schema.ts'
import { loadStopForUpdate, lockStopAndMilestone } from './policy.ts'
import * as commands from './commands.ts'
import { stopCreate, stopTaskUnfiled, stopTasksFiled, stopTasksFile, stopUpdate } from './schema.ts'
import { milestoneUpdatedEvent } from '../milestones/events.ts'
import { milestone } from '../milestones/schema.ts'

const path = '/v1/projects/{project_id}/stops'
const rights = 'Requires: owner or editor of the project, or organization admin.'

const tasksPath = `${path}/{stop_id}/tasks` as const
const milestonePath = `${path}/{stop_id}/milestones/{milestone_id}` as const
const roadmapStopUpdatedEvent = { 'roadmap_stop.updated': 'A stop changed, or tasks were added to or removed from it.' }

export const createStopOperation = defineOperation({
  id: 'stops.create',
  method: 'POST',
  path,
  summary: 'Create a stop',
  description: `Creates a stop on one or more journeys of a project. A stop on several journeys is a junction. ${rights}`,
  scope: 'projects:write',
  body: stopCreate,
  reply: { status: 201, schema: stopSchema, created: '/v1/projects/{project_id}/stops/{stop_id}' },
  problems: { 422: 'A journey is listed twice or belongs to another project.' },
  emits: { 'roadmap_stop.created': 'A stop was created.' },
  example: { body: { title: 'Quay wall stands', journey_ids: ['J06B8Q3X9D1KZ7Y5P'] } },
  async authorize({ ctx, params }) {
    const project = await loadProjectForUpdate(ctx, params.project_id)
    return { project, version: project.version }
  },
  handle: ({ ctx, target: { project }, body }) => commands.createStop(ctx, project, body),
})

export const getStopOperation = defineOperation({
  id: 'stops.read',
  method: 'GET',
  path: `${path}/{stop_id}`,
  summary: 'Get a stop',
  description:
    'Returns a stop of a project. Counts include only tasks that the caller can read. Requires: reader of the project.',
  scope: 'projects:read',
  reply: { status: 200, schema: stopSchema },
  authorize: ({ ctx, params }) => loadProjectVisibility(ctx, params.project_id),
  handle: ({ ctx, target, params }) => respondWithStop(ctx, target, params),
})

export const updateStopOperation = defineOperation({
  id: 'stops.update',
  method: 'PATCH',
  path: `${path}/{stop_id}`,
  summary: 'Update a stop',
  description: `Updates the fields in the body; omitted fields keep their value. \`null\` clears \`target_date\` and \`description\`. \`journey_ids\` replaces all journeys of the stop. ${rights}`,
  scope: 'projects:write',
  body: stopUpdate,
  reply: { status: 200, schema: stopSchema },
  problems: { 422: 'A journey is listed twice or belongs to another project.' },
  emits: roadmapStopUpdatedEvent,
  example: { body: { target_date: '2027-03-31' } },
  authorize: loadStopForUpdate,
  handle: ({ ctx, target: stop, body }) => commands.updateStop(ctx, stop, body),
})

export const deleteStopOperation = defineOperation({
  id: 'stops.delete',
  method: 'DELETE',
  statusAfterDelete: 404,
  path: `${path}/{stop_id}`,
  summary: 'Delete a stop',
  description: `Deletes a stop and removes it from all its journeys. Its tasks and milestones are kept. ${rights}`,
  scope: 'projects:write',
  reply: { status: 200, schema: s.okResponse },
  emits: { 'roadmap_stop.deleted': 'A stop was deleted.' },
  authorize: loadStopForUpdate,
  handle: ({ ctx, target: stop }) => commands.deleteStop(ctx, stop),
})

export const addStopTasksOperation = defineOperation({
  id: 'stops.file_tasks',
  method: 'POST',
  path: tasksPath,
  summary: 'Add tasks to a stop',
  description: `Adds tasks of the same project to a stop, all or none of them. A task can be in several stops. ${rights}`,
  scope: 'projects:write',
  body: stopTasksFile,
  reply: { status: 200, schema: stopTasksFiled },
  problems: { 422: 'A task does not exist, is not readable, or belongs to another project.' },
  emits: roadmapStopUpdatedEvent,
  example: { body: { task_ids: ['T1JM6SW2Z0A1B2C3D'] } },
  authorize: loadStopForUpdate,
  handle: ({ ctx, target: stop, body }) => commands.addTasksToStop(ctx, stop, body.task_ids),
})

export const removeStopTaskOperation = defineOperation({
  id: 'stops.unfile_task',
  method: 'DELETE',
  path: `${tasksPath}/{task_id}`,
  summary: 'Remove a task from a stop',
  description: `Removes a task from a stop; the task itself does not change. ${rights}`,
  scope: 'projects:write',
  reply: { status: 200, schema: stopTaskUnfiled },
  emits: roadmapStopUpdatedEvent,
  authorize: loadStopForUpdate,
  handle: ({ ctx, target: stop, params }) => commands.removeTaskFromStop(ctx, stop, params.task_id),
})

export const pinMilestoneOperation = defineOperation({
  id: 'stops.pin_milestone',
  method: 'PUT',
  path: milestonePath,
  summary: 'Pin a milestone to a stop',
  description: `Pins a milestone of the project's team to a stop, which then also counts the tasks of the milestone. A milestone can be pinned to one stop only. ${rights}`,
  scope: 'projects:write',
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
    return commands.setMilestoneStop(ctx, stop.org_id, milestone_id, found, stop.stop_id)
  },
})

export const unpinMilestoneOperation = defineOperation({
  id: 'stops.unpin_milestone',
  method: 'DELETE',
  path: milestonePath,
  summary: 'Unpin a milestone from a stop',
  description: `Unpins a milestone from a stop, which then no longer counts its tasks. ${rights}`,
  scope: 'projects:write',
  reply: { status: 200, schema: milestone },
  emits: milestoneUpdatedEvent,
  authorize: lockStopAndMilestone,
  async handle({ ctx, target: { milestone: found, ...stop }, params: { milestone_id } }) {
    if (found.stop_id !== stop.stop_id) throw notFound()
    return commands.setMilestoneStop(ctx, stop.org_id, milestone_id, found, null)
  },
})
