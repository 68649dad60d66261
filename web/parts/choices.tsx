import type { ComponentChild } from 'preact'
import type { ProjectSummary } from '@svc/sdk'
import { data } from '../data/current.ts'
import { text } from '../messages/tasks.ts'
import {
  priorityNames,
  priorityOrder,
  statusNames,
  statusOrder,
  typeNames,
  typeOrder,
} from '../messages/words.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { day } from '../ui/time.ts'
import type { Place } from './filter-question.ts'
import { myUsername, people } from './people.ts'
import { PriorityIcon } from './priority.tsx'
import { scopeOf } from './task-home.ts'
import { StatusIcon } from './status.tsx'

export interface Choice {
  id: string
  label: string
  icon?: ComponentChild
  hint?: string
}

/* These functions read signals: a component that calls them renders again when more rows are loaded. */

const toChoice = (id: string, label: string, icon: IconName, hint?: string): Choice => ({
  id,
  label,
  icon: <Icon name={icon} />,
  ...(hint !== undefined && { hint }),
})

export const statusChoices = (): Choice[] =>
  statusOrder.map((id) => ({ id, label: statusNames[id], icon: <StatusIcon value={id} /> }))

export const priorityChoices = (): Choice[] =>
  priorityOrder.map((id) => ({ id, label: priorityNames[id], icon: <PriorityIcon value={id} /> }))

export const typeChoices = (): Choice[] =>
  typeOrder.map((id) => toChoice(id, typeNames[id], id === 'agent' ? 'robot' : id))

/** Returns the active members, the user first. */
export function personChoices(): Choice[] {
  const myName = myUsername()
  const choices = people().active.map(({ username, user_id, designation }) => ({
    id: username!,
    label: username === myName ? text.me(username!) : username!,
    icon: <Avatar name={username!} id={user_id} size={16} />,
    ...(designation !== null && { hint: designation }),
  }))
  return [...choices.filter(({ id }) => id === myName), ...choices.filter(({ id }) => id !== myName)]
}

export const projectChoices = (
  projects: readonly ProjectSummary[] = data().all('projects').value ?? [],
): Choice[] => projects.map(({ project_id, name }) => toChoice(project_id, name, 'project'))

export const teamChoices = (): Choice[] =>
  (data().all('teams').value ?? []).map(({ team_id, name }) => toChoice(team_id, name, 'team'))

/** Returns the ids of the teams whose sprints and milestones apply to a container. */
export function teamsOf(container: Place): string[] {
  if (container.kind === 'team') return [container.id]
  if (container.kind === 'all') return (data().all('teams').value ?? []).map(({ team_id }) => team_id)
  const project = data().row('projects', container.id).value
  return project?.team_id ? [project.team_id] : []
}

export const sprintChoices = (teams: readonly string[]): Choice[] =>
  teams.flatMap((team) =>
    (data().all('sprints', undefined, [team]).value ?? []).map(({ sprint_id, name, start_date, end_date }) =>
      toChoice(sprint_id, name, 'sprint', `${day(start_date)} – ${day(end_date)}`),
    ),
  )

export const milestoneChoices = (teams: readonly string[]): Choice[] =>
  teams.flatMap((team) =>
    (data().all('milestones', undefined, [team]).value ?? []).map(({ milestone_id, title, target_date }) =>
      toChoice(milestone_id, title, 'diamond', day(target_date)),
    ),
  )

export const goalChoices = (projects: readonly string[]): Choice[] =>
  projects.flatMap((project) =>
    (data().all('goals', undefined, [project]).value ?? []).map(({ goal_id, name }) =>
      toChoice(goal_id, name, 'goal'),
    ),
  )

export function sectionsOf(container: Place) {
  return data().all('sections', { ...scopeOf(container) }).value ?? []
}

export const sectionChoices = (container: Place): Choice[] =>
  sectionsOf(container).map(({ section_id, name }) => toChoice(section_id, name, 'section'))
