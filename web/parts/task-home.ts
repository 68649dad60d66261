import type { ScopeType, Task } from '@svc/sdk'
import { everywhere, type Place } from './filter-question.ts'
import { myUsername } from './people.ts'
import { findProject } from './rights.ts'

/** Returns the team of a task, or of its project, whose sprints and milestones the task can have. */
export function teamOf(task: Task): string | null {
  if (task.team_id !== null || task.project_id === null) return task.team_id
  return findProject(task.project_id)?.team_id ?? null
}

/** Returns the default container of a task's section: its project, else its team, else the user's own list. */
export function homeOf(task: Task): Place {
  if (task.project_id !== null) return { kind: 'project', id: task.project_id }
  const team = teamOf(task)
  return team === null ? everywhere : { kind: 'team', id: team }
}

/** Converts a container to the section scope of the API. */
export const scopeOf = ({ kind, id }: Place): { scope_type: ScopeType; scope_id: string } =>
  kind === 'all' ? { scope_type: 'user', scope_id: myUsername() ?? '' } : { scope_type: kind, scope_id: id }
