import { invalid, staleVersions } from '../../kernel/problem.ts'
import { schemaOf } from '../../kernel/schema.ts'
import type { TaskRow } from './rows.ts'

/** Versions of tasks as read by the client, by task id. */
export type Versions = Record<string, number>

export const versions = schemaOf<Versions>({
  type: 'object',
  maxProperties: 200,
  additionalProperties: { type: 'integer', minimum: 1 },
  description:
    'Version of each task as read, by task id: the number at the beginning of its ETag. If a task has another version, the ' +
    'response is 412 and nothing is written. Omitted tasks are updated whatever their version.',
  example: { T06B8Q3X9D1KZ7Y5P: 7 },
})

/** Throws 412 with the current versions if tasks changed since they were read, 422 for a version of another task. */
export function requireVersions(
  tasks: readonly Pick<TaskRow, 'task_id' | 'version'>[],
  read: Versions = {},
): void {
  const stored = new Map(tasks.map((task) => [task.task_id, task.version]))
  const unlisted = Object.keys(read).find((id) => !stored.has(id))
  if (unlisted !== undefined)
    throw invalid(
      ['body', 'versions', unlisted],
      'This task is not in `task_ids`: add it there, or remove its version.',
    )
  const stale = Object.entries(read).flatMap(([id, version]) =>
    stored.get(id) === version
      ? []
      : [{ loc: ['body', 'versions', id], read: version, version: stored.get(id)! }],
  )
  if (stale.length > 0) throw staleVersions(stale)
}
