import type { Context } from '../../../../core/context.ts'
import { loadExternalRefs, type ExternalRef } from '../../../work/external-refs/queries.ts'
import { putInTeamSections } from '../../../work/sections/import.ts'
import type { TaskRows } from './resolved.ts'
import { lockSectionEnds } from '../../../work/tasks/queries/placement.ts'
import type { ImportRun } from './run.ts'

const NOT_PLACED = 'the section is deleted, or its team is not the one of the project'

/** Type of references to sections of teams. */
export const TEAM_SECTION = 'team_section'

/**
 * Appends new tasks to sections of the team of their project, in the order of the source. Reports those that are not
 * possible. Tasks of an earlier import stay where they are.
 */
export async function placeInTeamSections(
  run: ImportRun,
  ctx: Context,
  rows: TaskRows,
  refs: readonly ExternalRef[],
): Promise<void> {
  if (!run.reachesTeams) return
  const ids = rows.flatMap(({ row }) => row.sections?.map(({ section }) => section) ?? [])
  const sections = await loadExternalRefs(ctx, run.orgId, TEAM_SECTION, run.source, [...new Set(ids)])
  if (sections.size === 0) return
  const tasks = new Map(refs.map((ref) => [ref.external_id, ref.resource_id]))
  const ends = await lockSectionEnds(
    ctx,
    run.orgId,
    [...sections.values()].map((ref) => ref.resource_id),
  )
  const places = rows.flatMap((numbered) =>
    (numbered.row.sections ?? []).flatMap(({ section, position }) => {
      const [task_id, section_id] = [tasks.get(numbered.row.id), sections.get(section)?.resource_id]
      if (!task_id || !section_id) return []
      const end = ends.get(section_id)
      return [{ numbered, task_id, section_id, position: position ?? (end ? (end.end_position += 1) : 0) }]
    }),
  )
  const placed = await putInTeamSections(ctx, run.orgId, places)
  for (const { numbered, task_id, section_id } of places)
    if (!placed.has(`${task_id} ${section_id}`))
      run.report('changed', 'tasks', numbered, NOT_PLACED, 'sections', section_id)
}
