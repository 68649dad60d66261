import type { Context } from '../../../../core/context.ts'
import { loadExternalRefs, type ExternalRef } from '../../../work/external-refs/queries.ts'
import { putInTeamSections } from '../../../work/sections/import.ts'
import type { TaskRows } from './resolved.ts'
import type { ImportRun } from './run.ts'

/** Type of references to sections of teams. */
export const TEAM_SECTION = 'team_section'

/** Puts new tasks into sections of the team of their project. Reports those whose project has another team. */
export async function placeInTeamSections(
  run: ImportRun,
  ctx: Context,
  rows: TaskRows,
  refs: readonly ExternalRef[],
): Promise<void> {
  const ids = rows.flatMap(({ row }) => row.sections?.map(({ section }) => section) ?? [])
  const sections = await loadExternalRefs(ctx, run.orgId, TEAM_SECTION, run.source, [...new Set(ids)])
  if (sections.size === 0) return
  const tasks = new Map(refs.map((ref) => [ref.external_id, ref.resource_id]))
  const places = rows.flatMap((numbered, line) =>
    (numbered.row.sections ?? []).flatMap(({ section, position }) => {
      const [task_id, ref] = [tasks.get(numbered.row.id), sections.get(section)]
      return task_id && ref ? [{ numbered, task_id, section_id: ref.resource_id, position: position ?? line }] : []
    }),
  )
  const placed = await putInTeamSections(ctx, run.orgId, places)
  for (const { numbered, task_id, section_id } of places)
    if (!placed.has(`${task_id} ${section_id}`))
      run.report('changed', 'tasks', numbered, 'its project is not of the team of the section', 'sections', section_id)
}
