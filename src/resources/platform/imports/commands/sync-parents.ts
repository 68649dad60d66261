import type { NumberedRow } from '@svc/import/archive'
import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { ExternalRef } from '../../../work/external-refs/queries.ts'
import { buildBase, decideSync, digestParent, parseBase, replaceBase } from '../sync-rules.ts'
import { loadReachableTasks, reportUnreachable } from './reachable.ts'
import { compactIds, type TaskRows } from './resolved.ts'
import type { ImportRun } from './run.ts'

/** A task that gets a parent, another one, or none. */
export interface PlannedParent {
  child: string
  parent: string | null
  former: string | null
  position: number
  numbered: NumberedRow<'tasks'>
  /** Builds the reference to save once the parent is known. */
  toRef: (parent: string | null) => ExternalRef
}

/** Finds the tasks whose parents an import sets. Reports parents that changed on both sides, and cycles. */
export async function planParents(
  run: ImportRun,
  ctx: Context,
  rows: TaskRows,
  refs: ReadonlyMap<string, ExternalRef>,
): Promise<PlannedParent[]> {
  const wanted = listChangedParents(run, rows, refs)
  if (wanted.length === 0) return []
  const { current, parents } = await loadParents(ctx, run.orgId, wanted)
  const touched = wanted.flatMap(({ ref, parent }) => [ref.resource_id, parent, current.get(ref.resource_id)?.parent])
  const reachable = await loadReachableTasks(ctx, run.row, compactIds(touched), 'edit')
  return wanted.flatMap(({ numbered, position, ref, base, parent, isNew }) => {
    const child = ref.resource_id
    const stored = current.get(child)
    // A known task that is not reachable has been reported with its other attributes.
    if (!reachable.has(child) && !isNew) return []
    if (compactIds([child, parent, stored?.parent]).some((id) => !reachable.has(id))) {
      reportUnreachable(run, 'tasks', numbered, 'parent')
      return []
    }
    if (!stored || stored.parent === parent) return []
    const refuse = (outcome: 'conflict' | 'rejected', reason: string) => {
      run.report(outcome, 'tasks', numbered, reason, 'parent', numbered.row.parent)
      return []
    }
    if (!isNew && decideParent(base, numbered, stored.parent) === 'conflict')
      return refuse('conflict', 'was changed here and at the source; it stays as it is here')
    if (isAncestor(parents, child, parent)) return refuse('rejected', 'its subtasks would form a cycle')
    // Later rows of the batch see what this one changes.
    parents.set(child, parent)
    const toRef = (linked: string | null) => {
      const next = buildBase({ parent: numbered.row.parent ?? null }, { parent: linked })
      return { ...ref, fingerprint: replaceBase(ref.fingerprint, new Map([...(base ?? []), ...next])) }
    }
    return [{ child, parent, former: stored.parent, position, numbered, toRef }]
  })
}

/** Lists the tasks that are new with a parent that they lack, or whose parent has changed at the source. */
const listChangedParents = (run: ImportRun, rows: TaskRows, refs: ReadonlyMap<string, ExternalRef>) =>
  rows.flatMap((numbered, position) => {
    const ref = refs.get(numbered.row.id)
    const base = parseBase(ref?.fingerprint ?? null)
    const isNew = ref?.import_id === run.row.import_id && numbered.row.parent != null
    const parent = numbered.row.parent ? (refs.get(numbered.row.parent)?.resource_id ?? null) : null
    if (!ref || (!isNew && !base) || (numbered.row.parent && parent === null)) return []
    // A task that was created with its parent has the digest of it.
    const isLinked = isNew && base?.get('parent')?.local === digestParent(parent)
    const isChanged = isNew ? !isLinked : decideParent(base, numbered, UNKNOWN) !== null
    return isChanged ? [{ numbered, position, ref, base, parent, isNew }] : []
  })

/** Differs from every parent, to find out whether the source has changed. */
const UNKNOWN = ''

/** Returns what a repeated import does with the parent; null if it has not changed at the source. */
function decideParent(
  base: ReturnType<typeof parseBase>,
  { row }: NumberedRow<'tasks'>,
  current: string | null,
): 'update' | 'conflict' | null {
  const rules = { isSameVersion: false, placesByStatus: false }
  const { applied, conflicts } = decideSync(base, { parent: row.parent ?? null }, { parent: current }, rules)
  if (applied.length > 0) return 'update'
  return conflicts.length > 0 ? 'conflict' : null
}

/** Returns whether a task is another one or above it. */
function isAncestor(parents: ReadonlyMap<string, string | null>, ancestor: string, task: string | null): boolean {
  for (let one = task; one !== null; one = parents.get(one) ?? null) if (one === ancestor) return true
  return false
}

interface StoredParents {
  current: ReadonlyMap<string, { parent: string | null }>
  /** Parents of the tasks, of their wanted parents and of all above these. */
  parents: Map<string, string | null>
}

async function loadParents(
  ctx: Context,
  orgId: string,
  wanted: readonly { ref: ExternalRef; parent: string | null }[],
): Promise<StoredParents> {
  const children = wanted.map(({ ref }) => ref.resource_id)
  const starts = [...new Set(wanted.flatMap(({ ref, parent }) => [ref.resource_id, parent ?? ref.resource_id]))]
  const rows = await ctx.db.query(sql<{ task: string; parent: string | null; is_live: boolean }>`
    with recursive up as (
      select t.task_id, t.parent_task_id, t.deleted_at is null as is_live from tasks t
      where t.org_id = ${orgId} and t.task_id = any(${starts}::text[])
      union
      select p.task_id, p.parent_task_id, p.deleted_at is null from up join tasks p on p.org_id = ${orgId} and p.task_id = up.parent_task_id)
    select task_id as task, parent_task_id as parent, is_live from up`)
  const live = new Map(rows.filter((row) => row.is_live).map((row) => [row.task, row]))
  const current = new Map(children.flatMap((id) => (live.has(id) ? [[id, live.get(id)!] as const] : [])))
  return { current, parents: new Map(rows.map(({ task, parent }) => [task, parent])) }
}

/** Removes tasks from the subtasks of their parents. */
export async function unlinkParents(ctx: Context, orgId: string, children: readonly string[]): Promise<void> {
  if (children.length === 0) return
  await ctx.db.query(sql`
    update tasks p set sub_tasks = array(select s from unnest(p.sub_tasks) with ordinality as o(s, position)
      where s <> all(${children}::text[]) order by position)
    where p.org_id = ${orgId} and p.sub_tasks && ${children}::text[]`)
  await ctx.db.query(sql`
    update tasks t set parent_task_id = null where t.org_id = ${orgId} and t.task_id = any(${children}::text[])`)
}
