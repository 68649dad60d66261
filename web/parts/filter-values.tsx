import { text } from '../messages/tasks.ts'
import { Icon } from '../ui/icon.tsx'
import {
  goalChoices,
  milestoneChoices,
  personChoices,
  priorityChoices,
  projectChoices,
  sectionChoices,
  sprintChoices,
  statusChoices,
  teamChoices,
  teamsOf,
  typeChoices,
  type Choice,
} from './choices.tsx'
import { data } from '../data/current.ts'
import { noneOf, type KnownFilter } from './filter-names.ts'
import type { Place } from './filter-question.ts'
import { seenTags } from './seen-tags.ts'

const noneLabels: Partial<Record<KnownFilter, string>> = {
  assignee: text.nobody,
  project: text.noProject,
  section: text.noSection,
  sprint: text.noSprint,
  milestone: text.noMilestone,
  goal: text.noGoal,
  team: text.noTeam,
  parent: text.noParent,
}

/** Returns whether a filter accepts typed values, since its values cannot be listed. */
export const takesTyped = (name: KnownFilter): boolean => name === 'tags' || name === 'parent'

const listProjectIds = () => (data().all('projects').value ?? []).map(({ project_id }) => project_id)

const optionsByFilter: Partial<Record<KnownFilter, (container: Place) => Choice[]>> = {
  status: statusChoices,
  priority: priorityChoices,
  task_type: typeChoices,
  assignee: () => [{ id: 'me', label: text.myself, icon: <Icon name="person" /> }, ...personChoices()],
  project: () => projectChoices(),
  team: teamChoices,
  section: sectionChoices,
  sprint: (container) => sprintChoices(teamsOf(container)),
  milestone: (container) => milestoneChoices(teamsOf(container)),
  goal: (container) => goalChoices(container.kind === 'project' ? [container.id] : listProjectIds()),
  search_fields: () => [{ id: 'title', label: text.inTitle }],
  tags: () => [...seenTags()].sort().map((tag) => ({ id: tag, label: tag, icon: <Icon name="tag" /> })),
}

/** Returns the options of a filter in a container, including selected ones that are no longer available. */
export function valuesOf(name: KnownFilter, container: Place, chosen: readonly string[]): Choice[] {
  const options = optionsByFilter[name]?.(container) ?? []
  const none = noneOf[name]
  if (none !== undefined) options.push({ id: none, label: noneLabels[name]! })
  const missing = chosen.filter((id) => !options.some((choice) => choice.id === id))
  return [...options, ...missing.map((id) => ({ id, label: id }))]
}
