import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { invalid, Problem, staleVersions } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { loadReferencedTasks, requireTaskEditor } from './policy.ts'
import { updateTask } from './commands/update.ts'
import { taskChangeEvents } from './events.ts'
import { linkConflictDescription } from './operations.ts'
import { presentTasks } from './presenter.ts'
import { lockHeldClaims } from './queries/claims.ts'
import { lockContainers, lockLinksForTasks, lockRelatedTasks } from './queries/locks.ts'
import { findTasks, type TaskRow, type TaskWithAccess } from './queries/rows.ts'
import { hasLinkChanges, taskSchema, taskUpdate, type TaskUpdate } from './schema.ts'
import { changesSearchContent, measureSearchContent } from './queries/search.ts'
import { needsPlacement, placeTasks, type SectionChange } from './commands/placement.ts'
import { announceMoves } from './commands/numbers.ts'
import { TaskWriteBatch, type SaveTask } from './commands/save.ts'

/** Versions of tasks as read by the client, by task id. */
type TaskVersions = Record<string, number>

const versionsSchema = s.rawSchema<TaskVersions>({
  type: 'object',
  maxProperties: 200,
  additionalProperties: { type: 'integer', minimum: 1 },
  description:
    'Version of each task as read, by task id: the number at the beginning of its ETag. If a task has another version, the ' +
    'response is 412 and nothing is written. Omitted tasks are updated whatever their version.',
  example: { T06B8Q3X9D1KZ7Y5P: 7 },
})

/** Throws 412 with the current versions if tasks changed since they were read, 422 for a version of another task. */
function requireCurrentVersions(tasks: readonly Pick<TaskRow, 'task_id' | 'version'>[], read: TaskVersions = {}): void {
  const stored = new Map(tasks.map((task) => [task.task_id, task.version]))
  const unlisted = Object.keys(read).find((id) => !stored.has(id))
  if (unlisted !== undefined)
    throw invalid(
      ['body', 'versions', unlisted],
      'This task is not in `task_ids`: add it there, or remove its version.',
    )
  const stale = Object.entries(read).flatMap(([id, version]) =>
    stored.get(id) === version ? [] : [{ loc: ['body', 'versions', id], read: version, version: stored.get(id)! }],
  )
  if (stale.length > 0) throw staleVersions(stale)
}

/** Maximum size of a request, counting its changes once per task, and of its response. */
const MAX_TOTAL_BYTES = 2_000_000

/**
 * Maximum size of the text that one request may reindex for search on the embedded database. All other requests wait for
 * its only connection, about as long as for one task with the longest description.
 */
const MAX_EMBEDDED_SEARCH_BYTES = 250_000

const measureBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const pickLargeValues = ({
  description,
  type_data,
  metadata,
  custom,
}: Partial<Record<'description' | 'type_data' | 'metadata' | 'custom', unknown>>) => [
  description,
  type_data,
  metadata,
  custom,
]

function requireSmallRequest({ task_ids, changes }: { task_ids: string[]; changes: TaskUpdate }): void {
  const size = measureBytes(changes)
  if (size * new Set(task_ids).size <= MAX_TOTAL_BYTES) return
  const maxTasks = Math.floor(MAX_TOTAL_BYTES / size)
  const message = `A change of ${size} bytes is limited to ${maxTasks} tasks per request (2 MB in total). Send fewer tasks.`
  throw invalid(['body', 'task_ids'], message, 'too_large')
}

/** Throws 422 if the tasks, before or after the change, are too large for the response and the events. */
function requireSmallResponse(tasks: TaskWithAccess[], changes: TaskUpdate): void {
  const changesLarge = pickLargeValues(changes).some((value) => value !== undefined)
  const sizes = tasks.map((stored) => {
    const size = measureBytes(pickLargeValues(stored))
    return changesLarge ? Math.max(size, measureBytes(pickLargeValues({ ...stored, ...changes }))) : size
  })
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= MAX_TOTAL_BYTES) return
  const message = `These tasks have ${total} bytes in total. The limit per request is 2 MB. Send fewer tasks.`
  throw invalid(['body', 'task_ids'], message, 'too_large')
}

/**
 * Throws 422 on the embedded database if too much text would be reindexed. Counts the longer of the old and new text of
 * each task, so that every accepted change can be reverted in one request.
 */
function requireSmallSearchUpdate(ctx: Context, tasks: TaskWithAccess[], changes: TaskUpdate): void {
  if (ctx.database.engine !== 'embedded' || tasks.length === 1) return
  const { title, description, tags } = changes
  let total = 0
  for (const stored of tasks) {
    const wanted = {
      task_id: stored.task_id,
      title: title ?? stored.title,
      description: description === undefined ? stored.description : description,
      tags: tags === undefined ? stored.tags : (tags ?? []),
    }
    if (changesSearchContent(stored, wanted))
      total += Math.max(measureSearchContent(stored), measureSearchContent(wanted))
  }
  if (total <= MAX_EMBEDDED_SEARCH_BYTES) return
  const message =
    `This change rewrites ${total} bytes of titles, descriptions and tags. The limit per request is ` +
    `${MAX_EMBEDDED_SEARCH_BYTES} bytes on the embedded database. Send fewer tasks.`
  throw invalid(['body', 'task_ids'], message, 'too_large')
}

/** Returns the locked tasks. Throws 422 for an unreadable task or several organizations, 403 if one is not editable. */
async function loadTasksForUpdate({ ctx, body }: { ctx: Context; body: { task_ids: string[]; changes: TaskUpdate } }) {
  requireSmallRequest(body)
  const orgId = body.changes.org_id
  const orgIds = orgId == null ? ctx.caller.orgIds : [ctx.caller.requireMembership(orgId).org_id]
  const updatesLinks = hasLinkChanges(body.changes)
  if (updatesLinks) lockLinksForTasks(ctx, body.task_ids)
  lockContainers(ctx, body.changes)
  if (updatesLinks) lockRelatedTasks(ctx, [...body.task_ids, ...(body.changes.sub_tasks ?? [])], 'linksChanged')
  const locate = (id: string) => ['body', 'task_ids', body.task_ids.indexOf(id)]
  const tasks = await loadReferencedTasks(ctx, orgIds, [...new Set(body.task_ids)], locate, true)
  for (const task of tasks) requireTaskEditor(ctx, task)
  if (tasks.some((task) => task.org_id !== tasks[0]!.org_id))
    throw invalid(['body', 'task_ids'], 'The tasks belong to several organizations: send one request for each.')
  requireSmallResponse(tasks, body.changes)
  requireSmallSearchUpdate(ctx, tasks, body.changes)
  // A single version in If-Match cannot be that of several tasks.
  return { tasks, version: tasks.length === 1 ? tasks[0]!.version : undefined }
}

/** Updates one of the tasks. Adds the task id to a problem and points its location to `changes`. */
async function updateOne(
  ctx: Context,
  stored: TaskWithAccess,
  changes: TaskUpdate,
  placed: ReadonlyMap<string, SectionChange>,
  write?: SaveTask,
): Promise<TaskWithAccess> {
  try {
    return await updateTask(ctx, stored, changes, { write, placed })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw error.withErrorPaths((loc) => ['body', 'changes', ...loc.slice(1)], ` (task ${stored.task_id})`)
  }
}

/** Returns whether the update of one task can read or change another of the tasks. */
const affectsOtherTasks = (changes: TaskUpdate): boolean => hasLinkChanges(changes) || changes.is_subtask !== undefined

/** Returns whether the update writes JSON, which PostgreSQL returns with its keys in another order. */
const writesJson = ({ type_data, metadata }: TaskUpdate): boolean => type_data !== undefined || metadata !== undefined

/** Places all tasks whose status or project changes, in a few statements. */
function placeAll(ctx: Context, tasks: TaskWithAccess[], { status, project_id }: TaskUpdate) {
  const moved = tasks.flatMap((stored) => {
    const next = {
      ...stored,
      status: status ?? stored.status,
      project_id: project_id === undefined ? stored.project_id : project_id,
    }
    // The sections of another project are not known yet.
    const target = { ...next, project_has_status_sections: true }
    const decisive = next.project_id === stored.project_id ? next : target
    return needsPlacement(stored, decisive) ? [{ ...next, former_project_id: stored.project_id }] : []
  })
  return placeTasks(ctx, tasks[0]!.org_id, moved)
}

async function updateAll(ctx: Context, tasks: TaskWithAccess[], changes: TaskUpdate): Promise<TaskWithAccess[]> {
  const changed: TaskWithAccess[] = []
  const placed = await placeAll(ctx, tasks, changes)
  const moving = tasks.filter((task) => changes.project_id != null && task.project_id !== changes.project_id)
  if (moving.length > 0)
    announceMoves(
      ctx,
      moving.map((task) => task.task_id),
    )
  if (!affectsOtherTasks(changes) && !writesJson(changes)) {
    const writes = new TaskWriteBatch(ctx)
    for (const stored of tasks) changed.push(await updateOne(ctx, stored, changes, placed, writes.write))
    writes.flush()
    return changed
  }
  for (const stored of tasks) changed.push(await updateOne(ctx, stored, changes, placed))
  if (!affectsOtherTasks(changes)) return changed
  // Read again, because the links of one task can change another of them.
  const ids = tasks.map((stored) => stored.task_id)
  const rows = await findTasks(ctx, [tasks[0]!.org_id], ids, false)
  const byId = new Map(rows.map((row) => [row.task_id, row]))
  return ids.map((id) => byId.get(id)!)
}

/** Returns whether a task changed, including links that do not raise its version. */
const hasChanged = (before: TaskWithAccess, after: TaskWithAccess): boolean =>
  before.version !== after.version ||
  [...before.sub_tasks, '', ...before.dependencies].join() !== [...after.sub_tasks, '', ...after.dependencies].join()

export const bulkUpdateTasksOperation = defineOperation({
  id: 'tasks.bulk_update',
  method: 'POST',
  path: '/v1/tasks/bulk',
  summary: 'Update several tasks',
  description:
    'Applies the same changes to up to 200 tasks of one organization, in one transaction: if one task cannot be updated, ' +
    'none is. Send `versions` to avoid overwriting concurrent changes. The changes, counted once per task, and the tasks ' +
    'are limited to 2 MB each. On the embedded database, changes of titles, descriptions and tags are limited to 250 KB ' +
    'of text in total, counting the longer of the old and new text of each task. Requires: edit access to every task.',
  scope: 'tasks:write',
  body: s.namedObject('TaskBulkUpdate', {
    task_ids: s.array(s.text({ max: 64 }), {
      minItems: 1,
      maxItems: 200,
      description: 'IDs of tasks of one organization.',
    }),
    changes: taskUpdate,
    versions: s.optional(versionsSchema),
  }),
  reply: {
    status: 200,
    schema: s.object({
      ok: s.bool('Always `true`.'),
      updated: s.int('Number of tasks that changed.'),
      tasks: s.array(taskSchema, 'All tasks after the update, in the order of `task_ids`.'),
    }),
  },
  emits: taskChangeEvents,
  problems: {
    409: linkConflictDescription,
    412: {
      type: 'urn:svc:problem:precondition-failed',
      when: 'A task has another version than in `versions`. `errors[].version` is its current version. Nothing was written.',
    },
  },
  example: {
    body: {
      task_ids: ['T06B8Q3X9D1KZ7Y5P'],
      changes: { status: 'in_progress' },
      versions: { T06B8Q3X9D1KZ7Y5P: 7 },
    },
  },
  lockClaims: ({ ctx, target }) => lockHeldClaims(ctx, target.tasks),
  authorize: loadTasksForUpdate,
  async handle({ ctx, target: { tasks }, body }) {
    requireCurrentVersions(tasks, body.versions)
    const changed = await updateAll(ctx, tasks, body.changes)
    const updated = tasks.filter((stored, i) => hasChanged(stored, changed[i]!)).length
    return respond({ ok: true, updated, tasks: await presentTasks(ctx, changed) })
  },
})
