import type { ComponentChild } from 'preact'
import type { ProjectSummary } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { listTexts } from '../../messages/tasks.ts'
import {
  priorityNames,
  priorityOrder,
  statusNames,
  statusDisplayOrder,
  typeNames,
  typeOrder,
} from '../../messages/enums.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { ProjectMark } from '../../components/project-mark.tsx'
import { formatDay } from '../../components/util/dates.ts'
import type { TaskContainer } from '../views/view-query.ts'
import { getMyUsername, getMembers } from '../members/members.ts'
import { SectionIcon } from '../sections/section-icon.tsx'
import { PriorityIcon } from './priority-icon.tsx'
import { toSectionScope } from './task-container.ts'
import { StatusIcon } from './status-icon.tsx'

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

export const listStatusChoices = (): Choice[] =>
  statusDisplayOrder.map((id) => ({ id, label: statusNames[id], icon: <StatusIcon value={id} /> }))

export const listPriorityChoices = (): Choice[] =>
  priorityOrder.map((id) => ({ id, label: priorityNames[id], icon: <PriorityIcon value={id} /> }))

export const listTypeChoices = (): Choice[] =>
  typeOrder.map((id) => toChoice(id, typeNames[id], id === 'agent' ? 'robot' : id))

export function listMemberChoices(): Choice[] {
  const myName = getMyUsername()
  const choices = getMembers().active.map(({ username, user_id, designation }) => ({
    id: username!,
    label: username === myName ? listTexts.me(username!) : username!,
    icon: <Avatar name={username!} id={user_id} size={16} />,
    ...(designation !== null && { hint: designation }),
  }))
  return [...choices.filter(({ id }) => id === myName), ...choices.filter(({ id }) => id !== myName)]
}

export const listProjectChoices = (
  projects: readonly ProjectSummary[] = getStore().all('projects').value ?? [],
): Choice[] =>
  projects.map(({ project_id, name, color, icon }) => ({
    id: project_id,
    label: name,
    icon: <ProjectMark {...{ project_id, color, icon }} />,
  }))

export const listTeamChoices = (): Choice[] =>
  (getStore().all('teams').value ?? []).map(({ team_id, name }) => toChoice(team_id, name, 'team'))

/** Returns the ids of the teams whose sprints and milestones apply to a container. */
export function listContainerTeams(container: TaskContainer): string[] {
  if (container.kind === 'team') return [container.id]
  if (container.kind === 'all') return (getStore().all('teams').value ?? []).map(({ team_id }) => team_id)
  const project = getStore().row('projects', container.id).value
  return project?.team_id ? [project.team_id] : []
}

export const listSprintChoices = (teams: readonly string[]): Choice[] =>
  teams.flatMap((team) =>
    (getStore().all('sprints', undefined, [team]).value ?? []).map(({ sprint_id, name, start_date, end_date }) =>
      toChoice(sprint_id, name, 'sprint', `${formatDay(start_date)} – ${formatDay(end_date)}`),
    ),
  )

export const listMilestoneChoices = (teams: readonly string[]): Choice[] =>
  teams.flatMap((team) =>
    (getStore().all('milestones', undefined, [team]).value ?? []).map(({ milestone_id, title, target_date }) =>
      toChoice(milestone_id, title, 'diamond', formatDay(target_date)),
    ),
  )

export const listGoalChoices = (projects: readonly string[]): Choice[] =>
  projects.flatMap((project) =>
    (getStore().all('goals', undefined, [project]).value ?? []).map(({ goal_id, name }) =>
      toChoice(goal_id, name, 'goal'),
    ),
  )

export function listContainerSections(container: TaskContainer) {
  return getStore().all('sections', { ...toSectionScope(container) }).value ?? []
}

export const listSectionChoices = (container: TaskContainer): Choice[] =>
  listContainerSections(container).map((section) => ({
    id: section.section_id,
    label: section.name,
    icon: <SectionIcon section={section} />,
  }))
