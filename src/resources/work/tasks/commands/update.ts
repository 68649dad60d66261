import type { Context } from '../../../../core/context.ts'
import { findChangedAttributes, type ChangeEvent } from '../../../../core/change-event.ts'
import { forbidden, unknownReference } from '../../../../core/errors.ts'
import { canEditProject, canReadProject } from '../../projects/policy.ts'
import { findProject, type ProjectWithRole } from '../../projects/queries/find.ts'
import { getFormerRestriction, canReadTask, loadReadableLinks } from '../policy.ts'
import {
  addSubtasks,
  changesForAllReaders,
  diffTaskLinks,
  emitLinkEvents,
  requireNoCycle,
  type LinkChange,
} from './links.ts'
import { removeFromSections, setParentTask } from '../queries/locks.ts'
import { needsPlacement, placeTasks, presentLostSections, type SectionChange } from './placement.ts'
import { resolveTaskReferences } from '../queries/references.ts'
import { resolveCustomValues } from './custom.ts'
import { eventAttributes } from '../attributes.ts'
import { formatTaskKey } from '../keys.ts'
import { applyTaskUpdate, diffCustomValues } from '../rules.ts'
import type { TaskRow, TaskWithAccess } from '../queries/rows.ts'
import type { TaskUpdate } from '../schema.ts'
import { assignNumber } from './numbers.ts'
import { saveTask, type SaveTask } from './save.ts'

/** Returns the new project, null for none. Throws 422 if the caller can't read it, 403 if they can't edit it. */
async function findTargetProject(
  ctx: Context,
  orgId: string,
  projectId: string | null,
): Promise<ProjectWithRole | null> {
  if (projectId === null) {
    if (ctx.caller.allowedProjectIds)
      throw forbidden('A token limited to projects cannot remove a task from its project.')
    if (ctx.caller.requireMembership(orgId).role === 'guest')
      throw forbidden('Guests cannot remove a task from its project. Ask a member of the organization.')
    return null
  }
  const project = await findProject(ctx, projectId, 'share')
  if (!project || project.org_id !== orgId || !canReadProject(ctx, project))
    throw unknownReference(['body', 'project_id'], 'project')
  if (!canEditProject(ctx, project))
    throw forbidden(`Moving a task to project ${projectId} requires edit access to that project.`)
  return project
}

/** Returns the updated task with its references resolved. Throws 403 if the caller could not read it afterwards. */
async function resolveUpdate(ctx: Context, stored: TaskWithAccess, body: TaskUpdate): Promise<TaskWithAccess> {
  let next = applyTaskUpdate(stored, body)
  // Clients send back `is_subtask` as they read it, which is true for every task with a parent.
  if (body.is_subtask != null && stored.parent_task_id !== null)
    if ((await loadReadableLinks(ctx, [stored]))(stored).parent !== null) next.is_subtask = stored.is_subtask
  if (next.project_id !== stored.project_id) {
    const project = await findTargetProject(ctx, stored.org_id, next.project_id)
    next = {
      ...next,
      // Clears the goal of the old project.
      goal_id: next.goal_id === stored.goal_id ? null : next.goal_id,
      project_visibility: project?.visibility ?? null,
      project_deleted: false,
      project_team_id: project?.team_id ?? null,
      project_has_status_sections: project?.has_status_sections ?? false,
      project_prefix: project?.prefix ?? null,
      my_role: project?.my_role ?? null,
    }
  }
  next = await resolveTaskReferences(ctx, stored, next)
  if (body.custom) next = { ...next, custom: await resolveCustomValues(ctx, next, body.custom) }
  if (!canReadTask(ctx, next))
    throw forbidden(
      'After this change you could not read the task. Include yourself in `restricted_to`, or leave it unchanged.',
    )
  return next
}

interface Links {
  subtasks: LinkChange
  dependencies: LinkChange
  /** True for a list that changed for all readers of the task. */
  forAllReaders: { sub_tasks: boolean; dependencies: boolean }
}

/** Updates the other ends of added and removed links. */
async function updateLinks(
  ctx: Context,
  stored: TaskWithAccess,
  next: TaskWithAccess,
  locate: (list: 'sub_tasks' | 'dependencies') => (taskId: string) => (string | number)[],
): Promise<Links> {
  const compare = (name: 'sub_tasks' | 'dependencies') => diffTaskLinks(ctx, stored.org_id, stored[name], next[name])
  const [subtasks, dependencies] = [await compare('sub_tasks'), await compare('dependencies')]
  const adopted = await addSubtasks(ctx, next, subtasks.added, locate('sub_tasks'))
  await setParentTask(ctx, stored.org_id, subtasks.removed, null)
  const dependencyTasks = await requireNoCycle(ctx, next, dependencies.added, locate('dependencies'))
  const changesForAll = ({ known, result }: LinkChange, added: TaskWithAccess[], before: string[]) =>
    changesForAllReaders(next, [...known, ...added], before, result)
  const forAllReaders = {
    sub_tasks: changesForAll(subtasks, adopted, stored.sub_tasks),
    dependencies: changesForAll(dependencies, dependencyTasks, stored.dependencies),
  }
  return { subtasks, dependencies, forAllReaders }
}

interface UpdateOptions {
  linkLocation?: (string | number)[]
  write?: SaveTask | undefined
  /** Changed sections by task, if all tasks of the request were placed together. */
  placed?: ReadonlyMap<string, SectionChange> | undefined
  /** Values that replace those of the body, such as an assignee who is a placeholder. */
  resolved?: Partial<Pick<TaskRow, 'assignee' | 'goal_id' | 'sprint_id' | 'milestone_id' | 'type_data'>> | undefined
}

/**
 * Updates an editable task and returns it as stored. Emits no event and keeps the version if nothing changes. `linkLocation` is
 * the location of a link in the request, for errors; `write` saves the task, whose section is already placed if `placed`.
 */
export async function updateTask(
  ctx: Context,
  stored: TaskWithAccess,
  body: TaskUpdate,
  { linkLocation, write = saveTask, placed, resolved }: UpdateOptions = {},
): Promise<TaskWithAccess> {
  const next = { ...(await resolveUpdate(ctx, stored, body)), ...resolved }
  const links = await updateLinks(
    ctx,
    stored,
    next,
    (list) => (taskId) => linkLocation ?? ['body', list, body[list]?.indexOf(taskId) ?? 0],
  )
  next.sub_tasks = links.subtasks.result
  next.dependencies = links.dependencies.result
  const sections = await updateSections(ctx, stored, next, placed)
  if (next.project_id !== stored.project_id) next.number = await findNumber(ctx, next)
  const changed = emitChange(ctx, stored, next, links, sections)
  const linksChanged = next.sub_tasks !== stored.sub_tasks || next.dependencies !== stored.dependencies
  if (!changed && !linksChanged) return stored
  const keepsVersion = !changed && !links.forAllReaders.sub_tasks && !links.forAllReaders.dependencies
  return write(ctx, stored, next, keepsVersion)
}

/** Returns the number of a task in the project it moves to; null without one. */
const findNumber = (ctx: Context, { org_id, project_id, task_id }: TaskRow): Promise<number> | null =>
  project_id === null ? null : assignNumber(ctx, { org_id, project_id }, task_id)

/** Moves a task to the section for its status and project and removes it from sections of teams that it left. */
async function updateSections(
  ctx: Context,
  stored: TaskWithAccess,
  next: TaskWithAccess,
  placed: ReadonlyMap<string, SectionChange> | undefined,
): Promise<SectionChange> {
  const moved = { ...next, former_project_id: stored.project_id }
  const places = placed ?? (await placeTasks(ctx, stored.org_id, needsPlacement(stored, next) ? [moved] : []))
  const place = places.get(stored.task_id)
  const left: string[] = []
  for (const team of new Set([stored.team_id, stored.project_team_id]))
    if (team !== null && team !== next.team_id && team !== next.project_team_id)
      left.push(...(await removeFromSections(ctx, stored, 'team', team)))
  return { before: { ...place?.before, ...presentLostSections(place, left) }, after: place?.after ?? {} }
}

/** Returns the attributes for `task.moved` and `task.updated`. Containers lost by a move belong to `task.moved`. */
function splitAttributes(
  stored: TaskRow,
  next: TaskRow,
  { before, after }: SectionChange,
): { moved: string[]; updated: string[] } {
  const sections = Object.keys({ ...before, ...after })
  if (stored.project_id === next.project_id) return { moved: [], updated: [...eventAttributes, ...sections] }
  const lost = (['goal_id', 'sprint_id', 'milestone_id'] as const).filter(
    (name) => stored[name] !== null && next[name] === null,
  )
  const updated = eventAttributes.filter((name) => !(lost as string[]).includes(name))
  return { moved: ['project_id', 'key', ...lost, ...sections], updated }
}

const withKey = (task: TaskWithAccess) => ({ ...task, key: formatTaskKey(task.project_prefix, task.number) })

/** Returns the changed attributes, with only the changed values of custom fields. */
function findUpdatedAttributes(previous: TaskRow, next: TaskRow, names: readonly string[]) {
  const change = findChangedAttributes(previous, next, names) ?? { before: {}, after: {} }
  const custom = diffCustomValues(previous.custom, next.custom)
  if (custom)
    Object.assign(change, {
      before: { ...change.before, custom: custom.before },
      after: { ...change.after, custom: custom.after },
    })
  return change
}

/** Emits `task.moved` with the former and the new key, and the former restriction. */
function emitMove(
  ctx: Context,
  subject: Omit<ChangeEvent, 'type'>,
  previous: TaskWithAccess,
  next: TaskWithAccess,
  names: readonly string[],
): void {
  const { before, after } = findChangedAttributes(withKey(previous), withKey(next), names)!
  ctx.emit({
    ...subject,
    from_project_id: previous.project_id,
    type: 'task.moved',
    before: { ...before, ...getFormerRestriction(previous) },
    after,
  })
}

/**
 * Emits `task.moved`, `task.restricted` and `task.updated` as far as they apply, and one event for each link. Returns
 * whether anything but links changed.
 */
function emitChange(ctx: Context, stored: TaskWithAccess, next: TaskWithAccess, links: Links, sections: SectionChange) {
  const subject = {
    org_id: stored.org_id,
    resource_type: 'task',
    resource_id: stored.task_id,
    project_id: next.project_id,
  }
  const before = ctx.events.length
  // Copied only if needed, because the object is large.
  const previous = Object.keys(sections.before).length === 0 ? stored : { ...stored, ...sections.before }
  const following = Object.keys(sections.after).length === 0 ? next : { ...next, ...sections.after }
  const { moved, updated } = splitAttributes(stored, next, sections)
  if (moved.length > 0) emitMove(ctx, subject, previous, following, moved)
  ctx.emitChange({ ...subject, type: 'task.restricted' }, previous, following, ['restricted_to'])
  const change = findUpdatedAttributes(previous, following, updated)
  for (const [name, { added, removed }] of [
    ['sub_tasks', links.subtasks],
    ['dependencies', links.dependencies],
  ] as const) {
    if (!links.forAllReaders[name] || added.length + removed.length > 0) continue
    // Publishes a change of order without the ids, which not all recipients can read.
    change.before[name] = null
    change.after[name] = null
  }
  if (Object.keys(change.after).length > 0) ctx.emit({ ...subject, type: 'task.updated', ...change })
  const changed = ctx.events.length > before
  emitLinkEvents(ctx, next, 'subtask', links.subtasks)
  emitLinkEvents(ctx, next, 'dependency', links.dependencies)
  return changed
}
