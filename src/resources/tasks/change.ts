import type { Context } from '../../kernel/context.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { forbidden, unknownReference } from '../../kernel/problem.ts'
import { canEditProject, canReadProject } from '../projects/access.ts'
import { findProject, type ProjectSeen } from '../projects/rows.ts'
import { canReadTask } from './access.ts'
import { adoptSubtasks, compareLinks, emitLinks, releaseSubtasks, requireNoCircle } from './links.ts'
import { leaveSections, updateTask } from './queries.ts'
import { resolveReferences } from './references.ts'
import { applyUpdate, toldAttributes } from './rules.ts'
import type { TaskRow, TaskSeen } from './rows.ts'
import type { TaskUpdate } from './schemas.ts'

/** The project a task is to be moved to: seen, else 422; editable, else 403. */
async function projectToMoveTo(ctx: Context, orgId: string, projectId: string): Promise<ProjectSeen> {
  const project = await findProject(ctx, projectId, 'share')
  if (!project || project.org_id !== orgId || !canReadProject(ctx, project))
    throw unknownReference(['body', 'project_id'], 'project')
  if (!canEditProject(ctx, project)) throw forbidden(`You may not put tasks into the project ${projectId}.`)
  return project
}

/** The task in its new project: what belonged to the old one falls away, unless the same change sets it anew. */
function moved(stored: TaskSeen, wanted: TaskRow, target: ProjectSeen | null): TaskSeen {
  const result: TaskSeen = {
    ...stored,
    ...wanted,
    project_visibility: target?.visibility ?? null,
    project_deleted: false,
    project_team_id: target?.team_id ?? null,
    my_role: target?.my_role ?? null,
  }
  if (wanted.goal_id === stored.goal_id) result.goal_id = null
  const staysWithTeam = result.project_team_id === stored.project_team_id || result.team_id !== null
  if (!staysWithTeam && wanted.sprint_id === stored.sprint_id) result.sprint_id = null
  if (!staysWithTeam && wanted.milestone_id === stored.milestone_id) result.milestone_id = null
  return result
}

/**
 * Changes a task that the caller may edit, as the body says; gives it as stored afterwards. The right is judged again on
 * the result. One event an aspect, none and no new version when nothing changes. `linkLoc`: where the request named a
 * link, for its errors.
 */
export async function changeTask(
  ctx: Context,
  stored: TaskSeen,
  body: TaskUpdate,
  linkLoc?: (string | number)[],
): Promise<TaskSeen> {
  const asked = applyUpdate(stored, body)
  const moves = asked.project_id !== stored.project_id
  let wanted: TaskSeen = { ...stored, ...asked }
  if (moves) {
    const target =
      asked.project_id === null ? null : await projectToMoveTo(ctx, stored.org_id, asked.project_id)
    if (!target && ctx.caller.projectLimit)
      throw forbidden('A token limited to projects may not take a task out of them.')
    wanted = moved(stored, asked, target)
  }
  wanted = { ...wanted, ...(await resolveReferences(ctx, stored, wanted, wanted.project_team_id)) }
  wanted.restricted = wanted.restricted_to.length > 0
  if (!canReadTask(ctx, wanted)) throw forbidden('This change would hide the task from you.')

  const subtasks = await compareLinks(ctx, stored.org_id, stored.sub_tasks, wanted.sub_tasks)
  const dependencies = await compareLinks(ctx, stored.org_id, stored.dependencies, wanted.dependencies)
  await adoptSubtasks(
    ctx,
    wanted,
    subtasks.added,
    (i) => linkLoc ?? ['body', 'sub_tasks', asked.sub_tasks.indexOf(subtasks.added[i]!)],
  )
  await releaseSubtasks(ctx, wanted, subtasks.removed)
  await requireNoCircle(
    ctx,
    wanted,
    dependencies.added,
    (i) => linkLoc ?? ['body', 'dependencies', asked.dependencies.indexOf(dependencies.added[i]!)],
  )
  wanted.sub_tasks = subtasks.result
  wanted.dependencies = dependencies.result

  const told = emitChange(ctx, stored, wanted)
  emitLinks(ctx, wanted, 'subtask', subtasks)
  emitLinks(ctx, wanted, 'dependency', dependencies)
  const linked = [subtasks, dependencies].some((links) => links.added.length + links.removed.length > 0)
  if (!told && !linked) return stored
  if (moves && stored.project_id !== null) await leaveSections(ctx, stored, 'project', stored.project_id)
  return { ...wanted, ...(await updateTask(ctx, stored, wanted)) }
}

/** `task.moved`, `task.restricted`, `task.updated`: one each for the aspects that changed. False when none did. */
function emitChange(ctx: Context, stored: TaskRow, wanted: TaskRow): boolean {
  const about = {
    org_id: stored.org_id,
    resource_type: 'task',
    resource_id: stored.task_id,
    project_id: wanted.project_id,
  }
  const aspect = (type: string, names: readonly string[], more: object = {}) => {
    const change = changedAttributes(stored, wanted, names)
    if (change) ctx.emit({ ...about, ...more, type, ...change })
    return change !== null
  }
  const has = [
    aspect('task.moved', ['project_id'], { from_project_id: stored.project_id }),
    aspect('task.restricted', ['restricted_to']),
    aspect('task.updated', toldAttributes),
  ]
  return has.includes(true)
}
