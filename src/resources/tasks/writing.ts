import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { assignments } from '../../kernel/sql.ts'
import { changedColumns, changesSeveral } from './rules.ts'
import { taskColumns, type TaskRow } from './rows.ts'
import { changedContent, changesSearch, gramsColumn, searchContent, type Folded } from './search.ts'

/**
 * Writes the columns in which `wanted` differs from `stored`; the version rises, the search text follows. `quiet`: neither
 * version nor time changes, since not everybody who reads the task may know of what did. Gives the task as it is stored
 * then.
 */
export async function updateTask<T extends TaskRow>(
  ctx: Context,
  stored: TaskRow,
  wanted: T,
  quiet = false,
): Promise<T> {
  const by = authorship(ctx, quiet)
  const columns = changedColumns(stored, wanted)
  const updated = ctx.db.query(
    sql<TaskRow>`update tasks set ${assignments({ ...columns, ...by })}, version = version + ${quiet ? 0 : 1}::int
      where org_id = ${stored.org_id} and task_id = ${stored.task_id} returning ${taskColumns('tasks')}`,
    // A change of one attribute, as most are, keeps its plan. There are too many combinations of several.
    changesSeveral(columns) ? { plan: 'custom' } : {},
  )
  ctx.later(updated)
  if (changesSearch(stored, wanted)) await updateSearched(ctx, stored, wanted)
  // JSON comes back as PostgreSQL keeps it, its keys in another order; without any, the row is known.
  if ('type_data' in columns || 'metadata' in columns) return { ...wanted, ...(await updated)[0]! }
  return { ...wanted, ...by, version: stored.version + (quiet ? 0 : 1) }
}

const authorship = (ctx: Context, quiet: boolean) =>
  quiet ? {} : { updated_by: ctx.user.username, updated_at: ctx.now }

async function updateSearched(ctx: Context, stored: TaskRow, wanted: TaskRow): Promise<void> {
  // What is short is folded anew, which is done sooner than what was folded is fetched.
  const content = isShort(wanted)
    ? searchContent(wanted)
    : changedContent(await findContent(ctx, stored), stored, wanted, foldedBy(ctx))
  const { org_id, task_id } = stored
  ctx.later(
    ctx.db.query(sql`
      update task_search set content = ${content}, grams = ${gramsColumn(content)}
      where org_id = ${org_id} and task_id = ${task_id}`),
  )
}

const isShort = ({ title, description, tags }: TaskRow): boolean =>
  title.length + (description?.length ?? 0) + tags.join().length <= 4_000

const folded = new WeakMap<Context, Folded>()

/** The texts that a request has folded so far. */
function foldedBy(ctx: Context): Folded {
  const known = folded.get(ctx) ?? new Map<string, string>()
  folded.set(ctx, known)
  return known
}

/** The stored search text of a task. */
async function findContent(ctx: Context, { org_id, task_id }: TaskRow): Promise<string> {
  const [row] = await ctx.db.query(sql<{ content: string }>`
    select content from task_search where org_id = ${org_id} and task_id = ${task_id}`)
  return row!.content
}

/** Writes a changed task, as `updateTask` does. */
export type WriteTask = typeof updateTask

/** Tasks that take the same values in the same columns. */
interface Alike {
  set: Record<string, unknown>
  rise: 0 | 1
  ids: string[]
}

/**
 * Changes of several tasks of one organization that are written together: those that are alike by one statement. None of
 * them may be of JSON, of which the database has a form of its own.
 */
export class GroupedWrites {
  readonly #ctx: Context
  readonly #groups = new Map<string, Alike>()
  #orgId = ''

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** Notes a change; gives the task as it will be stored. */
  readonly write: WriteTask = async (ctx, stored, wanted, quiet = false) => {
    const by = authorship(ctx, quiet)
    const set = { ...changedColumns(stored, wanted), ...by }
    const rise = quiet ? 0 : 1
    const name = JSON.stringify([set, rise])
    const alike = this.#groups.get(name)
    if (alike) alike.ids.push(stored.task_id)
    else this.#groups.set(name, { set, rise, ids: [stored.task_id] })
    this.#orgId = stored.org_id
    if (changesSearch(stored, wanted)) await updateSearched(ctx, stored, wanted)
    return { ...wanted, ...by, version: stored.version + rise }
  }

  /** Sends what was noted. */
  flush(): void {
    for (const { set, rise, ids } of this.#groups.values())
      this.#ctx.later(
        this.#ctx.db.query(
          sql`update tasks set ${assignments(set)}, version = version + ${rise}::int
            where org_id = ${this.#orgId} and task_id = any(${ids}::text[])`,
          { plan: 'custom' },
        ),
      )
  }
}
