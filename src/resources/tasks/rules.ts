import { invalid } from '../../kernel/problem.ts'
import { mergeFreeForm } from '../../kernel/values/merge-patch.ts'
import { fold, sortKey } from '../../kernel/text.ts'
import type { TaskRow } from './rows.ts'
import { clearable, replacedLists, type TaskUpdate } from './schemas.ts'

const statusOrder = ['backlog', 'in_progress', 'not_started', 'blocked', 'completed', 'on_hold', 'archived']
const priorityOrder = ['critical', 'high', 'medium', 'low', 'none']

/** A task before anything is said of it. */
export const blankTask = (orgId: string, taskId: string, username: string, now: string): TaskRow => ({
  org_id: orgId,
  task_id: taskId,
  project_id: null,
  team_id: null,
  sprint_id: null,
  milestone_id: null,
  goal_id: null,
  parent_task_id: null,
  is_subtask: false,
  sub_tasks: [],
  dependencies: [],
  title: '',
  description: null,
  status: 'not_started',
  priority: 'none',
  task_type: 'task',
  assignee: null,
  start_date: null,
  due_date: null,
  tags: [],
  type_data: null,
  metadata: [],
  bug_id: null,
  tracker_id: null,
  restricted: false,
  restricted_to: [],
  restricted_to_user_ids: [],
  comments: 0,
  version: 1,
  created_by: username,
  updated_by: username,
  created_at: now,
  updated_at: now,
})

/** Attributes that can't be cleared: `null` changes nothing. */
const lasting = ['title', 'status', 'priority', 'task_type', 'is_subtask'] as const

/**
 * The task as the body of a partial update wants it; references are not yet looked up. Throws 422 for what no task can
 * be. `creating` lets a bug take its tracker's id.
 */
export function applyUpdate(stored: TaskRow, body: TaskUpdate, creating = false): TaskRow {
  const wanted: Record<string, unknown> = { ...stored }
  for (const name of clearable) if (body[name] !== undefined) wanted[name] = body[name]
  for (const name of lasting) if (body[name] != null) wanted[name] = body[name]
  for (const name of replacedLists) if (body[name] !== undefined) wanted[name] = body[name] ?? []
  const task = wanted as unknown as TaskRow
  if (body.tags !== undefined) task.tags = distinct((body.tags ?? []).map((tag) => tag.trim()))
  if (body.sub_tasks) task.sub_tasks = distinct(body.sub_tasks)
  if (body.dependencies) task.dependencies = distinct(body.dependencies)
  if (body.org_id != null && body.org_id.toLowerCase() !== stored.org_id)
    throw invalid(['body', 'org_id'], "A task stays in its organization: this is not the task's.")
  if (body.tracker_id != null && body.tracker_id !== stored.tracker_id) {
    if (!creating || task.task_type !== 'bug')
      throw invalid(['body', 'tracker_id'], 'Only a bug takes a tracker_id, on its creation.')
    task.tracker_id = body.tracker_id
  }
  if (body.type_data !== undefined)
    task.type_data = mergeTypeData(task.task_type, stored.type_data, body.type_data)
  return task
}

const distinct = (values: string[]) => [...new Set(values)]

const bugKeys = [
  'bug_status',
  'bug_kind',
  'environment',
  'steps_to_reproduce',
  'expected_result',
  'actual_result',
  'recommendation',
]
/** Accepted from clients that send back what they read, and never trusted. */
const bugReadOnly = ['legacy_bug_id', 'tracker_id', 'reporter', 'estimated_time', 'actual_time', 'closed_at']

function mergeTypeData(
  taskType: string,
  stored: TaskRow['type_data'],
  patch: Record<string, unknown> | null,
) {
  if (patch === null) return null
  const accepted: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(patch)) {
    const loc = ['body', 'type_data', key]
    if (key.startsWith('goal_')) throw invalid(loc, 'Keys beginning with goal_ are not allowed.')
    if (taskType === 'bug' && bugReadOnly.includes(key)) continue
    if (taskType === 'bug' && !bugKeys.includes(key)) throw invalid(loc, `A bug takes ${bugKeys.join(', ')}.`)
    accepted[key] = value
  }
  const merged = mergeFreeForm(stored, accepted, ['body', 'type_data'])
  return Object.keys(merged).length === 0 ? null : merged
}

/** Attributes of a task that its events tell, beside project, restriction and links. */
export const toldAttributes = [
  'title',
  'description',
  'status',
  'priority',
  'task_type',
  'assignee',
  'start_date',
  'due_date',
  'tags',
  'type_data',
  'metadata',
  'bug_id',
  'tracker_id',
  'is_subtask',
  'team_id',
  'sprint_id',
  'milestone_id',
  'goal_id',
] as const

/** The columns of a task's row as they are stored, sort keys and ranks included. */
export function columnsOf(task: TaskRow): Record<string, unknown> {
  return {
    project_id: task.project_id,
    team_id: task.team_id,
    sprint_id: task.sprint_id,
    milestone_id: task.milestone_id,
    goal_id: task.goal_id,
    parent_task_id: task.parent_task_id,
    is_subtask: task.is_subtask,
    sub_tasks: task.sub_tasks,
    dependencies: task.dependencies,
    title: task.title,
    title_key: sortKey(task.title),
    description: task.description,
    status: task.status,
    status_rank: statusOrder.indexOf(task.status),
    priority: task.priority,
    priority_rank: priorityOrder.indexOf(task.priority),
    task_type: task.task_type,
    assignee: task.assignee,
    assignee_key: task.assignee === null ? null : fold(task.assignee),
    start_date: task.start_date,
    due_date: task.due_date,
    tags: task.tags,
    type_data: task.type_data === null ? null : JSON.stringify(task.type_data),
    metadata: JSON.stringify(task.metadata),
    bug_id: task.bug_id,
    tracker_id: task.tracker_id,
    restricted: task.restricted_to.length > 0,
    restricted_to: task.restricted_to,
    restricted_to_user_ids: task.restricted_to_user_ids,
  }
}
