import type { NumberedRow } from '@svc/import/archive'
import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { filterAcyclic } from '../../../work/tasks/commands/import.ts'
import { loadExternalRefs } from '../../../work/external-refs/queries.ts'
import type { ImportRun } from './run.ts'
import { compactIds, type TaskRows } from './tasks.ts'

/** Maximum number of subtasks that a single request can give a task. */
const MAX_SUBTASKS = 200

interface NewLink {
  child: string
  parent: string
  position: number
}

/** Gives tasks of this import their parents, in the order of the rows. */
export async function importParents(run: ImportRun, ctx: Context, rows: TaskRows): Promise<void> {
  const nested = rows.filter(({ row }) => row.parent != null && !row.deleted_at)
  const ids = compactIds(nested.flatMap(({ row }) => [row.id, row.parent]))
  const refs = await loadExternalRefs(ctx, run.orgId, 'task', run.source, ids)
  const links: NewLink[] = nested.flatMap(({ row }, position) => {
    const [child, parent] = [refs.get(row.id), refs.get(row.parent!)]
    return child?.import_id === run.row.import_id && parent
      ? [{ child: child.resource_id, parent: parent.resource_id, position }]
      : []
  })
  if (links.length === 0) return
  const linked = await saveParents(run, ctx, links)
  run.count('tasks', 'subtasks', linked.size)
  const planned = new Set(links.map(({ child }) => child))
  for (const numbered of nested) {
    const id = refs.get(numbered.row.id)?.resource_id
    if (id !== undefined && planned.has(id) && !linked.has(id))
      run.report(
        'rejected',
        'tasks',
        numbered,
        `a task has at most ${MAX_SUBTASKS} subtasks`,
        'parent',
        numbered.row.parent,
      )
  }
}

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
        and cardinality(p.sub_tasks) + cardinality(l.children) <= ${MAX_SUBTASKS}
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

export async function importDependencies(
  run: ImportRun,
  ctx: Context,
  rows: readonly NumberedRow<'dependencies'>[],
): Promise<void> {
  const ids = compactIds(rows.flatMap(({ row }) => [row.task, row.depends_on]))
  const refs = await loadExternalRefs(ctx, run.orgId, 'task', run.source, ids)
  const links: NewDependency[] = rows.flatMap((numbered) => {
    const [task, other] = [refs.get(numbered.row.task), refs.get(numbered.row.depends_on)]
    if (task?.import_id === run.row.import_id && other && other !== task)
      return [{ task: task.resource_id, dependency: other.resource_id, numbered }]
    run.count('dependencies', 'skipped')
    return []
  })
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
  const done = await ctx.db.query(sql<{ task_id: string }>`
    update tasks t set dependencies = array(select distinct d from unnest(t.dependencies || l.others) d)
    from (select u.task, array_agg(distinct u.other) as others from unnest(${acyclic.map((one) => one.task)}::text[],
        ${acyclic.map((one) => one.dependency)}::text[]) as u(task, other)
        join tasks o on o.org_id = ${run.orgId} and o.task_id = u.other and o.deleted_at is null group by u.task) l
    where t.org_id = ${run.orgId} and t.task_id = l.task and t.deleted_at is null
      and cardinality(t.dependencies) + cardinality(l.others) <= ${MAX_DEPENDENCIES}
    returning t.task_id`)
  const linked = new Set(done.map(({ task_id }) => task_id))
  for (const { task, numbered } of acyclic)
    if (linked.has(task)) run.count('dependencies', 'created')
    else run.report('rejected', 'dependencies', numbered, `a task has at most ${MAX_DEPENDENCIES} dependencies`)
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
