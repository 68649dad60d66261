import type { Context } from '../../../../core/context.ts'
import {
  findProjectSections,
  lockSectionEnds,
  saveSectionMoves,
  type PlacedSection,
  type TaskSectionMove,
} from '../queries/placement.ts'
import type { TaskWithAccess } from '../queries/rows.ts'
import { decidePlacement } from '../rules.ts'

/** A locked task whose status or project changes, or that is created or restored. */
interface TaskToPlace extends Pick<TaskWithAccess, 'task_id' | 'status' | 'project_id'> {
  /** Project before the change; null for a new task. */
  former_project_id: string | null
  /** Name of the section that a new task should be in, if the project has it and its status allows it. */
  wanted_section?: string | null
}

/** Event attributes of the section, before and after a change. */
export interface SectionChange {
  before: Record<string, unknown>
  after: Record<string, unknown>
}

type TaskState = Pick<TaskWithAccess, 'project_id' | 'status' | 'project_has_status_sections'>

/** Returns whether a change of project or status can change the section. */
export function needsPlacement(stored: TaskState, next: TaskState): boolean {
  if (stored.project_id !== next.project_id) return stored.project_id !== null || next.project_has_status_sections
  return stored.status !== next.status && next.project_has_status_sections
}

/**
 * Moves tasks to the sections that follow from their status and project; returns the changes by task. Decides again if a
 * section that a task enters was changed or deleted before it was locked.
 */
export async function placeTasks(
  ctx: Context,
  orgId: string,
  tasks: readonly TaskToPlace[],
): Promise<Map<string, SectionChange>> {
  if (tasks.length === 0) return new Map()
  const former = tasks.filter((task) => task.former_project_id !== null).map((task) => task.task_id)
  const projectIds = [...new Set(tasks.flatMap((task) => task.project_id ?? []))]
  for (;;) {
    const placedSections = await findProjectSections(ctx, orgId, former, projectIds)
    const moves = tasks.flatMap((task) => decideMove(task, placedSections) ?? [])
    const targets = moves.flatMap(({ to }) => to ?? [])
    const ids = [...new Set(targets.map((to) => to.section_id))]
    const ends = ids.length === 0 ? new Map() : await lockSectionEnds(ctx, orgId, ids)
    const meaning = new Map(placedSections.map((one) => [one.section_id, one.status]))
    if (!ids.every((id) => ends.get(id)?.status === meaning.get(id))) continue
    for (const to of targets) to.position = ends.get(to.section_id)!.end_position += 1
    saveSectionMoves(ctx, orgId, moves)
    return new Map(moves.map((move) => [move.task_id, presentMove(move)]))
  }
}

/** A task that goes to a section of its project; null for none. */
export interface TaskToPut {
  task_id: string
  project_id: string
  section_id: string | null
  former: PlacedSection | null
}

/** Moves tasks to the ends of sections; returns the changes by task. */
export async function putInSections(
  ctx: Context,
  orgId: string,
  tasks: readonly TaskToPut[],
): Promise<Map<string, SectionChange>> {
  const ids = [...new Set(tasks.flatMap((task) => task.section_id ?? []))]
  const ends = ids.length === 0 ? new Map() : await lockSectionEnds(ctx, orgId, ids)
  const moves = tasks.flatMap(({ task_id, project_id, section_id, former }) => {
    const end = section_id === null ? null : ends.get(section_id)
    if (end === undefined) return []
    const to = end && { project_id, section_id: section_id!, position: (end.end_position += 1) }
    return [{ task_id, from: former, to, formerPosition: former?.position ?? null }]
  })
  saveSectionMoves(ctx, orgId, moves)
  return new Map(moves.map((move) => [move.task_id, presentMove(move)]))
}

/** A move, with the position that the task leaves. */
interface DecidedMove extends TaskSectionMove {
  formerPosition: number | null
}

function decideMove(task: TaskToPlace, placedSections: readonly PlacedSection[]): DecidedMove | undefined {
  const { task_id, project_id, former_project_id } = task
  const from = placedSections.find((one) => one.task_id === task_id && one.project_id === former_project_id) ?? null
  const section_id = project_id === null ? null : decideSection(task, project_id, from, placedSections)
  if (section_id === (from?.section_id ?? null)) return undefined
  return {
    task_id,
    from,
    to: section_id === null ? null : { project_id: project_id!, section_id, position: 0 },
    formerPosition: from?.position ?? null,
  }
}

function decideSection(
  { status, former_project_id, wanted_section = null }: TaskToPlace,
  projectId: string,
  section: PlacedSection | null,
  placedSections: readonly PlacedSection[],
): string | null {
  const sections = placedSections.filter((one) => one.task_id === null && one.project_id === projectId)
  const stays = projectId === former_project_id
  const cause = stays
    ? ({ kind: 'status', section } as const)
    : ({ kind: 'arrival', formerName: section?.name_key ?? wanted_section } as const)
  return decidePlacement(cause, status, sections).section_id
}

/** Returns the sections that a task left as event attributes, that of its project first. */
export function presentLostSections(
  change: SectionChange | undefined,
  teamSections: readonly string[],
): { section_id?: string; other_section_ids?: string[] } {
  const inProject = change?.before.section_id
  const [section_id, ...others] = [...(typeof inProject === 'string' ? [inProject] : []), ...teamSections]
  return { ...(section_id && { section_id }), ...(others.length > 0 && { other_section_ids: others }) }
}

/** Returns a move as event attributes; the position of a task that enters no section is left out. */
function presentMove({ from, to, formerPosition }: DecidedMove): SectionChange {
  return {
    before: {
      ...(from && { section_id: from.section_id }),
      ...((to || !from) && { section_position: formerPosition }),
    },
    after: to ? { section_id: to.section_id, section_position: to.position } : {},
  }
}
