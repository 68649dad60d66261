import type { Context } from '../../../core/context.ts'
import { forbidden, Problem } from '../../../core/errors.ts'
import {
  expandFilterNames,
  normalizeListQuery,
  parseListQuery,
  type ListQuery,
} from '../../../http/pagination/list-query.ts'
import { parsePageRequest } from '../../../http/pagination/pagination.ts'
import { membershipFromBody } from '../../../core/org-access.ts'
import { buildTaskListQuery, loadTaskListVisibility, taskListHandler } from '../tasks/list-operations.ts'
import { canReadTask, loadEditableTask, loadReadableTask, loadTaskForUpdate } from '../tasks/policy.ts'
import { advanceTimePastEvents } from '../tasks/queries/last-event.ts'
import type { TaskListQuery } from '../tasks/queries/list.ts'
import { findTasks, type TaskWithAccess } from '../tasks/queries/rows.ts'
import { countClaims, findClaim, listClaimedTaskIds, lockHolder, type ClaimRow } from './queries.ts'
import { MAX_CLAIMS, requireQuota } from './rules.ts'
import type { ClaimNext, ClaimRelease } from './schema.ts'

/** Moves problems of the list to the part of the body that they concern: its query or its order. */
async function withClaimLocation<T>({ sort_by }: ClaimNext, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw error.withErrorPaths(([, name, ...rest]) =>
      name === 'sort_by' && sort_by !== undefined ? ['body', name] : ['body', 'query', name!, ...rest],
    )
  }
}

/** Returns the parameters of the list to claim from. Throws 400 as the list does, and for unknown parameters. */
function toListParameters({ query = {}, sort_by }: ClaimNext): ListQuery {
  const expanded = expandFilterNames(taskListHandler, query) as ListQuery
  const normalized = normalizeListQuery('task', taskListHandler, expanded)
  const order = sort_by === undefined ? {} : { sort_by }
  return { ...(!('sort_by' in normalized) && { sort_by: 'priority' }), ...normalized, ...order }
}

/** Returns the list to claim from. Throws 403 or 404 as the list does. */
export async function loadClaimQuery({ ctx, body }: { ctx: Context; body: ClaimNext }): Promise<TaskListQuery> {
  const { org_id } = membershipFromBody(ctx, body)
  const parameters = toListParameters(body)
  return withClaimLocation(body, async () => {
    const { query, filters } = parseListQuery(taskListHandler, parameters)
    const list = parsePageRequest(taskListHandler.list, parameters, '', [])
    const request = { query: { ...query, org_id }, filters, list }
    return buildTaskListQuery(ctx, await loadTaskListVisibility(ctx, request), request)
  })
}

type TaskRequest = { ctx: Context; params: { task_id: string } }

/** Locked task with its last claim, which is read in the same round trip. */
export type TaskWithStoredClaim = TaskWithAccess & { storedClaim: Promise<ClaimRow | undefined> }

/** Adds the last claim to a task whose statements, with its lock, were just sent. */
async function withStoredClaim(
  { ctx, params }: TaskRequest,
  loading: Promise<TaskWithAccess>,
): Promise<TaskWithStoredClaim> {
  const finding = Promise.all([findClaim(ctx, params.task_id), advanceTimePastEvents(ctx, params.task_id)])
  ctx.ignoreRejection(finding)
  return Object.assign(await loading, { storedClaim: finding.then(([claim]) => claim) })
}

/** Returns the task to claim, locked. Throws 404 unless it is visible, 403 unless the caller may edit it. */
export const loadTaskToClaim = (request: TaskRequest): Promise<TaskWithStoredClaim> =>
  withStoredClaim(request, loadEditableTask(request))

/** Returns the task whose claim is released, locked. Throws 404 unless it is visible, 403 unless the caller may do this. */
export async function loadTaskForRelease(call: TaskRequest & { body: ClaimRelease }): Promise<TaskWithStoredClaim> {
  const { ctx, params, body } = call
  const loading = body.set ? loadTaskForUpdate({ ctx, params, body: body.set }) : loadReadableTask({ ctx, params })
  const task = await withStoredClaim(call, loading)
  if (body.force && task.my_role !== 'owner' && !ctx.caller.isOrgAdmin(task.org_id))
    throw forbidden("Only owners of the task's project and organization admins can release claims of other users.")
  return task
}

/** Number of claims from which claiming is serialized by user; fewer are made at the same time. */
const SERIALIZED_FROM = MAX_CLAIMS / 2

/** Throws 409 if the access token, or the user through sessions, holds the maximum of claims. */
export async function requireClaimQuota(ctx: Context, orgId: string): Promise<void> {
  if ((await countClaims(ctx, orgId)) < SERIALIZED_FROM) return
  lockHolder(ctx, orgId)
  const count = await countClaims(ctx, orgId)
  requireQuota(count < MAX_CLAIMS ? count : await countReadableClaims(ctx, orgId))
}

/** Counts the claims that the caller can release: those of tasks that they can still read. */
async function countReadableClaims(ctx: Context, orgId: string): Promise<number> {
  const tasks = await findTasks(ctx, [orgId], await listClaimedTaskIds(ctx, orgId), false)
  return tasks.filter((task) => canReadTask(ctx, task)).length
}
