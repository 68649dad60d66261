import type { TaskRow, TaskSummary, Task } from '@svc/sdk'
import { toIsoDate } from '../input/days.ts'
import type { Table } from './rows.ts'

type Row = Task | TaskSummary

/** Narrows a row to a readable task; rows without access occur only on request, which the CLI never makes. */
export const isReadableTask = (row: TaskRow): row is TaskSummary => row.has_access

const red = 31
const yellow = 33
const dim = 2

/** Returns the key of a task; its id without a project. */
export const toShortName = ({ key, task_id }: Pick<Row, 'key' | 'task_id'>): string => key ?? task_id

const isDone = ({ status }: Row) => status === 'completed' || status === 'archived'
const colorOfPriority: Record<string, number> = { critical: red, high: yellow, none: dim }

export const taskTable: Table<Row> = {
  id: ({ task_id }) => task_id,
  emptyMessage: 'No tasks',
  columns: [
    { name: 'key', heading: 'KEY', cell: toShortName },
    {
      name: 'status',
      heading: 'STATUS',
      cell: ({ status }) => status,
      getColor: (row) => (isDone(row) ? dim : undefined),
    },
    {
      name: 'priority',
      heading: 'PRIORITY',
      cell: ({ priority }) => priority,
      getColor: ({ priority }) => colorOfPriority[priority],
    },
    {
      name: 'due_date',
      heading: 'DUE',
      cell: ({ due_date }) => due_date,
      getColor: (row) => (row.due_date && !isDone(row) && row.due_date < toIsoDate(new Date()) ? red : undefined),
    },
    { name: 'assignee', heading: 'ASSIGNEE', cell: ({ assignee }) => assignee },
    { name: 'title', heading: 'TITLE', cell: ({ title }) => title, fillsWidth: true },
  ],
}

/** Returns the lines of a task, with names instead of ids where known. */
export function formatTaskLines(task: Task, labels: ReadonlyMap<string, string>): [string, string | null][] {
  const named = (id: string | null) => (id && labels.has(id) ? `${labels.get(id)} (${id})` : id)
  const by = (at: string | null, who: string | null) => `${at ?? ''}${who ? ` by ${who}` : ''}`
  return [
    ['key', task.key],
    ['id', task.task_id],
    ['title', task.title],
    ['status', task.status],
    ['priority', task.priority],
    ['type', task.task_type],
    ['assignee', task.assignee],
    ['due', task.due_date],
    ['start', task.start_date],
    ['tags', task.tags.join(', ')],
    ...Object.entries(task.custom).map(([key, value]): [string, string] => [
      `custom.${key}`,
      [value].flat().join(', '),
    ]),
    ['claimed', task.claim ? `by ${task.claim.by} until ${task.claim.until}` : null],
    ['project', named(task.project_id)],
    ['team', named(task.team_id)],
    ['sprint', named(task.sprint_id)],
    ['milestone', named(task.milestone_id)],
    ['goal', named(task.goal_id)],
    ['subtasks', task.sub_tasks.map(named).join(', ')],
    ['waits for', task.dependencies.map(named).join(', ')],
    ['created', by(task.created_at, task.created_by)],
    ['updated', by(task.updated_at, task.updated_by)],
  ]
}
