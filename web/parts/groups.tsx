import type { ComponentChild } from 'preact'
import type { TaskSummary } from '@svc/sdk'
import { text } from '../messages/tasks.ts'
import { statusOrder } from '../messages/words.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import {
  goalChoices,
  milestoneChoices,
  personChoices,
  priorityChoices,
  sectionChoices,
  sprintChoices,
  statusChoices,
  teamsOf,
  typeChoices,
  type Choice,
} from './choices.tsx'
import type { Grouping, Place } from './filter-question.ts'

export function keyOf(group: Grouping, task: TaskSummary): string | null {
  if (group === 'sprint' || group === 'milestone' || group === 'goal' || group === 'section')
    return task[`${group}_id`] ?? null
  return task[group]
}

const emptyGroups: Partial<
  Record<Grouping, { label: string; icon: 'person' | 'section' | 'sprint' | 'diamond' | 'goal' }>
> = {
  assignee: { label: text.nobody, icon: 'person' },
  section: { label: text.noSection, icon: 'section' },
  sprint: { label: text.noSprint, icon: 'sprint' },
  milestone: { label: text.noMilestone, icon: 'diamond' },
  goal: { label: text.noGoal, icon: 'goal' },
}

/** Returns all groups of a container in their order, including empty ones. */
export function choicesOf(group: Grouping, container: Place): Choice[] {
  const loaders: Record<Grouping, () => Choice[]> = {
    status: statusChoices,
    priority: priorityChoices,
    assignee: personChoices,
    section: () => sectionChoices(container),
    sprint: () => sprintChoices(teamsOf(container)),
    milestone: () => milestoneChoices(teamsOf(container)),
    goal: () => goalChoices(container.kind === 'project' ? [container.id] : []),
    task_type: typeChoices,
  }
  return loaders[group]()
}

export interface GroupName {
  key: string | null
  label: string
  icon: ComponentChild
}

/** Returns the group of tasks without a value; undefined if every task has one. */
export function groupOfNone(group: Grouping): GroupName | undefined {
  const found = emptyGroups[group]
  return found && { key: null, label: found.label, icon: <Icon name={found.icon} /> }
}

/** Returns the label and icon of a group; its key if it is no longer among the choices. */
export function nameOf(group: Grouping, key: string | null, choices: readonly Choice[]): GroupName {
  if (key === null) return groupOfNone(group) ?? { key, label: text.someone, icon: null }
  const choice = choices.find(({ id }) => id === key)
  if (choice) return { key, label: choice.label, icon: choice.icon }
  const icon = group === 'assignee' ? <Avatar name={key} id={key} size={16} /> : null
  return { key, label: key, icon }
}

/** Returns a sort key for groups: the order of the choices, then unknown groups, then “none”. */
export function orderOf(choices: readonly Choice[]): (key: string | null) => number {
  const positions = new Map(choices.map(({ id }, position) => [id, position]))
  return (key) => (key === null ? Infinity : (positions.get(key) ?? choices.length))
}

export const startsClosed = (group: Grouping, key: string | null): boolean =>
  group === 'status' && (key === statusOrder.at(-1) || key === statusOrder.at(-2))
