import type { TaskSummary } from '@svc/sdk'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { columnLabels, listTexts } from '../../messages/tasks.ts'
import { priorityNames, statusNames, typeNames } from '../../messages/enums.ts'
import {
  buildTaskQuery,
  type BuiltInColumn,
  type TaskColumn,
  type TaskContainer,
  type ViewQuery,
} from '../views/view-query.ts'
import { getNamesById } from '../tasks/names-by-id.ts'
import { findField, getLabel } from '../fields/fields.ts'
import { formatFieldValue, getCustomValue } from '../fields/format-value.ts'
import { isCustomName } from '../views/filter-names.ts'
import { getTaskTeam } from '../tasks/task-container.ts'
import { toCsv } from './to-csv.ts'

const findName = (kind: Parameters<typeof getNamesById>[0], id: string | null, containerId?: string | null) =>
  id === null ? null : (getNamesById(kind, containerId).get(id) ?? id)

const cells: Record<BuiltInColumn, (task: TaskSummary) => unknown> = {
  project: (task) => findName('projects', task.project_id),
  tags: (task) => task.tags.join(' '),
  sprint: (task) => findName('sprints', task.sprint_id, getTaskTeam(task)),
  milestone: (task) => findName('milestones', task.milestone_id, getTaskTeam(task)),
  goal: (task) => findName('goals', task.goal_id, task.project_id),
  task_type: (task) => typeNames[task.task_type],
  start_date: (task) => task.start_date,
  due_date: (task) => task.due_date,
  created_at: (task) => task.created_at,
  updated_at: (task) => task.updated_at,
  created_by: (task) => task.created_by,
  assignee: (task) => task.assignee,
}

function toCell(column: TaskColumn, task: TaskSummary): unknown {
  if (!isCustomName(column)) return cells[column](task)
  const field = findField(column)
  const value = field && getCustomValue(task, field)
  // Numbers and dates stay as they are, so that a spreadsheet can use them.
  if (field?.type === 'number' || field?.type === 'date') return value
  return field && value != null ? formatFieldValue(field, value) : null
}

export async function downloadCsv(query: ViewQuery, container: TaskContainer, name: string): Promise<number> {
  const svc = createApiClient(getStore().org)
  const tasks = svc.tasks.list({
    ...buildTaskQuery(query, container),
    limit: 1000,
  } as never) as AsyncIterable<TaskSummary>
  const rows: unknown[][] = []
  for await (const task of tasks)
    rows.push([
      task.key ?? task.task_id,
      task.title,
      statusNames[task.status],
      priorityNames[task.priority],
      ...query.columns.map((column) => toCell(column, task)),
    ])
  const headers = [
    'ID',
    listTexts.title,
    listTexts.status,
    listTexts.priority,
    ...query.columns.map((one) => getLabel(one, columnLabels)),
  ]
  saveFile(toCsv(headers, rows), `${name.replace(/[^\p{L}\p{N} _-]+/gu, '') || 'tasks'}.csv`)
  return rows.length
}

function saveFile(content: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/csv' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
