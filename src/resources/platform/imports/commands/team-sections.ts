import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import type { ExternalRef } from '../../../work/external-refs/queries.ts'
import { putInTeamSections } from '../../../work/sections/import.ts'
import { lockSectionEnds } from '../../../work/tasks/queries/placement.ts'
import type { ImportRun } from './run.ts'

const NOT_PLACED = 'the section is deleted, or its team is not the one of the project'

/** Type of references to sections of teams. */
export const TEAM_SECTION = 'team_section'

interface PlacedTask {
  numbered: NumberedRow<'tasks'>
  task_id: string
}

/**
 * Appends tasks to sections of the team of their project, in the order of the source; returns the sections by task. Reports
 * those that are not possible.
 */
export async function placeInTeamSections(
  run: ImportRun,
  ctx: Context,
  tasks: readonly PlacedTask[],
  sections: ReadonlyMap<string, ExternalRef>,
): Promise<Map<string, string>> {
  if (sections.size === 0) return new Map()
  const ends = await lockSectionEnds(
    ctx,
    run.orgId,
    [...sections.values()].map((ref) => ref.resource_id),
  )
  const places = tasks.flatMap(({ numbered, task_id }) =>
    (numbered.row.sections ?? []).flatMap(({ section, position }) => {
      const section_id = sections.get(section)?.resource_id
      if (!section_id) return []
      const end = ends.get(section_id)
      return [{ numbered, task_id, section_id, position: position ?? (end ? (end.end_position += 1) : 0) }]
    }),
  )
  const placed = await putInTeamSections(ctx, run.orgId, places)
  for (const { numbered, task_id, section_id } of places)
    if (placed.get(task_id) !== section_id) run.report('changed', 'tasks', numbered, NOT_PLACED, 'sections', section_id)
  return placed
}
