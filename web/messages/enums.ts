import type { Priority, TaskStatus, TaskType } from '@svc/sdk'

export const statusNames: Record<TaskStatus, string> = {
  in_progress: 'In progress',
  blocked: 'Blocked',
  on_hold: 'On hold',
  not_started: 'Not started',
  backlog: 'Backlog',
  completed: 'Completed',
  archived: 'Archived',
}

export const priorityNames: Record<Priority, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'No priority',
}

export const typeNames: Record<TaskType, string> = { task: 'Task', bug: 'Bug', agent: 'Agent' }

export const statusOrder = Object.keys(statusNames) as TaskStatus[]
export const statusFlow: readonly TaskStatus[] = [
  'backlog',
  'not_started',
  'in_progress',
  'blocked',
  'on_hold',
  'completed',
  'archived',
]
export const priorityOrder = Object.keys(priorityNames) as Priority[]
export const typeOrder = Object.keys(typeNames) as TaskType[]
