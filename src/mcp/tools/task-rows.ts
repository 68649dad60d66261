import { pickAttributes } from '../results.ts'
import type { ToolContext } from '../tool.ts'

/** Attributes of a task in lists, without long texts. A test compares them with the operation. */
export const taskRowAttributes = [
  'task_id',
  'key',
  'title',
  'status',
  'priority',
  'task_type',
  'assignee',
  'start_date',
  'due_date',
  'tags',
  'project_id',
  'team_id',
  'sprint_id',
  'milestone_id',
  'goal_id',
  'custom',
  'updated_at',
  'claim',
] as const

const DEFAULTS: Record<string, unknown> = { priority: 'none', task_type: 'task' }

type Task = Record<string, unknown>

function presentTaskRow(task: Task, projects: ReadonlyMap<string, string>, more: readonly string[]): Task {
  const row = pickAttributes(task, [...taskRowAttributes, ...more])
  for (const [name, value] of Object.entries(DEFAULTS)) if (row[name] === value) delete row[name]
  if (Object.keys((row.custom ?? {}) as object).length === 0) delete row.custom
  if (row.claim) row.claim = pickAttributes(row.claim as Task, ['by', 'until'])
  const project = projects.get(task.project_id as string)
  return project === undefined ? row : { ...row, project }
}

export const presentWrittenTask = (task: Task, version: string | undefined) => ({
  ...pickAttributes(task, ['task_id', 'key', 'title', 'status', 'assignee', 'due_date', 'project_id', 'sprint_id']),
  version,
})

export async function readTaskPage(ctx: ToolContext, query: Record<string, unknown>, more: readonly string[] = []) {
  const fields = [...taskRowAttributes, ...more]
  const { body } = await ctx.api.call('tasks.list', { query: { ...query, fields } })
  const { data, next_cursor } = body as { data: Task[]; next_cursor: string | null }
  const projects = await ctx.names.findProjectNames(data.map((task) => task.project_id as string | null))
  return { rows: data.map((task) => presentTaskRow(task, projects, more)), next_cursor }
}
