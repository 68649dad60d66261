import type { NumberedRow } from '@svc/import/archive'
import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { filterAcyclic, MAX_IMPORTED_SUBTASKS } from '../../../work/tasks/commands/import.ts'
import { loadExternalRefs, saveExternalRefs } from '../../../work/external-refs/queries.ts'
import { newRef } from './people.ts'
import { loadReachableTasks, reportUnreachable } from './reachable.ts'
import type { ImportRun } from './run.ts'
import { parseBase } from '../sync-rules.ts'
import { compactIds, type TaskRows } from './resolved.ts'
import { planParents, unlinkParents, type PlannedParent } from './sync-parents.ts'

/**
 * Gives tasks their parents: those whose parent changed at the source only, and new ones that precede their parent, which
 * come after the subtasks that were created with theirs.
 */
export async function importParents(run: ImportRun, ctx: Context, rows: TaskRows): Promise<void> {
  const live = rows.filter(({ row }) => !row.deleted_at)
  const ids = compactIds(live.flatMap(({ row }) => [row.id, row.parent]))
  const refs = await loadExternalRefs(ctx, run.orgId, 'task', run.source, ids)
  const planned = await planParents(run, ctx, live, refs)
  if (planned.length === 0) return
  await unlinkParents(
    ctx,
    run.orgId,
    planned.filter(({ former }) => former !== null).map(({ child }) => child),
  )
  const links = planned.filter((one): one is NewLink => one.parent !== null)
  const linked = await saveParents(run, ctx, links)
  run.count('tasks', 'subtasks', linked.size)
  for (const { child, numbered } of links)
    if (!linked.has(child)) run.report('rejected', 'tasks', numbered, TOO_MANY_SUBTASKS, 'parent', numbered.row.parent)
  const saved = planned.map((one) => one.toRef(linked.has(one.child) ? one.parent : null))
  await saveExternalRefs(ctx, run.orgId, saved)
}

type NewLink = PlannedParent & { parent: string }
const TOO_MANY_SUBTASKS = `a task has at most ${MAX_IMPORTED_SUBTASKS} subtasks`

/** Saves the parents of tasks that have none; returns the tasks. Leaves out parents with too many subtasks. */
async function saveParents(run: ImportRun, ctx: Context, links: readonly NewLink[]): Promise<Set<string>> {
  const done = await ctx.db.query(sql<{ child: string }>`
    with links as (
      select u.child, u.parent, u.place from unnest(${links.map((one) => one.child)}::text[],
          ${links.map((one) => one.parent)}::text[], ${links.map((one) => one.position)}::integer[]) as u(child, parent, place)
        join tasks c on c.org_id = ${run.orgId} and c.task_id = u.child and c.parent_task_id is null
        join tasks p on p.org_id = ${run.orgId} and p.task_id = u.parent and p.deleted_at is null),
    parents as (
      update tasks p set sub_tasks = p.sub_tasks || l.children
      from (select parent, array_agg(child order by place) as children from links group by parent) l
      where p.org_id = ${run.orgId} and p.task_id = l.parent
        and cardinality(p.sub_tasks) + cardinality(l.children) <= ${MAX_IMPORTED_SUBTASKS}
      returning p.task_id)
    update tasks c set parent_task_id = l.parent, is_subtask = true from links l, parents p
    where c.org_id = ${run.orgId} and c.task_id = l.child and p.task_id = l.parent
    returning c.task_id as child`)
  return new Set(done.map(({ child }) => child))
}

/** Maximum number of dependencies that a single request can give a task. */
const MAX_DEPENDENCIES = 200

interface NewDependency {
  task: string
  dependency: string
  numbered: NumberedRow<'dependencies'>
}

/** Finds the dependencies that no import has added. One that was removed here since stays removed. */
async function findNewDependencies(
  run: ImportRun,
  ctx: Context,
  rows: readonly NumberedRow<'dependencies'>[],
): Promise<NewDependency[]> {
  const load = (type: string, ids: string[]) => loadExternalRefs(ctx, run.orgId, type, run.source, ids)
  const ids = rows.map(({ row }) => row.id)
  const known = await load('dependency', ids)
  const taskIds = compactIds(rows.flatMap(({ row }) => [row.task, row.depends_on]))
  const refs = await load('task', taskIds)
  const foundIds = [...refs.values()].map((ref) => ref.resource_id)
  const reachable = await loadReachableTasks(ctx, run.row, foundIds, 'edit')
  return rows.flatMap((numbered) => {
    const { id, task: taskId, depends_on } = numbered.row
    const [task, other] = [refs.get(taskId), refs.get(depends_on)]
    // An import without digests of attributes did not record what it added.
    const isTracked = task && (task.import_id === run.row.import_id || parseBase(task.fingerprint) !== undefined)
    const isKnown = task && (known.get(id)?.resource_id === task.resource_id || !isTracked)
    const isNew = task && !isKnown && other && other !== task
    if (isNew && ![task, other].every((ref) => reachable.has(ref.resource_id))) {
      reportUnreachable(run, 'dependencies', numbered)
      return []
    }
    if (isNew) return [{ task: task.resource_id, dependency: other.resource_id, numbered }]
    run.count('dependencies', isKnown ? 'unchanged' : 'skipped')
    return []
  })
}

export async function importDependencies(
  run: ImportRun,
  ctx: Context,
  rows: readonly NumberedRow<'dependencies'>[],
): Promise<void> {
  const links = await findNewDependencies(run, ctx, rows)
  const existing = await loadReachable(
    ctx,
    run.orgId,
    links.map((one) => one.dependency),
  )
  const acyclic = filterAcyclic(existing, links) as NewDependency[]
  for (const link of links)
    if (!acyclic.includes(link))
      run.report('rejected', 'dependencies', link.numbered, 'the dependencies would form a cycle')
  if (acyclic.length === 0) return
  const linked = await saveDependencies(ctx, run.orgId, acyclic)
  const saved = acyclic.filter(({ task }) => linked.has(task))
  await saveExternalRefs(
    ctx,
    run.orgId,
    saved.map(({ task, numbered }) => ({ ...newRef('dependency', run.source, numbered.row.id), resource_id: task })),
  )
  run.count('dependencies', 'created', saved.length)
  for (const { task, numbered } of acyclic)
    if (!linked.has(task))
      run.report('rejected', 'dependencies', numbered, `a task has at most ${MAX_DEPENDENCIES} dependencies`)
}

/** Saves dependencies; returns the tasks, without those with too many. */
async function saveDependencies(ctx: Context, orgId: string, links: readonly NewDependency[]): Promise<Set<string>> {
  const done = await ctx.db.query(sql<{ task_id: string }>`
    update tasks t set dependencies = array(select distinct d from unnest(t.dependencies || l.others) d)
    from (select u.task, array_agg(distinct u.other) as others from unnest(${links.map((one) => one.task)}::text[],
        ${links.map((one) => one.dependency)}::text[]) as u(task, other)
        join tasks o on o.org_id = ${orgId} and o.task_id = u.other and o.deleted_at is null group by u.task) l
    where t.org_id = ${orgId} and t.task_id = l.task and t.deleted_at is null
      and cardinality(t.dependencies) + cardinality(l.others) <= ${MAX_DEPENDENCIES}
    returning t.task_id`)
  return new Set(done.map(({ task_id }) => task_id))
}

/** Loads the dependencies of tasks, those of these, and so on. */
async function loadReachable(ctx: Context, orgId: string, taskIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await ctx.db.query(sql<{ task_id: string; dependencies: string[] }>`
    with recursive reached as (
      select t.task_id, t.dependencies from tasks t where t.org_id = ${orgId} and t.task_id = any(${taskIds}::text[])
      union
      select t.task_id, t.dependencies from reached r join tasks t on t.org_id = ${orgId} and t.task_id = any(r.dependencies))
    select task_id, dependencies from reached`)
  return new Map(rows.map((row) => [row.task_id, row.dependencies]))
}
