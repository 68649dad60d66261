import type { ScopeType, Task } from '@svc/sdk'
import { data } from '../data/current.ts'
import { everywhere, type Place } from './filter-question.ts'
import { myUsername } from './people.ts'

/** The team of a task: its own, or that of its project. Sprints and milestones are of teams. */
export function teamOf(task: Task): string | null {
  if (task.team_id !== null || task.project_id === null) return task.team_id
  return (
    data()
      .all('projects')
      .value?.find(({ project_id }) => project_id === task.project_id)?.team_id ?? null
  )
}

/** Whose sections a task is sorted into where nothing else is said: its project's, else its team's, else one's own. */
export function homeOf(task: Task): Place {
  if (task.project_id !== null) return { kind: 'project', id: task.project_id }
  const team = teamOf(task)
  return team === null ? everywhere : { kind: 'team', id: team }
}

/** Whose sections those of a place are, as the API says it. */
export const scopeOf = ({ kind, id }: Place): { scope_type: ScopeType; scope_id: string } =>
  kind === 'all' ? { scope_type: 'user', scope_id: myUsername() ?? '' } : { scope_type: kind, scope_id: id }
