import type { Context } from '../../kernel/context.ts'
import { canDeleteTask, canReadTask } from './access.ts'
import { ancestorsOf, awaitedFrom, findKept, type TaskKept } from './deleted-rows.ts'
import { emitLinks } from './links.ts'
import {
  noteDependents,
  rejoinChildren,
  rejoinDependents,
  rejoinParent,
  reviveTasks,
  searchAgain,
  type Back,
} from './restore-queries.ts'
import { comingBack, placesLost, withoutCircles, type Lost, type Waiting } from './restore-rules.ts'

/** What came back with a task, and what did not. */
export interface Restored {
  sub_tasks: string[]
  dependents: string[]
  missing: Lost[]
}

/** What a restoration works on: the tasks that come back, and all that they were linked with. */
interface Work {
  ctx: Context
  orgId: string
  back: TaskKept[]
  /** The linked tasks, live and deleted, those that come back among them. */
  known: Map<string, TaskKept>
  missing: Lost[]
}

/**
 * Brings a deleted task back, with the subtasks that its deletion took along and that the caller may delete, and gives back
 * what it took from others. `others` are the tasks that went with it. Gives what the caller may know of that.
 */
export async function restoreTasks(ctx: Context, first: TaskKept, others: TaskKept[]): Promise<Restored> {
  const mayCome = (task: TaskKept) => canReadTask(ctx, task) && canDeleteTask(ctx, task)
  const back = comingBack(first, others, mayCome)
  const linked = back.flatMap((one) => [...one.sub_tasks, ...one.dependencies, ...one.dependents])
  const ids = [...linked, ...(first.parent_task_id === null ? [] : [first.parent_task_id])]
  const found = await findKept(ctx, first.org_id, [...new Set(ids)])
  const known = new Map([...found, ...back].map((task) => [task.task_id, task]))
  const work = { ctx, orgId: first.org_id, back, known, missing: back.flatMap(placesLost) }
  const children = await childrenToRejoin(work)
  const rows = back.map((task) => backRow(work, task, children))
  await reviveTasks(ctx, work.orgId, rows)
  await searchAgain(ctx, work.orgId, back)
  if (rows[0]!.parent_task_id !== null) await rejoinParent(ctx, first)
  await rejoinChildren(ctx, work.orgId, children)
  const waiting = await giveBackDependents(work)
  tell(work, rows, children, waiting)
  return whatIsSeen(work, waiting)
}

const isLive = (work: Work, id: string): boolean => {
  const task = work.known.get(id)
  return task !== undefined && (task.deleted_at === null || work.back.includes(task))
}

/** Subtasks that were freed when their parent was deleted, and that nobody has put anywhere since. */
async function childrenToRejoin({
  ctx,
  orgId,
  back,
  known,
}: Work): Promise<{ child: string; parent: string }[]> {
  const free = back.flatMap(({ task_id, sub_tasks }) =>
    sub_tasks.flatMap((child) => {
      const task = known.get(child)
      return task?.deleted_at === null && task.parent_task_id === null ? [{ child, parent: task_id }] : []
    }),
  )
  if (free.length === 0) return []
  const above = await ancestorsOf(ctx, orgId, back[0]!.parent_task_id)
  return free.filter(({ child }) => !above.includes(child))
}

/** A task as it comes back: without what is gone or has gone elsewhere. What it lacks is noted as missing. */
function backRow(work: Work, task: TaskKept, children: readonly { child: string; parent: string }[]): Back {
  const { task_id, parent_task_id, fitting } = task
  const lose = (field: Lost['field'], id: string) => void work.missing.push({ task_id, field, id })
  const isOwn = (id: string) =>
    work.back.some((one) => one.task_id === id && one.parent_task_id === task_id) ||
    children.some(({ child, parent }) => child === id && parent === task_id)
  const sub_tasks = task.sub_tasks.filter((id) => isOwn(id) || lose('sub_tasks', id))
  const dependencies = task.dependencies.filter((id) => isLive(work, id) || lose('dependencies', id))
  const orphaned = parent_task_id !== null && !isLive(work, parent_task_id)
  if (orphaned) lose('parent', parent_task_id)
  const { team_id, sprint_id, milestone_id, goal_id } = fitting
  const parent = orphaned ? null : parent_task_id
  return {
    task_id,
    parent_task_id: parent,
    team_id,
    sprint_id,
    milestone_id,
    goal_id,
    sub_tasks,
    dependencies,
  }
}

/**
 * Has the tasks that waited for the restored ones wait for them again, but for those that would close a circle by now.
 * Gives the dependencies that live tasks have again.
 */
async function giveBackDependents(work: Work): Promise<Waiting[]> {
  const { ctx, orgId, back, known, missing } = work
  const wanted = back.flatMap(({ task_id, dependents }) =>
    dependents.filter((id) => known.has(id)).map((task) => ({ task, dependency: task_id })),
  )
  const live = wanted.filter(({ task }) => isLive(work, task))
  const awaited = live.length === 0 ? new Map<string, string[]>() : await awaitedFrom(ctx, orgId, idsOf(back))
  const given = withoutCircles(awaited, live)
  for (const one of live)
    if (!given.includes(one)) missing.push({ task_id: one.dependency, field: 'dependents', id: one.task })
  await rejoinDependents(ctx, orgId, [...given, ...wanted.filter((one) => !live.includes(one))])
  const waitsForDeleted = back.flatMap(({ task_id, dependencies }) =>
    dependencies
      .filter((id) => known.has(id) && !isLive(work, id))
      .map((dependency) => ({ task: task_id, dependency })),
  )
  await noteDependents(ctx, orgId, waitsForDeleted)
  return given
}

const idsOf = (tasks: readonly TaskKept[]): string[] => tasks.map((task) => task.task_id)

const placeFields = ['team_id', 'sprint_id', 'milestone_id', 'goal_id'] as const

/** Tells of each task that is back, with the places that it lost, and of each link that another has again. */
function tell(
  { ctx, back, known }: Work,
  rows: readonly Back[],
  children: readonly { child: string; parent: string }[],
  waiting: readonly Waiting[],
): void {
  back.forEach((task, i) => {
    const lost = placeFields.filter((name) => task[name] !== rows[i]![name])
    ctx.emit({
      org_id: task.org_id,
      type: 'task.restored',
      resource_type: 'task',
      resource_id: task.task_id,
      project_id: task.project_id,
      before: lost.length === 0 ? null : Object.fromEntries(lost.map((name) => [name, task[name]])),
      after: {
        title: task.title,
        status: task.status,
        ...Object.fromEntries(lost.map((name) => [name, null])),
      },
    })
  })
  const link = (kind: 'subtask' | 'dependency', of: string, id: string) =>
    emitLinks(ctx, known.get(of)!, kind, { added: [id], removed: [] })
  const [first] = rows
  if (first!.parent_task_id !== null) link('subtask', first!.parent_task_id, first!.task_id)
  for (const { child, parent } of children) link('subtask', parent, child)
  for (const { task, dependency } of waiting) link('dependency', task, dependency)
}

/** What came back and what did not, without the tasks that the caller can't read. */
function whatIsSeen({ ctx, back, known, missing }: Work, waiting: readonly Waiting[]): Restored {
  const isTask = ({ field }: Lost) => ['parent', 'sub_tasks', 'dependencies', 'dependents'].includes(field)
  const sees = (id: string) => {
    const task = known.get(id)
    return task !== undefined && canReadTask(ctx, task)
  }
  return {
    sub_tasks: idsOf(back.slice(1)),
    dependents: [...new Set(waiting.map(({ task }) => task))].filter(sees),
    missing: missing.filter((lost) => !isTask(lost) || sees(lost.id)),
  }
}
