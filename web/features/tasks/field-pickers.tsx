import { useComputed } from '@preact/signals'
import type { ComponentChild } from 'preact'
import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { listTexts } from '../../messages/tasks.ts'
import { listMenuTexts } from '../../messages/list-menus.ts'
import { openLayer } from '../../components/util/open-layer.ts'
import type { IconName } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { Picker } from '../../components/picker.tsx'
import { DatePicker } from '../../components/date-picker.tsx'
import { formatDay } from '../../components/util/dates.ts'
import {
  listGoalChoices,
  listMilestoneChoices,
  listMemberChoices,
  listPriorityChoices,
  listProjectChoices,
  listSectionChoices,
  listSprintChoices,
  listStatusChoices,
  listTypeChoices,
  type Choice,
} from './choices.tsx'
import { listEditableProjects, canArrangeSections } from '../members/permissions.ts'
import { listKnownTags } from './known-tags.ts'
import {
  listEditableTasks,
  updateTags,
  updateTasks,
  moveToSection,
  reportChange,
  type SectionFields,
  type TaskPatch,
  showUndoToast,
} from './task-mutations.ts'
import type { PickerField } from './picker-field.ts'
import { getTaskContainer, toSectionScope, getTaskTeam } from './task-container.ts'

export { duplicateTasks } from './duplicate-tasks.ts'

interface FieldChoices {
  label: string
  choices: () => Choice[]
  getCurrent: (task: Task & SectionFields) => string | null
  /** Returns the change of a choice; null clears the field. */
  patch: (id: string | null) => TaskPatch
  none?: string
}

/** Returns the value that all tasks share; undefined if they differ. */
const findCommon = <T,>(tasks: readonly T[], getValue: (task: T) => string | null): string | null | undefined => {
  const values = new Set(tasks.map(getValue))
  return values.size === 1 ? [...values][0] : undefined
}

const none = ' none'

type ChoiceFieldName = Exclude<PickerField, 'due' | 'start' | 'tags' | 'section' | 'move'>

const fieldChoices: Record<ChoiceFieldName, (tasks: readonly Task[]) => FieldChoices> = {
  status: () => ({
    label: listTexts.status,
    choices: listStatusChoices,
    getCurrent: (task) => task.status,
    patch: (id) => ({ status: id as Task['status'] }),
  }),
  priority: () => ({
    label: listTexts.priority,
    choices: listPriorityChoices,
    getCurrent: (task) => task.priority,
    patch: (id) => ({ priority: id as Task['priority'] }),
  }),
  type: () => ({
    label: listMenuTexts.type,
    choices: listTypeChoices,
    getCurrent: (task) => task.task_type,
    patch: (id) => ({ task_type: id as Task['task_type'] }),
  }),
  assignee: () => ({
    label: listTexts.assignee,
    choices: listMemberChoices,
    getCurrent: (task) => task.assignee,
    patch: (assignee) => ({ assignee }),
    none: listTexts.unassigned,
  }),
  project: () => ({
    label: listMenuTexts.project,
    choices: () => listProjectChoices(listEditableProjects()),
    getCurrent: (task) => task.project_id,
    patch: (project_id) => ({ project_id }),
    none: listTexts.noProject,
  }),
  sprint: (tasks) => ({
    label: listMenuTexts.sprint,
    choices: () => listSprintChoices(toList(findCommon(tasks, getTaskTeam))),
    getCurrent: (task) => task.sprint_id,
    patch: (sprint_id) => ({ sprint_id }),
    none: listTexts.noSprint,
  }),
  milestone: (tasks) => ({
    label: listMenuTexts.milestone,
    choices: () => listMilestoneChoices(toList(findCommon(tasks, getTaskTeam))),
    getCurrent: (task) => task.milestone_id,
    patch: (milestone_id) => ({ milestone_id }),
    none: listTexts.noMilestone,
  }),
  goal: (tasks) => ({
    label: listMenuTexts.goal,
    choices: () => listGoalChoices(toList(findCommon(tasks, (task) => task.project_id))),
    getCurrent: (task) => task.goal_id,
    patch: (goal_id) => ({ goal_id }),
    none: listTexts.noGoal,
  }),
}

const toList = (id: string | null | undefined): string[] => (id ? [id] : [])

export function showFieldPicker(ids: readonly string[], field: PickerField, anchor: Element): void {
  const tasks = listEditableTasks(ids)
  if (tasks.length === 0) return
  openLayer((close) => <>{renderPicker(tasks, field, anchor, close)}</>, anchor)
}

function renderPicker(tasks: readonly Task[], field: PickerField, anchor: Element, close: () => void): ComponentChild {
  const props = { tasks, anchor, close }
  if (field === 'due' || field === 'start') return <DayField {...props} field={field} />
  if (field === 'tags') return <TagsField {...props} />
  if (field === 'section') return <SectionField {...props} />
  if (field === 'move') return <MoveMenu {...props} />
  return <ChoiceField {...props} fieldChoice={fieldChoices[field](tasks)} />
}

interface FieldProps {
  tasks: readonly Task[]
  anchor: Element
  close: () => void
}

const getIds = (tasks: readonly Task[]): string[] => tasks.map(({ task_id }) => task_id)

function ChoiceField({ tasks, anchor, close, fieldChoice }: FieldProps & { fieldChoice: FieldChoices }) {
  const { label, choices, getCurrent, patch, none: noneLabel } = fieldChoice
  const options = noneLabel === undefined ? choices() : [...choices(), { id: none, label: noneLabel }]
  const current = findCommon(tasks, getCurrent)
  const pick = (id: string) => {
    const value = options.find((option) => option.id === id)!.label
    updateTasks(getIds(tasks), patch(id === none ? null : id), { field: label, value })
  }
  const selected = current === undefined ? [] : [current ?? none]
  return <Picker anchor={anchor} label={label} options={options} selected={selected} onPick={pick} onClose={close} />
}

function DayField({ tasks, anchor, close, field }: FieldProps & { field: 'due' | 'start' }) {
  const [name, label] =
    field === 'due' ? (['due_date', listTexts.due] as const) : (['start_date', listTexts.start] as const)
  const pick = (date: string | null) =>
    updateTasks(getIds(tasks), { [name]: date }, { field: label, value: date ? formatDay(date) : listMenuTexts.noDate })
  const value = findCommon(tasks, (task) => task[name]) ?? null
  return <DatePicker anchor={anchor} label={label} value={value} onPick={pick} onClose={close} />
}

/** Toggles tags: removes a tag that all tasks have from all of them, adds any other tag to all. */
function TagsField({ tasks, anchor, close }: FieldProps) {
  const ids = getIds(tasks)
  const rows = useComputed(() => ids.flatMap((id) => getStore().row('tasks', id).value ?? [])).value
  const options = [...new Set([...rows.flatMap((task) => task.tags), ...listKnownTags()])].sort()
  const onAll = options.filter((tag) => rows.every((task) => task.tags.includes(tag)))
  const pick = (tag: string) =>
    updateTags(ids, (tags) => (onAll.includes(tag) ? tags.filter((one) => one !== tag) : [...new Set([...tags, tag])]))
  const create = (typed: string) => pick(typed.replaceAll(',', ' ').trim())
  return (
    <Picker
      anchor={anchor}
      label={listTexts.tags}
      options={options.map((tag) => ({ id: tag, label: tag }))}
      selected={onAll}
      multiple
      onPick={pick}
      onCreate={create}
      onClose={close}
    />
  )
}

function SectionField({ tasks, anchor, close }: FieldProps) {
  const container = getTaskContainer(tasks[0]!)
  const options = [...listSectionChoices(container), { id: none, label: listTexts.noSection }]
  const pick = (id: string) => {
    const section_id = id === none ? null : id
    const { label } = options.find((option) => option.id === id)!
    const message =
      tasks.length === 1 ? listTexts.moved(tasks[0]!.title, label) : listTexts.movedMany(tasks.length, label)
    getStore().together(message, () => {
      for (const task of tasks) moveToSection(task, { ...toSectionScope(container), section_id }, label)
    })
    if (tasks.length > 1) showUndoToast(message)
    else reportChange(message)
  }
  const current = findCommon(tasks as (Task & SectionFields)[], (task) => task.section_id ?? null)
  const selected = current == null ? [] : [current]
  return (
    <Picker
      anchor={anchor}
      label={listMenuTexts.section}
      options={options}
      selected={selected}
      onPick={pick}
      onClose={close}
    />
  )
}

function MoveMenu({ tasks, anchor, close }: FieldProps) {
  const ids = getIds(tasks)
  const buildItem = (field: PickerField, label: string, icon: IconName) => ({
    id: field,
    label,
    icon,
    onSelect: () => showFieldPicker(ids, field, anchor),
  })
  const items = [
    buildItem('status', listTexts.status, 'check-circle'),
    buildItem('project', listMenuTexts.project, 'project'),
  ]
  if (
    findCommon(tasks, (task) => getTaskContainer(task).id) !== undefined &&
    canArrangeSections(getTaskContainer(tasks[0]!))
  )
    items.push(buildItem('section', listMenuTexts.section, 'section'))
  if (findCommon(tasks, getTaskTeam)) {
    items.push(
      buildItem('sprint', listMenuTexts.sprint, 'sprint'),
      buildItem('milestone', listMenuTexts.milestone, 'diamond'),
    )
  }
  if (findCommon(tasks, (task) => task.project_id)) items.push(buildItem('goal', listMenuTexts.goal, 'goal'))
  return <Menu anchor={anchor} label={listTexts.move} items={items} onClose={close} />
}
