import { conflict, invalid } from '../../kernel/problem.ts'
import type { GoalRow } from './rows.ts'
import { longest, type GoalUpdate } from './schemas.ts'

/** The attributes that a change of a goal can set, beside its status. */
export const attributes = ['name', 'target_date', 'description'] as const
/** The attributes that a change of its status sets. */
export const closing = ['status', 'closed_at', 'closed_by'] as const

/** The goal as a partial update wants it: null clears what may be empty and changes nothing else. */
export function wantedGoal(
  stored: GoalRow,
  body: GoalUpdate,
  by: { username: string; now: string },
): Pick<GoalRow, (typeof attributes)[number] | (typeof closing)[number]> {
  const { closed_at, closed_by } = stored
  const status = body.status ?? stored.status
  const kept = status === stored.status
  const closed = status === 'closed' ? { closed_at: by.now, closed_by: by.username } : null
  return {
    name: body.name ?? stored.name,
    target_date: body.target_date === undefined ? stored.target_date : body.target_date,
    description: body.description === undefined ? stored.description : body.description,
    status,
    ...(kept ? { closed_at, closed_by } : (closed ?? { closed_at: null, closed_by: null })),
  }
}

/**
 * Requires that a task can become a goal without anything of it being lost or shown to more people: 409 for a restricted
 * one, 422 for a title or description that a goal can't hold.
 */
export function requireConvertible(task: {
  title: string
  description: string | null
  restricted: boolean
}): void {
  if (task.restricted)
    throw conflict(
      'The task is restricted, and a goal is seen by all who read the project: unrestrict it first.',
    )
  for (const [name, most] of [
    ['title', longest.name],
    ['description', longest.description],
  ] as const)
    if ([...(task[name] ?? '')].length > most)
      throw invalid(
        ['body', 'task_id'],
        `The ${name} of the task is longer than a goal takes (${most}): shorten it first.`,
      )
}
