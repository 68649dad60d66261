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

/** What “none of them” is called in each filter that has it. */
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

/** Filters whose values nobody lists: what is typed counts. */
export const takesTyped = (name: KnownFilter): boolean => name === 'tags' || name === 'parent'

const everyProject = () => (data().all('projects').value ?? []).map(({ project_id }) => project_id)

const listed: Partial<Record<KnownFilter, (place: Place) => Choice[]>> = {
  status: statusChoices,
  priority: priorityChoices,
  task_type: typeChoices,
  assignee: () => [{ id: 'me', label: text.myself, icon: <Icon name="person" /> }, ...personChoices()],
  project: () => projectChoices(),
  team: teamChoices,
  section: sectionChoices,
  sprint: (place) => sprintChoices(teamsOf(place)),
  milestone: (place) => milestoneChoices(teamsOf(place)),
  goal: (place) => goalChoices(place.kind === 'project' ? [place.id] : everyProject()),
  search_fields: () => [{ id: 'title', label: text.inTitle }],
  tags: () => [...seenTags()].sort().map((tag) => ({ id: tag, label: tag, icon: <Icon name="tag" /> })),
}

/** The values that a filter offers in a place, and those that are chosen though nobody offers them. */
export function valuesOf(name: KnownFilter, place: Place, chosen: readonly string[]): Choice[] {
  const offered = listed[name]?.(place) ?? []
  const none = noneOf[name]
  if (none !== undefined) offered.push({ id: none, label: noneLabels[name]! })
  const strange = chosen.filter((id) => !offered.some((choice) => choice.id === id))
  return [...offered, ...strange.map((id) => ({ id, label: id }))]
}
