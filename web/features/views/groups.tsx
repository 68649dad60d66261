import type { ComponentChild } from 'preact'
import { listTexts } from '../../messages/tasks.ts'
import { statusDisplayOrder } from '../../messages/enums.ts'
import { formatDay } from '../../components/util/dates.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import {
  listGoalChoices,
  listMilestoneChoices,
  listMemberChoices,
  listPriorityChoices,
  listProjectChoices,
  listSectionChoices,
  listSprintChoices,
  listStatusChoices,
  listContainerTeams,
  listTeamChoices,
  listTypeChoices,
  type Choice,
} from '../tasks/choices.tsx'
import { getCustomFieldDisplay } from '../fields/field-display.ts'
import { isCustomName, type CustomName } from './filter-names.ts'
import { dueGroups, findDueDate, type DueGroup } from './due-groups.ts'
import type { Grouping, TaskContainer } from './view-query.ts'

type BuiltInGrouping = Exclude<Grouping, CustomName>

const emptyGroups: Partial<Record<BuiltInGrouping, { label: string; icon: IconName }>> = {
  assignee: { label: listTexts.unassigned, icon: 'person' },
  project: { label: listTexts.noProject, icon: 'project' },
  section: { label: listTexts.noSection, icon: 'section' },
  sprint: { label: listTexts.noSprint, icon: 'sprint' },
  milestone: { label: listTexts.noMilestone, icon: 'diamond' },
  goal: { label: listTexts.noGoal, icon: 'goal' },
  tags: { label: listTexts.noTags, icon: 'tag' },
  due_date: { label: listTexts.noDueDate, icon: 'calendar' },
  team: { label: listTexts.noTeam, icon: 'team' },
}

const dueLabels = { past: listTexts.pastDue, soon: listTexts.soonDue, later: listTexts.laterDue }

const getDueLabel = (id: DueGroup): string =>
  id === 'today' || id === 'tomorrow' ? formatDay(findDueDate(id)!) : dueLabels[id]

export function listGroupChoices(group: Grouping, container: TaskContainer): Choice[] {
  if (isCustomName(group)) return getCustomFieldDisplay()?.listFieldGroups(group) ?? []
  const loaders: Record<BuiltInGrouping, () => Choice[]> = {
    status: listStatusChoices,
    priority: listPriorityChoices,
    assignee: listMemberChoices,
    project: () => listProjectChoices(),
    section: () => listSectionChoices(container),
    sprint: () => listSprintChoices(listContainerTeams(container)),
    milestone: () => listMilestoneChoices(listContainerTeams(container)),
    goal: () => listGoalChoices(container.kind === 'project' ? [container.id] : []),
    task_type: listTypeChoices,
    tags: () => [],
    due_date: () => dueGroups.map((id) => ({ id, label: getDueLabel(id), icon: <Icon name="calendar" /> })),
    team: listTeamChoices,
  }
  return loaders[group]()
}

export interface GroupName {
  key: string | null
  label: string
  icon: ComponentChild
}

export function getEmptyValueGroup(group: Grouping): GroupName | undefined {
  if (isCustomName(group)) return getCustomFieldDisplay()?.getUnsetGroup(group)
  const found = emptyGroups[group]
  return found && { key: null, label: found.label, icon: <Icon name={found.icon} /> }
}

export function getGroupName(group: Grouping, key: string | null, choices: readonly Choice[]): GroupName {
  if (key === null) return getEmptyValueGroup(group) ?? { key, label: listTexts.someone, icon: null }
  const choice = choices.find(({ id }) => id === key)
  if (choice) return { key, label: choice.label, icon: choice.icon }
  if (group === 'tags') return { key, label: key, icon: <Icon name="tag" /> }
  const icon = group === 'assignee' ? <Avatar name={key} id={key} size={16} /> : null
  return { key, label: key, icon }
}

export function createGroupSortKey(choices: readonly Choice[]): (key: string | null) => number {
  const positions = new Map(choices.map(({ id }, position) => [id, position]))
  return (key) => (key === null ? Infinity : (positions.get(key) ?? choices.length))
}

export const isInitiallyCollapsed = (group: Grouping, key: string | null): boolean =>
  group === 'status' && (key === statusDisplayOrder.at(-1) || key === statusDisplayOrder.at(-2))
