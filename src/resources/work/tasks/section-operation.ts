import { sql } from '../../../db/sql.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { findEndPosition } from '../../../core/end-position.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { defineOperation } from '../../../http/operation.ts'
import { forbidden, unknownReference } from '../../../core/errors.ts'
import { requireSelf, type ScopeOwner } from '../scopes/policy.ts'
import { canEditProject } from '../projects/policy.ts'
import { findProject, type ProjectWithRole } from '../projects/queries/find.ts'
import { createDefaultSections } from '../sections/policy.ts'
import { sectionUpdatedEvent } from '../sections/events.ts'
import { findSection, type SectionRow } from '../sections/section-row.ts'
import { canReadTeam, requireTeamEditor } from '../../planning/teams/policy.ts'
import { findTeam, type TeamWithRole } from '../../planning/teams/queries/row.ts'
import { loadReadableTask, lockTaskClaim } from './policy.ts'
import { findAdjacentPosition, requireSinglePosition } from './commands/section-position.ts'
import { taskParams } from './operations.ts'
import { decidePlacement } from './rules.ts'
import { recordSectionSpans } from './queries/placement.ts'
import { removeFromSections } from './queries/locks.ts'
import type { TaskWithAccess } from './queries/rows.ts'
import { taskSectionSchema, taskSectionSet, type TaskSectionSet } from './schema.ts'
import { taskUpdatedEvent } from './events.ts'
import { saveTask } from './commands/save.ts'

interface LockedOwner {
  project?: ProjectWithRole | undefined
  team?: TeamWithRole | undefined
}

/** Finds the project or team in the body, share-locked. */
async function lockOwner(ctx: Context, { scope_type, scope_id }: TaskSectionSet): Promise<LockedOwner> {
  if (scope_type === 'project') return { project: await findProject(ctx, scope_id, 'share') }
  return scope_type === 'team' ? { team: await findTeam(ctx, scope_id, 'share') } : {}
}

/** Returns the owner of the sections. Throws 422 if the task is not in it, 403 if the caller may not edit it. */
function requireOwner(ctx: Context, task: TaskWithAccess, body: TaskSectionSet, lockedOwner: LockedOwner): ScopeOwner {
  const { scope_type, scope_id } = body
  const { org_id } = task
  if (scope_type === 'user') {
    requireSelf(ctx, scope_id)
    return { org_id, scope_type, scope_id: ctx.user.username }
  }
  const teams = [task.team_id, task.project_team_id]
  const { project, team } = lockedOwner
  if (project?.project_id === task.project_id && project) {
    if (!canEditProject(ctx, project))
      throw forbidden('Only owners and editors of the project and organization admins can change its sections.')
  } else if (team && teams.includes(team.team_id) && canReadTeam(ctx, team)) requireTeamEditor(ctx, team)
  else throw unknownReference(['body', 'scope_id'], `${scope_type} of this task`)
  return { org_id, scope_type, scope_id }
}

interface SectionPosition {
  section_id: string
  position: number
}

const findPosition = (ctx: Context, scopeOwner: ScopeOwner, taskId: string) =>
  ctx.db.queryRow(sql<SectionPosition>`
    select section_id, position from task_sections
    where org_id = ${scopeOwner.org_id} and scope_type = ${scopeOwner.scope_type} and scope_id = ${scopeOwner.scope_id}
      and task_id = ${taskId}`)

/** Puts a task into a section, at its end without a position. */
async function savePosition(
  ctx: Context,
  { org_id, scope_type, scope_id }: ScopeOwner,
  taskId: string,
  sectionId: string,
  position: number | null,
): Promise<SectionPosition> {
  const findEnd = () =>
    findEndPosition(ctx.db, sql`task_sections where org_id = ${org_id} and section_id = ${sectionId}`)
  const [row] = await ctx.db.query(sql<SectionPosition>`
    insert into task_sections (org_id, scope_type, scope_id, task_id, section_id, position)
    values (${org_id}, ${scope_type}, ${scope_id}, ${taskId}, ${sectionId}, ${position ?? (await findEnd())})
    on conflict (org_id, scope_type, scope_id, task_id)
      do update set section_id = excluded.section_id, position = excluded.position
    returning section_id, position`)
  return row!
}

/** Returns the requested section and position, null to remove the task, undefined if nothing changes. */
function resolvePosition(
  stored: SectionPosition | undefined,
  body: TaskSectionSet,
): { section_id: string; position: number | null } | null | undefined {
  const { section_id = stored?.section_id ?? null, position = null } = body
  if (section_id === null) return stored ? null : undefined
  const unchanged = section_id === stored?.section_id && (position === null || position === stored.position)
  return unchanged ? undefined : { section_id, position }
}

/** Moves a task within the sections of a scope. Personal sections are not part of the task and emit no event. */
async function moveInSections(
  ctx: Context,
  task: TaskWithAccess & { section: SectionRow | undefined },
  scopeOwner: ScopeOwner,
  body: TaskSectionSet,
): Promise<{ slot: SectionPosition | null; version: number }> {
  const stored = await findPosition(ctx, scopeOwner, task.task_id)
  const adjacent = await findAdjacentPosition(ctx, scopeOwner, task.task_id, body)
  const next =
    adjacent === 'in place'
      ? undefined
      : resolvePosition(stored, { ...body, ...(adjacent !== undefined && { position: adjacent }) })
  if (next === undefined) return { slot: stored ?? null, version: task.version }
  let slot: SectionPosition | null = null
  if (next) slot = await savePosition(ctx, scopeOwner, task.task_id, next.section_id, next.position)
  else await removeFromSections(ctx, task, scopeOwner.scope_type, scopeOwner.scope_id)
  if (scopeOwner.scope_type === 'user') return { slot, version: task.version }
  const { status } = decidePlacement({ kind: 'put', section: task.section ?? null }, task.status, [])
  const { version } = await saveTask(ctx, task, { ...task, status })
  const { org_id, task_id, project_id } = task
  const section_id = stored?.section_id ?? null
  if (scopeOwner.scope_type === 'project' && slot?.section_id !== section_id)
    recordSectionSpans(ctx, org_id, [{ task_id, section_id }])
  const toAttributes = (slot: SectionPosition | null | undefined, status: string) => ({
    section_id: slot?.section_id,
    section_position: slot?.position,
    status,
  })
  const names = ['section_id', 'section_position', 'status']
  const change = findChangedAttributes(toAttributes(stored, task.status), toAttributes(slot, status), names)
  ctx.emit({
    org_id,
    type: 'task.updated',
    resource_type: 'task',
    resource_id: task_id,
    project_id,
    ...change,
  })
  return { slot, version }
}

export const setTaskSectionOperation = defineOperation({
  id: 'tasks.set_section',
  method: 'PUT',
  path: '/v1/tasks/{task_id}/section',
  summary: "Set a task's section",
  description:
    'Moves a task to a section of its project, of its team or its project’s team, or to a personal section of the caller. A ' +
    'task is in at most one section of each scope; `section_id: null` removes it, and without `section_id` it stays in its ' +
    'section. Without `position`, `before` and `after` it moves to the end. If no number is left between two tasks, ' +
    '`before` and `after` renumber the section in the same order. Requires: owner or editor of the project, owner of the ' +
    'team, or organization admin; for personal sections, read access to the task. A section of a project that means a ' +
    'status gives the task this status in the same change.',
  scope: 'tasks:write',
  params: taskParams,
  body: taskSectionSet,
  reply: { status: 200, schema: taskSectionSchema },
  problems: {
    403: 'The sections belong to another user, or the caller cannot edit the project or team.',
    422: 'The task is not in the project or team, or the section does not belong to it.',
  },
  emits: { ...taskUpdatedEvent, ...sectionUpdatedEvent },
  example: {
    body: { scope_type: 'project', scope_id: 'P1JM6SW2Z0A1B2C3D', section_id: 'SE1JM6SW2Z0A1B2C3D' },
  },
  lockClaims: lockTaskClaim,
  async authorize({ ctx, params, body }) {
    requireSinglePosition(body)
    // Locked in the common order: owner, task, then section.
    const lockedOwner = await lockOwner(ctx, body)
    const task = await loadReadableTask({ ctx, params })
    const section = body.section_id == null ? undefined : await findSection(ctx, body.section_id, 'update')
    return { ...task, section, scopeOwner: requireOwner(ctx, task, body, lockedOwner) }
  },
  async handle({ ctx, target, body }) {
    const { section, scopeOwner, task_id } = target
    const { org_id, scope_type, scope_id } = scopeOwner
    if (scope_type === 'user') await createDefaultSections(ctx, org_id)
    const fits = section?.org_id === org_id && section.scope_type === scope_type && section.scope_id === scope_id
    if (body.section_id != null && !fits) throw unknownReference(['body', 'section_id'], 'section of this scope')
    const { slot, version } = await moveInSections(ctx, target, scopeOwner, body)
    const { section_id = null, position = null } = slot ?? {}
    return respond({ task_id, scope_type, scope_id, section_id, position }, version)
  },
})
