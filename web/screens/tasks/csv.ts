import type { TaskSummary } from '@svc/sdk'
import { createClient } from '../../api/client.ts'
import { data } from '../../data/current.ts'
import { columnLabels, text } from '../../messages/tasks.ts'
import { priorityNames, statusNames, typeNames } from '../../messages/words.ts'
import { queryOf, type Column, type Place, type Question } from '../../parts/filter-question.ts'
import { names } from '../../parts/names.ts'
import { teamOf } from '../../parts/task-home.ts'
import { csvOf } from './csv-text.ts'

const findName = (kind: Parameters<typeof names>[0], id: string | null, containerId?: string | null) =>
  id === null ? null : (names(kind, containerId).get(id) ?? id)

const cells: Record<Column, (task: TaskSummary) => unknown> = {
  project: (task) => findName('projects', task.project_id),
  tags: (task) => task.tags.join(' '),
  sprint: (task) => findName('sprints', task.sprint_id, teamOf(task)),
  milestone: (task) => findName('milestones', task.milestone_id, teamOf(task)),
  goal: (task) => findName('goals', task.goal_id, task.project_id),
  task_type: (task) => typeNames[task.task_type],
  start_date: (task) => task.start_date,
  due_date: (task) => task.due_date,
  created_at: (task) => task.created_at,
  updated_at: (task) => task.updated_at,
  created_by: (task) => task.created_by,
  assignee: (task) => task.assignee,
}

/** Downloads all tasks that match a query as a CSV file. Returns the number of tasks. */
export async function downloadCsv(query: Question, container: Place, name: string): Promise<number> {
  const svc = createClient(data().org)
  const tasks = svc.tasks.list({
    ...queryOf(query, container),
    limit: 1000,
  } as never) as AsyncIterable<TaskSummary>
  const rows: unknown[][] = []
  for await (const task of tasks)
    rows.push([
      task.task_id,
      task.title,
      statusNames[task.status],
      priorityNames[task.priority],
      ...query.columns.map((column) => cells[column](task)),
    ])
  const headers = [
    'ID',
    text.title,
    text.status,
    text.priority,
    ...query.columns.map((one) => columnLabels[one]),
  ]
  saveFile(csvOf(headers, rows), `${name.replace(/[^\p{L}\p{N} _-]+/gu, '') || 'tasks'}.csv`)
  return rows.length
}

function saveFile(content: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/csv' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
