import type { Row } from '@svc/import'
import { addDerivedColumns, parseSourceKey } from '../../../work/tasks/import.ts'
import { buildSearchContent, toGramsArray } from '../../../work/tasks/queries/search.ts'
import { listValueKeys, type FieldType, type FieldValue } from '../../../work/fields/kinds.ts'
import type { RestoredField } from './containers.ts'
import type { RestoreRun } from './run.ts'

type TaskRow = Row<'tasks'>

interface ContainerLookups {
  /** Ids of projects by the prefixes of their keys. */
  prefixes: ReadonlyMap<string, string>
  sections: ReadonlyMap<string, { scope_type: string; scope_id: string | null }>
  fields: ReadonlyMap<string, RestoredField>
}

/**
 * Restores tasks without their links, with keys, sections, stops, search texts and values of fields. Returns the number
 * of those that have a parent.
 */
export async function restoreTasks(run: RestoreRun, places: ContainerLookups): Promise<{ subtasks: number }> {
  let count = 0
  let subtasks = 0
  for await (const batch of run.batches('tasks')) {
    const rows = batch.filter(({ deleted_at }) => !deleted_at)
    const tasks = rows.map((row) => toTaskColumns(run, row, places))
    const parts: [string, Record<string, unknown>[]][] = [
      ['tasks', tasks],
      ['task_keys', rows.flatMap((row) => listKeys(row, places))],
      ['task_sections', rows.flatMap((row) => listSections(row, places))],
      ['stop_tasks', rows.flatMap(({ id, stops }) => (stops ?? []).map((stop_id) => ({ stop_id, task_id: id })))],
      ['task_search', tasks.map(toSearchColumns)],
      ['task_field_values', tasks.flatMap((task) => listFieldValues(task, places))],
    ]
    for (const [table, columns] of parts) await run.insert(table, 'tasks', columns)
    count += tasks.length
    subtasks += rows.filter(({ parent }) => parent != null).length
  }
  run.counts.tasks = count
  return { subtasks }
}

function toTaskColumns(run: RestoreRun, row: TaskRow, { prefixes }: ContainerLookups) {
  const key = parseSourceKey(row.key)
  const readers = (row.restricted_to ?? []).flatMap((id) => run.people.get(id) ?? [])
  return addDerivedColumns({
    task_id: row.id,
    project_id: row.project ?? null,
    team_id: row.team ?? null,
    sprint_id: row.sprint ?? null,
    milestone_id: row.milestone ?? null,
    goal_id: row.goal ?? null,
    title: row.title,
    description: row.description ?? null,
    status: row.status ?? 'not_started',
    priority: row.priority ?? 'none',
    task_type: row.type ?? 'task',
    assignee: run.findName(row.assignee),
    start_date: row.start_date ?? null,
    due_date: row.due_date ?? null,
    tags: row.tags ?? [],
    type_data: row.type_data ?? null,
    bug_id: row.bug_id ?? null,
    tracker_id: row.tracker_id ?? null,
    is_subtask: row.is_subtask ?? false,
    metadata: row.metadata ?? [],
    // Also without a reader who is restored.
    restricted: row.restricted ?? false,
    restricted_to: readers.map(({ username }) => username),
    restricted_to_user_ids: readers.map(({ user_id }) => user_id),
    number: key && prefixes.get(key.prefix) === row.project ? key.number : null,
    custom: run.renameUsers({ custom: (row.custom ?? {}) as Record<string, FieldValue> }).custom,
    ...run.audit(row),
  })
}

const listKeys = (row: TaskRow, { prefixes }: ContainerLookups) =>
  [row.key, ...(row.former_keys ?? [])].flatMap((text) => {
    const key = parseSourceKey(text)
    const project_id = key && prefixes.get(key.prefix)
    return project_id ? [{ project_id, number: key.number, task_id: row.id }] : []
  })

const listSections = (row: TaskRow, { sections }: ContainerLookups) =>
  (row.sections ?? []).map(({ section, position }) => ({
    ...sections.get(section)!,
    task_id: row.id,
    section_id: section,
    position: position ?? 0,
  }))

type TaskColumns = ReturnType<typeof toTaskColumns>

function toSearchColumns(task: TaskColumns) {
  const content = buildSearchContent(task)
  return { task_id: task.task_id, content, grams: toGramsArray(content) }
}

const listFieldValues = ({ task_id, custom }: TaskColumns, { fields }: ContainerLookups) =>
  Object.entries(custom).flatMap(([key, value]) => {
    const field = fields.get(key)
    if (!field) return []
    const keys = listValueKeys(field.type as FieldType, value)
    return keys.map(({ sort_key, folded }, ord) => ({ task_id, field_id: field.field_id, ord, sort_key, folded }))
  })
