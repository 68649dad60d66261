import type { Priority, TaskStatus, TaskType } from '@svc/sdk'
import { defineMessages } from './define-messages.ts'

export const statusNames = defineMessages<Record<TaskStatus, string>>('statusNames', {
  in_progress: 'In progress',
  blocked: 'Blocked',
  on_hold: 'On hold',
  not_started: 'Not started',
  backlog: 'Backlog',
  completed: 'Completed',
  archived: 'Archived',
})

export const priorityNames = defineMessages<Record<Priority, string>>('priorityNames', {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'No priority',
})

export const typeNames = defineMessages<Record<TaskType, string>>('typeNames', {
  task: 'Task',
  bug: 'Bug',
  agent: 'Agent',
})

export const statusDisplayOrder = Object.keys(statusNames) as TaskStatus[]
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
