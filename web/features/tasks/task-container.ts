import type { ScopeType, Task } from '@svc/sdk'
import { allTasks, type TaskContainer } from '../views/view-query.ts'
import { getMyUsername } from '../members/members.ts'
import { findProject } from '../members/permissions.ts'

/** Returns the team of a task, or of its project, whose sprints and milestones the task can have. */
export function getTaskTeam(task: Task): string | null {
  if (task.team_id !== null || task.project_id === null) return task.team_id
  return findProject(task.project_id)?.team_id ?? null
}

/** Returns the default container of a task's section: its project, else its team, else the user's own list. */
export function getTaskContainer(task: Task): TaskContainer {
  if (task.project_id !== null) return { kind: 'project', id: task.project_id }
  const team = getTaskTeam(task)
  return team === null ? allTasks : { kind: 'team', id: team }
}

export const toSectionScope = ({ kind, id }: TaskContainer): { scope_type: ScopeType; scope_id: string } =>
  kind === 'all' ? { scope_type: 'user', scope_id: getMyUsername() ?? '' } : { scope_type: kind, scope_id: id }
