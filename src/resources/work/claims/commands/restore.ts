import type { ChangeEvent } from '../../../../core/change-event.ts'
import type { Context } from '../../../../core/context.ts'
import { Problem } from '../../../../core/errors.ts'
import { createServiceContext } from '../../../../core/service-context.ts'
import { updateTask } from '../../tasks/commands/update.ts'
import type { TaskWithAccess } from '../../tasks/queries/rows.ts'
import type { ClaimRow } from '../queries.ts'
import { buildRestoration } from '../rules.ts'
import type { ClaimChanges } from '../schema.ts'

/** Updates the task; without an assignee who may not be assigned any more. */
async function updateAsFarAsPossible(ctx: Context, task: TaskWithAccess, changes: ClaimChanges) {
  try {
    return await updateTask(ctx, task, changes)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { assignee: _, ...others } = changes
    return updateTask(ctx, task, others)
  }
}

/**
 * Restores what a claim changed. The service is the actor, since the holder may have lost access. Returns the task and the
 * events, whose cause is the end of the claim.
 */
export async function restoreTask(
  { services, db, millis }: Pick<Context, 'services' | 'db' | 'millis'>,
  task: TaskWithAccess,
  { changed }: Pick<ClaimRow, 'changed'>,
  cause: string,
): Promise<{ task: TaskWithAccess; events: ChangeEvent[] }> {
  const changes = buildRestoration(task, changed ?? {})
  if (Object.keys(changes).length === 0) return { task, events: [] }
  const ctx = createServiceContext(services, db, { orgId: task.org_id, millis })
  ctx.advanceTimePast([task])
  const restored = await updateAsFarAsPossible(ctx, task, changes)
  return { task: restored, events: ctx.events.map((event) => ({ ...event, cause, by_service: true })) }
}

/** Returns the event of the end of a claim. */
export const buildClaimEnd = (
  type: 'task.claim_released' | 'task.claim_expired',
  { org_id, task_id, project_id }: Pick<TaskWithAccess, 'org_id' | 'task_id' | 'project_id'>,
  { claimed_by, generation, until }: ClaimRow,
): ChangeEvent => ({
  org_id,
  type,
  resource_type: 'task',
  resource_id: task_id,
  project_id,
  before: { by: claimed_by, generation, until },
  after: null,
})
