import type { Task, TaskCreate } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { getMyUsername } from '../members/members.ts'

export function buildProvisionalTask(body: TaskCreate, id: string): Partial<Task> {
  const now = new Date().toISOString()
  const defaults = {
    project_id: null,
    team_id: null,
    sprint_id: null,
    milestone_id: null,
    goal_id: null,
    description: null,
    assignee: null,
    start_date: null,
    due_date: null,
  }
  return {
    ...defaults,
    status: 'not_started',
    priority: 'none',
    task_type: 'task',
    tags: [],
    custom: {},
    sub_tasks: [],
    dependencies: [],
    restricted_to: [],
    is_subtask: false,
    created_at: now,
    updated_at: now,
    created_by: getMyUsername(),
    has_access: true,
    has_edit_access: true,
    ...(body as Partial<Task>),
    org_id: getStore().org,
    task_id: id,
  }
}
