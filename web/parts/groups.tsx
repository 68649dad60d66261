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

/** What a task has of the attribute that tasks are grouped by. */
export function keyOf(group: Grouping, task: TaskSummary): string | null {
  if (group === 'sprint' || group === 'milestone' || group === 'goal' || group === 'section')
    return task[`${group}_id`] ?? null
  return task[group]
}

const nothing: Partial<
  Record<Grouping, { label: string; icon: 'person' | 'section' | 'sprint' | 'diamond' | 'goal' }>
> = {
  assignee: { label: text.nobody, icon: 'person' },
  section: { label: text.noSection, icon: 'section' },
  sprint: { label: text.noSprint, icon: 'sprint' },
  milestone: { label: text.noMilestone, icon: 'diamond' },
  goal: { label: text.noGoal, icon: 'goal' },
}

/** All groups that there can be in a place, in their order, those without tasks too. */
export function choicesOf(group: Grouping, place: Place): Choice[] {
  const of: Record<Grouping, () => Choice[]> = {
    status: statusChoices,
    priority: priorityChoices,
    assignee: personChoices,
    section: () => sectionChoices(place),
    sprint: () => sprintChoices(teamsOf(place)),
    milestone: () => milestoneChoices(teamsOf(place)),
    goal: () => goalChoices(place.kind === 'project' ? [place.id] : []),
    task_type: typeChoices,
  }
  return of[group]()
}

export interface GroupName {
  key: string | null
  label: string
  icon: ComponentChild
}

/** The group of those that have nothing of the attribute; undefined where every task has something. */
export function groupOfNone(group: Grouping): GroupName | undefined {
  const found = nothing[group]
  return found && { key: null, label: found.label, icon: <Icon name={found.icon} /> }
}

/** How a group is called; one that nobody offers any more is called by its key. */
export function nameOf(group: Grouping, key: string | null, choices: readonly Choice[]): GroupName {
  if (key === null) return groupOfNone(group) ?? { key, label: text.someone, icon: null }
  const choice = choices.find(({ id }) => id === key)
  if (choice) return { key, label: choice.label, icon: choice.icon }
  const icon = group === 'assignee' ? <Avatar name={key} id={key} size={16} /> : null
  return { key, label: key, icon }
}

/** The order of groups: that of what can be picked, then those nobody offers any more, then “none”. */
export function orderOf(choices: readonly Choice[]): (key: string | null) => number {
  const places = new Map(choices.map(({ id }, place) => [id, place]))
  return (key) => (key === null ? Infinity : (places.get(key) ?? choices.length))
}

/** Groups of work that is over start out closed. */
export const startsClosed = (group: Grouping, key: string | null): boolean =>
  group === 'status' && (key === statusOrder.at(-1) || key === statusOrder.at(-2))
