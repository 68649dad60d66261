import { sql } from '../../db/sql.ts'
import { answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { endOf } from '../../kernel/lists/end.ts'
import { changedAttributes } from '../../kernel/events.ts'
import { operation } from '../../kernel/operation.ts'
import { forbidden, unknownReference } from '../../kernel/problem.ts'
import { requireOneself, type Holder } from '../holders/access.ts'
import { canEditProject } from '../projects/access.ts'
import { findProject, type ProjectSeen } from '../projects/rows.ts'
import { makeLanes } from '../sections/access.ts'
import { sectionUpdated } from '../sections/events.ts'
import { findSection } from '../sections/rows.ts'
import { canReadTeam, requireEditor } from '../teams/access.ts'
import { findTeam, type TeamSeen } from '../teams/rows.ts'
import { readableTask } from './access.ts'
import { findPlaceBeside, requireOnePlace } from './neighbours.ts'
import { taskParams } from './operations.ts'
import { leaveSections } from './queries.ts'
import type { TaskSeen } from './rows.ts'
import { taskSectionOut, taskSectionSet, type TaskSectionSet } from './schemas.ts'
import { taskUpdated } from './events.ts'
import { updateTask } from './writing.ts'

interface Seen {
  project?: ProjectSeen | undefined
  team?: TeamSeen | undefined
}

/** The project or team that the body names, if it names one, locked so that it stays as it is. */
async function findHolder(ctx: Context, { scope_type, scope_id }: TaskSectionSet): Promise<Seen> {
  if (scope_type === 'project') return { project: await findProject(ctx, scope_id, 'share') }
  return scope_type === 'team' ? { team: await findTeam(ctx, scope_id, 'share') } : {}
}

/** The holder of the sections; 422 when the task does not lie in it, 403 when the caller may not edit what it has. */
function judgeHolder(ctx: Context, task: TaskSeen, body: TaskSectionSet, seen: Seen): Holder {
  const { scope_type, scope_id } = body
  const { org_id } = task
  if (scope_type === 'user') {
    requireOneself(ctx, scope_id)
    return { org_id, scope_type, scope_id: ctx.user.username }
  }
  const teams = [task.team_id, task.project_team_id]
  const { project, team } = seen
  if (project?.project_id === task.project_id && project) {
    if (!canEditProject(ctx, project)) throw forbidden("Only the project's owners and editors may do this.")
  } else if (team && teams.includes(team.team_id) && canReadTeam(ctx, team)) requireEditor(ctx, team)
  else throw unknownReference(['body', 'scope_id'], `${scope_type} of this task`)
  return { org_id, scope_type, scope_id }
}

/** Where a task lies among the sections of a holder. */
interface Slot {
  section_id: string
  position: number
}

/** Where a task lies among the sections of a holder, if it lies in one. */
async function findSlot(ctx: Context, holder: Holder, taskId: string): Promise<Slot | undefined> {
  const [row] = await ctx.db.query(sql<Slot>`
    select section_id, position from task_sections
    where org_id = ${holder.org_id} and scope_type = ${holder.scope_type} and scope_id = ${holder.scope_id}
      and task_id = ${taskId}`)
  return row
}

/** Puts a task into a section, at its end without a position; gives where it lies then. */
async function storeSlot(
  ctx: Context,
  { org_id, scope_type, scope_id }: Holder,
  taskId: string,
  sectionId: string,
  position: number | null,
): Promise<Slot> {
  const end = () => endOf(ctx.db, sql`task_sections where org_id = ${org_id} and section_id = ${sectionId}`)
  const [row] = await ctx.db.query(sql<Slot>`
    insert into task_sections (org_id, scope_type, scope_id, task_id, section_id, position)
    values (${org_id}, ${scope_type}, ${scope_id}, ${taskId}, ${sectionId}, ${position ?? (await end())})
    on conflict (org_id, scope_type, scope_id, task_id)
      do update set section_id = excluded.section_id, position = excluded.position
    returning section_id, position`)
  return row!
}

/** The slot that a body asks for, null to take the task out of its section, undefined to leave it where it is. */
function wantedSlot(
  stored: Slot | undefined,
  body: TaskSectionSet,
): { section_id: string; position: number | null } | null | undefined {
  const { section_id = stored?.section_id ?? null, position = null } = body
  if (section_id === null) return stored ? null : undefined
  const stays = section_id === stored?.section_id && (position === null || position === stored.position)
  return stays ? undefined : { section_id, position }
}

/**
 * Moves a task among the sections of a holder. In which of a person's own lanes it lies is no part of the task, and is
 * told to nobody.
 */
async function move(
  ctx: Context,
  task: TaskSeen,
  holder: Holder,
  body: TaskSectionSet,
): Promise<{ place: Slot | null; version: number }> {
  const stored = await findSlot(ctx, holder, task.task_id)
  const beside = await findPlaceBeside(ctx, holder, task.task_id, body)
  const wanted =
    beside === 'there'
      ? undefined
      : wantedSlot(stored, { ...body, ...(beside !== undefined && { position: beside }) })
  if (wanted === undefined) return { place: stored ?? null, version: task.version }
  let place: Slot | null = null
  if (wanted) place = await storeSlot(ctx, holder, task.task_id, wanted.section_id, wanted.position)
  else await leaveSections(ctx, task, holder.scope_type, holder.scope_id)
  if (holder.scope_type === 'user') return { place, version: task.version }
  const { version } = await updateTask(ctx, task, task)
  const { org_id, task_id, project_id } = task
  const told = (at: Slot | null | undefined) => ({
    section_id: at?.section_id,
    section_position: at?.position,
  })
  const change = changedAttributes(told(stored), told(place), ['section_id', 'section_position'])
  ctx.emit({
    org_id,
    type: 'task.updated',
    resource_type: 'task',
    resource_id: task_id,
    project_id,
    ...change,
  })
  return { place, version }
}

export const setTaskSection = operation({
  id: 'tasks.set_section',
  method: 'PUT',
  path: '/v1/tasks/{task_id}/section',
  summary: 'Put a task into a section, or out of any',
  description:
    'A section of its project or of its team (its own or its project’s), for which you need the right to edit these; or a ' +
    'lane of your own, for which it is enough to read the task. A task lies in one section of each scope at the most. ' +
    '`section_id: null` removes it from the sections of the scope; without `section_id` it stays in its section. Without ' +
    '`position`, `before` and `after` it goes to the end. Send `before` or `after` to place it next to another task: if no ' +
    'number is left between two tasks, the section is renumbered in the same order.',
  scope: 'tasks:write',
  params: taskParams,
  body: taskSectionSet,
  reply: { status: 200, schema: taskSectionOut },
  problems: {
    403: 'somebody else’s own lanes, or no right to edit the project or team',
    422: 'the task does not lie in the project or team, or the section is not of this scope',
  },
  emits: { ...taskUpdated, ...sectionUpdated },
  example: {
    body: { scope_type: 'project', scope_id: 'P1JM6SW2Z0A1B2C3D', section_id: 'SE1JM6SW2Z0A1B2C3D' },
  },
  async access({ ctx, params, body }) {
    requireOnePlace(body)
    // Locked in the order in which a section is deleted: whose it is, the section, then tasks.
    const seen = await findHolder(ctx, body)
    const section = body.section_id == null ? undefined : await findSection(ctx, body.section_id, 'update')
    const task = await readableTask({ ctx, params })
    return { ...task, section, holder: judgeHolder(ctx, task, body, seen) }
  },
  async handle({ ctx, target, body }) {
    const { section, holder, task_id } = target
    if (holder.scope_type === 'user') await makeLanes(ctx, holder.org_id)
    const { org_id, scope_type, scope_id } = holder
    const fits =
      section?.org_id === org_id && section.scope_type === scope_type && section.scope_id === scope_id
    if (body.section_id != null && !fits)
      throw unknownReference(['body', 'section_id'], 'section of this scope')
    const { place, version } = await move(ctx, target, holder, body)
    const { section_id = null, position = null } = place ?? {}
    return answer({ task_id, scope_type, scope_id, section_id, position }, version)
  },
})
