import type { Context } from '../../../../core/context.ts'
import { Problem } from '../../../../core/errors.ts'
import { updateTask } from '../../tasks/commands/update.ts'
import type { TaskWithAccess } from '../../tasks/queries/rows.ts'
import type { TaskUpdate } from '../../tasks/schema.ts'

/** Updates a task with the field `set` of a body, to which problems refer. */
export async function updateInSet(ctx: Context, task: TaskWithAccess, set: TaskUpdate): Promise<TaskWithAccess> {
  try {
    return await updateTask(ctx, task, set)
  } catch (error) {
    throw error instanceof Problem ? error.withErrorPaths((loc) => ['body', 'set', ...loc.slice(1)]) : error
  }
}
