import { conflict, invalid } from '../../../core/errors.ts'
import type { GoalRow } from './queries.ts'
import { MAX_GOAL_LENGTHS, type GoalUpdate } from './schema.ts'

export const goalEditableFields = ['name', 'target_date', 'description'] as const
export const goalStatusFields = ['status', 'closed_at', 'closed_by'] as const

export function applyGoalUpdate(
  stored: GoalRow,
  body: GoalUpdate,
  by: { username: string; now: string },
): Pick<GoalRow, (typeof goalEditableFields)[number] | (typeof goalStatusFields)[number]> {
  const { closed_at, closed_by } = stored
  const status = body.status ?? stored.status
  const statusUnchanged = status === stored.status
  const closed = status === 'closed' ? { closed_at: by.now, closed_by: by.username } : null
  return {
    name: body.name ?? stored.name,
    target_date: body.target_date === undefined ? stored.target_date : body.target_date,
    description: body.description === undefined ? stored.description : body.description,
    status,
    ...(statusUnchanged ? { closed_at, closed_by } : (closed ?? { closed_at: null, closed_by: null })),
  }
}

/** Throws 409 for a restricted task and 422 for a title or description that is too long for a goal. */
export function requireConvertibleTask(task: { title: string; description: string | null; restricted: boolean }): void {
  if (task.restricted)
    throw conflict(
      'The task is restricted, but goals are visible to all readers of the project. Remove the restriction first.',
    )
  for (const [name, max] of [
    ['title', MAX_GOAL_LENGTHS.name],
    ['description', MAX_GOAL_LENGTHS.description],
  ] as const)
    if ([...(task[name] ?? '')].length > max)
      throw invalid(
        ['body', 'task_id'],
        `The ${name} of the task is longer than a goal allows (${max} characters). Shorten it first.`,
      )
}
