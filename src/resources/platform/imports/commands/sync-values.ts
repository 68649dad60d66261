/** Values of a task at its source and in this organization (local), which an import compares. */
import type { NumberedRow } from '@svc/import/archive'
import type { TaskRow } from '../../../work/tasks/queries/rows.ts'
import type { TaskCreate } from '../../../work/tasks/schema.ts'
import { syncedAttributes, type SyncedValues } from '../sync-rules.ts'
import type { ImportRun } from './run.ts'
import type { Resolved } from './resolved.ts'

export const CUSTOM = 'custom.'

/** Returns the values of a row as this organization would store them, by attribute. */
export function toSourceValues(
  run: ImportRun,
  { row }: NumberedRow<'tasks'>,
  { custom, ...body }: TaskCreate,
  { projects, sections, teamSections, goals, users, sprints, milestones }: Resolved,
  projectId: string | null,
): SyncedValues {
  const attributes = body as Record<string, unknown>
  const findSection = (refs: Resolved['sections']) =>
    (row.sections ?? []).flatMap(({ section }) => refs.get(section)?.resource_id ?? [])[0] ?? null
  return {
    ...Object.fromEntries(syncedAttributes.map((name) => [name, attributes[name] ?? null])),
    ...Object.fromEntries(Object.entries(custom ?? {}).map(([key, value]) => [CUSTOM + key, value])),
    assignee: (row.assignee && users.get(row.assignee)?.username) || null,
    goal_id: (row.goal && goals.get(row.goal)?.resource_id) || null,
    project_id: run.row.project_id ?? ((row.project && projects.get(row.project)?.resource_id) || projectId),
    sprint_id: (row.sprint && sprints.get(row.sprint)?.id) || null,
    milestone_id: (row.milestone && milestones.get(row.milestone)?.id) || null,
    section_id: findSection(sections),
    team_section_id: findSection(teamSections),
    // Parents are linked once all tasks exist.
    parent: row.parent ?? null,
  }
}

export interface Sections {
  section_id: string | null
  team_section_id: string | null
}

/** Returns the local values of a task, with the custom fields that the source has. */
export function toLocalValues(task: TaskRow, sections: Sections, source: SyncedValues): SyncedValues {
  const attributes = { ...task, ...sections, parent: task.parent_task_id } as unknown as Record<string, unknown>
  const fields = Object.keys(source).filter((name) => name.startsWith(CUSTOM))
  return {
    ...Object.fromEntries(syncedAttributes.map((name) => [name, attributes[name] ?? null])),
    ...Object.fromEntries(fields.map((name) => [name, task.custom[name.slice(CUSTOM.length)] ?? null])),
  }
}
