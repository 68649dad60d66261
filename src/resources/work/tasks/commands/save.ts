import { sql, buildAssignments } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { indexCustomValues } from './custom.ts'
import { diffTaskColumns, changesMultipleAttributes } from '../rules.ts'
import { buildTaskColumns, type TaskRow } from '../queries/rows.ts'
import {
  updateSearchContent,
  changesSearchContent,
  toGramsArray,
  buildSearchContent,
  type NormalizedTexts,
} from '../queries/search.ts'

/**
 * Saves the changed columns and the search text, and returns the task as stored. With `keepsVersion`, version and
 * `updated_at` stay as they are, so that readers who cannot see the change do not notice it.
 */
export async function saveTask<T extends TaskRow>(
  ctx: Context,
  stored: TaskRow,
  next: T,
  keepsVersion = false,
): Promise<T> {
  const author = buildAuthorColumns(ctx, keepsVersion)
  const columns = diffTaskColumns(stored, next)
  const updated = ctx.db.query(
    sql<TaskRow>`update tasks set ${buildAssignments({ ...columns, ...author })}, version = version + ${keepsVersion ? 0 : 1}::int
      where org_id = ${stored.org_id} and task_id = ${stored.task_id} returning ${buildTaskColumns('tasks')}`,
    // Only single attributes use a cached plan, because there are too many combinations.
    changesMultipleAttributes(columns) ? { plan: 'custom' } : {},
  )
  ctx.ignoreRejection(updated)
  if (changesSearchContent(stored, next)) await updateSearchText(ctx, stored, next)
  if (next.custom !== stored.custom) await indexCustomValues(ctx, next, stored.custom)
  // PostgreSQL returns JSON with its keys in another order; without any, the row is already known.
  if ('type_data' in columns || 'metadata' in columns) return { ...next, ...(await updated)[0]! }
  return { ...next, ...author, version: stored.version + (keepsVersion ? 0 : 1) }
}

const buildAuthorColumns = (ctx: Context, keepsVersion: boolean) =>
  // The service itself has no username.
  keepsVersion ? {} : { updated_by: ctx.user.username || null, updated_at: ctx.now }

async function updateSearchText(ctx: Context, stored: TaskRow, next: TaskRow): Promise<void> {
  // Normalizing a short text again is faster than loading the stored one.
  const content = isShort(next)
    ? buildSearchContent(next)
    : updateSearchContent(await findContent(ctx, stored), stored, next, getNormalizedTexts(ctx))
  const { org_id, task_id } = stored
  ctx.ignoreRejection(
    ctx.db.query(sql`
      update task_search set content = ${content}, grams = ${toGramsArray(content)}
      where org_id = ${org_id} and task_id = ${task_id}`),
  )
}

const isShort = ({ title, description, tags }: TaskRow): boolean =>
  title.length + (description?.length ?? 0) + tags.join().length <= 4_000

const normalizedTexts = new WeakMap<Context, NormalizedTexts>()

/** Returns the texts that the request has already normalized. */
function getNormalizedTexts(ctx: Context): NormalizedTexts {
  const texts = normalizedTexts.get(ctx) ?? new Map<string, string>()
  normalizedTexts.set(ctx, texts)
  return texts
}

const findContent = async (ctx: Context, { org_id, task_id }: TaskRow) =>
  (await ctx.db.queryRow(sql<{ content: string }>`
    select content from task_search where org_id = ${org_id} and task_id = ${task_id}`))!.content

export type SaveTask = typeof saveTask

/** Tasks that get the same values in the same columns. */
interface IdenticalUpdate {
  set: Record<string, unknown>
  increment: 0 | 1
  ids: string[]
}

/** Batches updates of tasks of one organization, with one statement for equal changes. Does not support `type_data` and `metadata`. */
export class TaskWriteBatch {
  readonly #ctx: Context
  readonly #groups = new Map<string, IdenticalUpdate>()
  #orgId = ''

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** Adds a change to the batch and returns the task as it will be stored. */
  readonly write: SaveTask = async (ctx, stored, next, keepsVersion = false) => {
    const author = buildAuthorColumns(ctx, keepsVersion)
    const set = { ...diffTaskColumns(stored, next), ...author }
    const increment = keepsVersion ? 0 : 1
    const key = JSON.stringify([set, increment])
    const group = this.#groups.get(key)
    if (group) group.ids.push(stored.task_id)
    else this.#groups.set(key, { set, increment, ids: [stored.task_id] })
    this.#orgId = stored.org_id
    if (changesSearchContent(stored, next)) await updateSearchText(ctx, stored, next)
    if (next.custom !== stored.custom) await indexCustomValues(ctx, next, stored.custom)
    return { ...next, ...author, version: stored.version + increment }
  }

  /** Sends the statements of the batch. */
  flush(): void {
    for (const { set, increment, ids } of this.#groups.values())
      this.#ctx.ignoreRejection(
        this.#ctx.db.query(
          sql`update tasks set ${buildAssignments(set)}, version = version + ${increment}::int
            where org_id = ${this.#orgId} and task_id = any(${ids}::text[])`,
          { plan: 'custom' },
        ),
      )
  }
}
