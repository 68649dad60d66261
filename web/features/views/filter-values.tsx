import { listMenuTexts } from '../../messages/list-menus.ts'
import { listTexts } from '../../messages/tasks.ts'
import { Icon } from '../../components/icon.tsx'
import {
  listGoalChoices,
  listMilestoneChoices,
  listMemberChoices,
  listPriorityChoices,
  listProjectChoices,
  listSectionChoices,
  listSprintChoices,
  listStatusChoices,
  listTeamChoices,
  listContainerTeams,
  listTypeChoices,
  type Choice,
} from '../tasks/choices.tsx'
import { getStore } from '../../store/current-store.ts'
import { filterTable, type SupportedFilter } from './filter-names.ts'
import type { TaskContainer } from './view-query.ts'
import { listKnownTags } from '../tasks/known-tags.ts'

/** Options that match tasks without any value of the filter. */
const noneOptions: Partial<Record<SupportedFilter, Choice>> = {
  assignee: { id: '__none__', label: listTexts.unassigned },
  project: { id: '__unfiled__', label: listTexts.noProject },
  section: { id: '__none__', label: listTexts.noSection },
  sprint: { id: '__none__', label: listTexts.noSprint },
  milestone: { id: '__none__', label: listTexts.noMilestone },
  goal: { id: '__none__', label: listTexts.noGoal },
  team: { id: '__none__', label: listTexts.noTeam },
  tags: { id: '__none__', label: listTexts.noTags },
  parent: { id: '__none__', label: listMenuTexts.noParent },
}

const listProjectIds = () => (getStore().all('projects').value ?? []).map(({ project_id }) => project_id)

const listUserChoices = (): Choice[] => [
  { id: 'me', label: listTexts.myself, icon: <Icon name="person" /> },
  ...listMemberChoices(),
]

const optionsByFilter: Partial<Record<SupportedFilter, (container: TaskContainer) => Choice[]>> = {
  status: listStatusChoices,
  priority: listPriorityChoices,
  task_type: listTypeChoices,
  assignee: listUserChoices,
  involves: listUserChoices,
  project: () => listProjectChoices(),
  team: listTeamChoices,
  section: listSectionChoices,
  sprint: (container) => listSprintChoices(listContainerTeams(container)),
  milestone: (container) => listMilestoneChoices(listContainerTeams(container)),
  goal: (container) => listGoalChoices(container.kind === 'project' ? [container.id] : listProjectIds()),
  claimed: () => [
    { id: 'me', label: listMenuTexts.claimedByMe, icon: <Icon name="person" /> },
    { id: 'true', label: listMenuTexts.claimed, icon: <Icon name="clock" /> },
    { id: 'false', label: listMenuTexts.unclaimed },
  ],
  search_fields: () => [{ id: 'title', label: listMenuTexts.inTitle }],
  tags: () => [...listKnownTags()].sort().map((tag) => ({ id: tag, label: tag, icon: <Icon name="tag" /> })),
}

export const canNegate = (name: SupportedFilter): boolean => filterTable[name].canBeNegated === true

const MAX_NAMED_VALUES = 3

/** Returns the excluded values, if these are few and the others too many to be named. */
export function findExcludedValues(options: readonly Choice[], chosen: readonly string[]): Choice[] | undefined {
  const excluded = options.filter(({ id }) => !chosen.includes(id))
  const isShorter = chosen.length > MAX_NAMED_VALUES && excluded.length <= MAX_NAMED_VALUES
  return isShorter && excluded.length > 0 ? excluded : undefined
}

/** Returns the options of a filter in a container, including selected ones that are no longer available. */
export function listFilterValues(name: SupportedFilter, container: TaskContainer, chosen: readonly string[]): Choice[] {
  const options = optionsByFilter[name]?.(container) ?? []
  const none = noneOptions[name]
  if (none) options.push(none)
  const missing = chosen.filter((id) => !options.some((choice) => choice.id === id))
  return [...options, ...missing.map((id) => ({ id, label: id }))]
}
