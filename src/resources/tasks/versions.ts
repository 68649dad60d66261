import { invalid, staleVersions } from '../../kernel/problem.ts'
import { schemaOf } from '../../kernel/schema.ts'
import type { TaskRow } from './rows.ts'

/** The versions at which the caller read tasks, by their ids. */
export type Versions = Record<string, number>

export const versions = schemaOf<Versions>({
  type: 'object',
  maxProperties: 200,
  additionalProperties: { type: 'integer', minimum: 1 },
  description:
    'The version at which you read each task, by its id: the number that its ETag begins with. Where one of them is at ' +
    'another by now, the answer is 412 naming it, and nothing is written. A task that is left out is changed whatever ' +
    'its version.',
  example: { T06B8Q3X9D1KZ7Y5P: 7 },
})

/**
 * 412 when a task is at another version than the one it was read at; each that is comes with the version that it has now.
 * 422 for a version of a task that is not among those to be changed.
 */
export function requireVersions(
  tasks: readonly Pick<TaskRow, 'task_id' | 'version'>[],
  read: Versions = {},
): void {
  const stored = new Map(tasks.map((task) => [task.task_id, task.version]))
  const other = Object.keys(read).find((id) => !stored.has(id))
  if (other !== undefined)
    throw invalid(['body', 'versions', other], 'This is the version of a task that is not in `task_ids`.')
  const stale = Object.entries(read).flatMap(([id, of]) =>
    stored.get(id) === of ? [] : [{ loc: ['body', 'versions', id], read: of, version: stored.get(id)! }],
  )
  if (stale.length > 0) throw staleVersions(stale)
}
