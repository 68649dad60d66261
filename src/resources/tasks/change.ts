import type { Context } from '../../kernel/context.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { forbidden, unknownReference } from '../../kernel/problem.ts'
import { canEditProject, canReadProject } from '../projects/access.ts'
import { findProject, type ProjectSeen } from '../projects/rows.ts'
import { canReadTask, linksSeen } from './access.ts'
import {
  adoptSubtasks,
  changesOpenly,
  compareLinks,
  emitLinks,
  requireNoCircle,
  type LinkChange,
} from './links.ts'
import { leaveSections, setParent } from './queries.ts'
import { resolveReferences } from './references.ts'
import { toldAttributes } from './attributes.ts'
import { applyUpdate } from './rules.ts'
import type { TaskRow, TaskSeen } from './rows.ts'
import type { TaskUpdate } from './schemas.ts'
import { updateTask, type WriteTask } from './writing.ts'

/**
 * The project that a task is to be moved to, null for none: 422 where the caller can't read it, 403 where it may not
 * edit it.
 */
async function placeToMoveTo(
  ctx: Context,
  orgId: string,
  projectId: string | null,
): Promise<ProjectSeen | null> {
  if (projectId === null) {
    if (ctx.caller.projectLimit)
      throw forbidden('A token limited to projects may not take a task out of them.')
    if (ctx.caller.memberOf(orgId).role === 'guest')
      throw forbidden('A guest may not take a task out of its project.')
    return null
  }
  const project = await findProject(ctx, projectId, 'share')
  if (!project || project.org_id !== orgId || !canReadProject(ctx, project))
    throw unknownReference(['body', 'project_id'], 'project')
  if (!canEditProject(ctx, project)) throw forbidden(`You may not put tasks into the project ${projectId}.`)
  return project
}

/** The task as the body wants it, with what it points at looked up; 403 when the caller could not read it any more. */
async function settle(ctx: Context, stored: TaskSeen, body: TaskUpdate): Promise<TaskSeen> {
  let wanted = applyUpdate(stored, body)
  // A client that read `is_subtask` of a task with a parent, and sends it back, says nothing of its own with it.
  if (body.is_subtask != null && stored.parent_task_id !== null)
    if ((await linksSeen(ctx, [stored]))(stored).parent !== null) wanted.is_subtask = stored.is_subtask
  if (wanted.project_id !== stored.project_id) {
    const place = await placeToMoveTo(ctx, stored.org_id, wanted.project_id)
    wanted = {
      ...wanted,
      // A goal belongs to its project, and is left behind unless the same change names one of the new project.
      goal_id: wanted.goal_id === stored.goal_id ? null : wanted.goal_id,
      project_visibility: place?.visibility ?? null,
      project_deleted: false,
      project_team_id: place?.team_id ?? null,
      my_role: place?.my_role ?? null,
    }
  }
  wanted = await resolveReferences(ctx, stored, wanted)
  if (!canReadTask(ctx, wanted)) throw forbidden('This change would hide the task from you.')
  return wanted
}

interface Links {
  subtasks: LinkChange
  dependencies: LinkChange
  /** Which of the two changed for everybody who reads the task. */
  open: { sub_tasks: boolean; dependencies: boolean }
}

/** Carries out what the wanted lists of links add and take away at the other ends. */
async function relink(
  ctx: Context,
  stored: TaskSeen,
  wanted: TaskSeen,
  locOf: (list: 'sub_tasks' | 'dependencies') => (taskId: string) => (string | number)[],
): Promise<Links> {
  const compare = (name: 'sub_tasks' | 'dependencies') =>
    compareLinks(ctx, stored.org_id, stored[name], wanted[name], locOf(name))
  const [subtasks, dependencies] = [await compare('sub_tasks'), await compare('dependencies')]
  const adopted = await adoptSubtasks(ctx, wanted, subtasks.added, locOf('sub_tasks'))
  await setParent(ctx, stored.org_id, subtasks.removed, null)
  const awaited = await requireNoCircle(ctx, wanted, dependencies.added, locOf('dependencies'))
  const openly = ({ known, result }: LinkChange, added: TaskSeen[], before: string[]) =>
    changesOpenly(wanted, [...known, ...added], before, result)
  const open = {
    sub_tasks: openly(subtasks, adopted, stored.sub_tasks),
    dependencies: openly(dependencies, awaited, stored.dependencies),
  }
  return { subtasks, dependencies, open }
}

/**
 * Changes a task that the caller may edit, as the body says; gives it as it is stored afterwards. Nothing is emitted, and
 * the version stays, when nothing changes. `linkLoc` is where the request named a link, for its errors; `write` stores the task.
 */
export async function changeTask(
  ctx: Context,
  stored: TaskSeen,
  body: TaskUpdate,
  { linkLoc, write = updateTask }: { linkLoc?: (string | number)[]; write?: WriteTask | undefined } = {},
): Promise<TaskSeen> {
  const wanted = await settle(ctx, stored, body)
  const links = await relink(
    ctx,
    stored,
    wanted,
    (list) => (taskId) => linkLoc ?? ['body', list, body[list]?.indexOf(taskId) ?? 0],
  )
  wanted.sub_tasks = links.subtasks.result
  wanted.dependencies = links.dependencies.result
  const told = emitChange(ctx, stored, wanted, links, await leaveLanes(ctx, stored, wanted))
  const relinked = wanted.sub_tasks !== stored.sub_tasks || wanted.dependencies !== stored.dependencies
  if (!told && !relinked) return stored
  const quiet = !told && !links.open.sub_tasks && !links.open.dependencies
  return write(ctx, stored, wanted, quiet)
}

/**
 * Takes a task out of the sections of a project or team that it is in no longer; gives those it was in, as events tell
 * it.
 */
async function leaveLanes(
  ctx: Context,
  stored: TaskSeen,
  wanted: TaskSeen,
): Promise<Record<string, unknown>> {
  const left: string[] = []
  if (stored.project_id !== null && stored.project_id !== wanted.project_id)
    left.push(...(await leaveSections(ctx, stored, 'project', stored.project_id)))
  for (const team of new Set([stored.team_id, stored.project_team_id]))
    if (team !== null && team !== wanted.team_id && team !== wanted.project_team_id)
      left.push(...(await leaveSections(ctx, stored, 'team', team)))
  const [section_id, ...others] = left
  return { ...(section_id && { section_id }), ...(others.length > 0 && { other_section_ids: others }) }
}

/** The attributes that `task.moved` and `task.updated` tell: what a move took away is the move's. `left`: sections. */
function aspectsOf(stored: TaskRow, wanted: TaskRow, left: object): { moved: string[]; updated: string[] } {
  const lanes = Object.keys(left)
  if (stored.project_id === wanted.project_id) return { moved: [], updated: [...toldAttributes, ...lanes] }
  const lost = (['goal_id', 'sprint_id', 'milestone_id'] as const).filter(
    (name) => stored[name] !== null && wanted[name] === null,
  )
  const updated = toldAttributes.filter((name) => !(lost as string[]).includes(name))
  return { moved: ['project_id', ...lost, ...lanes], updated }
}

/**
 * Emits `task.moved`, `task.restricted` and `task.updated` as far as there is something for each to tell, and one event
 * for each link. Gives whether something else than links changed. `left` are the sections that the task was in.
 */
function emitChange(ctx: Context, stored: TaskRow, wanted: TaskRow, links: Links, left: object): boolean {
  const about = {
    org_id: stored.org_id,
    resource_type: 'task',
    resource_id: stored.task_id,
    project_id: wanted.project_id,
  }
  const before = ctx.events.length
  // So large an object is slow to copy.
  const was = Object.keys(left).length === 0 ? stored : { ...stored, ...left }
  const { moved, updated } = aspectsOf(stored, wanted, left)
  const aspect = (type: string, names: readonly string[], more: object = {}) => {
    const change = changedAttributes(was, wanted, names)
    if (change) ctx.emit({ ...about, ...more, type, ...change })
  }
  aspect('task.moved', moved, { from_project_id: stored.project_id })
  aspect('task.restricted', ['restricted_to'])
  const told = changedAttributes(was, wanted, updated) ?? { before: {}, after: {} }
  for (const [name, change] of [
    ['sub_tasks', links.subtasks],
    ['dependencies', links.dependencies],
  ] as const) {
    if (!links.open[name] || change.added.length + change.removed.length > 0) continue
    // It is told that their order changed, without the ids, which not everybody who is told may know.
    told.before[name] = null
    told.after[name] = null
  }
  if (Object.keys(told.after).length > 0) ctx.emit({ ...about, type: 'task.updated', ...told })
  const changed = ctx.events.length > before
  emitLinks(ctx, wanted, 'subtask', links.subtasks)
  emitLinks(ctx, wanted, 'dependency', links.dependencies)
  return changed
}
