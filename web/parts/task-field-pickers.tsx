import { useComputed } from '@preact/signals'
import type { ComponentChild } from 'preact'
import type { Task } from '@svc/sdk'
import { data } from '../data/current.ts'
import { text } from '../messages/tasks.ts'
import { openLayer } from '../ui/layer.ts'
import type { IconName } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { Picker } from '../ui/picker.tsx'
import { DatePicker } from '../ui/date-picker.tsx'
import { day } from '../ui/time.ts'
import {
  goalChoices,
  milestoneChoices,
  personChoices,
  priorityChoices,
  projectChoices,
  sectionChoices,
  sprintChoices,
  statusChoices,
  typeChoices,
  type Choice,
} from './choices.tsx'
import { editableProjects, mayArrange } from './rights.ts'
import { seenTags } from './seen-tags.ts'
import {
  changeable,
  changeTags,
  changeTasks,
  putIntoSection,
  type Sectioned,
  type TaskPatch,
} from './task-changes.ts'
import type { Field } from './task-field-names.ts'
import { homeOf, scopeOf, teamOf } from './task-home.ts'

interface FieldChoices {
  label: string
  choices: () => Choice[]
  getCurrent: (task: Task & Sectioned) => string | null
  /** Returns the change of a choice; null clears the field. */
  patch: (id: string | null) => TaskPatch
  /** Label of the choice that clears the field, if it can be empty. */
  none?: string
}

/** Returns the value that all tasks share; undefined if they differ. */
const findCommon = <T,>(
  tasks: readonly T[],
  getValue: (task: T) => string | null,
): string | null | undefined => {
  const values = new Set(tasks.map(getValue))
  return values.size === 1 ? [...values][0] : undefined
}

const none = ' none'

const fieldChoices: Partial<Record<Field, (tasks: readonly Task[]) => FieldChoices>> = {
  status: () => ({
    label: text.status,
    choices: statusChoices,
    getCurrent: (task) => task.status,
    patch: (id) => ({ status: id as Task['status'] }),
  }),
  priority: () => ({
    label: text.priority,
    choices: priorityChoices,
    getCurrent: (task) => task.priority,
    patch: (id) => ({ priority: id as Task['priority'] }),
  }),
  type: () => ({
    label: text.type,
    choices: typeChoices,
    getCurrent: (task) => task.task_type,
    patch: (id) => ({ task_type: id as Task['task_type'] }),
  }),
  assignee: () => ({
    label: text.assignee,
    choices: personChoices,
    getCurrent: (task) => task.assignee,
    patch: (assignee) => ({ assignee }),
    none: text.nobody,
  }),
  project: () => ({
    label: text.project,
    choices: () => projectChoices(editableProjects()),
    getCurrent: (task) => task.project_id,
    patch: (project_id) => ({ project_id }),
    none: text.noProject,
  }),
  sprint: (tasks) => ({
    label: text.sprint,
    choices: () => sprintChoices(toList(findCommon(tasks, teamOf))),
    getCurrent: (task) => task.sprint_id,
    patch: (sprint_id) => ({ sprint_id }),
    none: text.noSprint,
  }),
  milestone: (tasks) => ({
    label: text.milestone,
    choices: () => milestoneChoices(toList(findCommon(tasks, teamOf))),
    getCurrent: (task) => task.milestone_id,
    patch: (milestone_id) => ({ milestone_id }),
    none: text.noMilestone,
  }),
  goal: (tasks) => ({
    label: text.goal,
    choices: () => goalChoices(toList(findCommon(tasks, (task) => task.project_id))),
    getCurrent: (task) => task.goal_id,
    patch: (goal_id) => ({ goal_id }),
    none: text.noGoal,
  }),
}

const toList = (id: string | null | undefined): string[] => (id ? [id] : [])

/** Shows the picker of a field for the tasks that the user can edit. */
export function showField(ids: readonly string[], field: Field, anchor: Element): void {
  const tasks = changeable(ids)
  if (tasks.length === 0) return
  openLayer((close) => <>{renderPicker(tasks, field, anchor, close)}</>, anchor)
}

function renderPicker(
  tasks: readonly Task[],
  field: Field,
  anchor: Element,
  close: () => void,
): ComponentChild {
  const props = { tasks, anchor, close }
  if (field === 'due' || field === 'start') return <DayField {...props} field={field} />
  if (field === 'tags') return <TagsField {...props} />
  if (field === 'section') return <SectionField {...props} />
  if (field === 'move') return <MoveMenu {...props} />
  return <ChoiceField {...props} fieldChoice={fieldChoices[field]!(tasks)} />
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
    changeTasks(getIds(tasks), patch(id === none ? null : id), { field: label, value })
  }
  const selected = current === undefined ? [] : [current ?? none]
  return (
    <Picker
      anchor={anchor}
      label={label}
      options={options}
      selected={selected}
      onPick={pick}
      onClose={close}
    />
  )
}

function DayField({ tasks, anchor, close, field }: FieldProps & { field: 'due' | 'start' }) {
  const name = field === 'due' ? 'due_date' : 'start_date'
  const pick = (date: string | null) =>
    changeTasks(
      getIds(tasks),
      { [name]: date },
      { field: text[field], value: date ? day(date) : text.noDate },
    )
  const value = findCommon(tasks, (task) => task[name]) ?? null
  return <DatePicker anchor={anchor} label={text[field]} value={value} onPick={pick} onClose={close} />
}

/** Toggles tags: removes a tag that all tasks have from all of them, adds any other tag to all. */
function TagsField({ tasks, anchor, close }: FieldProps) {
  const ids = getIds(tasks)
  const rows = useComputed(() => ids.flatMap((id) => data().row('tasks', id).value ?? [])).value
  const options = [...new Set([...rows.flatMap((task) => task.tags), ...seenTags()])].sort()
  const onAll = options.filter((tag) => rows.every((task) => task.tags.includes(tag)))
  const pick = (tag: string) =>
    changeTags(ids, (tags) =>
      onAll.includes(tag) ? tags.filter((one) => one !== tag) : [...new Set([...tags, tag])],
    )
  const create = (typed: string) => pick(typed.replaceAll(',', ' ').trim())
  return (
    <Picker
      anchor={anchor}
      label={text.tags}
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
  const container = homeOf(tasks[0]!)
  const options = [...sectionChoices(container), { id: none, label: text.noSection }]
  const pick = (id: string) => {
    const section_id = id === none ? null : id
    const { label } = options.find((option) => option.id === id)!
    const message =
      tasks.length === 1 ? text.moved(tasks[0]!.title, label) : text.movedMany(tasks.length, label)
    data().together(message, () => {
      for (const task of tasks) putIntoSection(task, { ...scopeOf(container), section_id }, label)
    })
  }
  const current = findCommon(tasks as (Task & Sectioned)[], (task) => task.section_id ?? null)
  const selected = current == null ? [] : [current]
  return (
    <Picker
      anchor={anchor}
      label={text.section}
      options={options}
      selected={selected}
      onPick={pick}
      onClose={close}
    />
  )
}

function MoveMenu({ tasks, anchor, close }: FieldProps) {
  const ids = getIds(tasks)
  const buildItem = (field: Field, label: string, icon: IconName) => ({
    id: field,
    label,
    icon,
    onSelect: () => showField(ids, field, anchor),
  })
  const items = [
    buildItem('status', text.status, 'check-circle'),
    buildItem('project', text.project, 'project'),
  ]
  if (findCommon(tasks, (task) => homeOf(task).id) !== undefined && mayArrange(homeOf(tasks[0]!)))
    items.push(buildItem('section', text.section, 'section'))
  if (findCommon(tasks, teamOf)) {
    items.push(buildItem('sprint', text.sprint, 'sprint'), buildItem('milestone', text.milestone, 'diamond'))
  }
  if (findCommon(tasks, (task) => task.project_id)) items.push(buildItem('goal', text.goal, 'goal'))
  return <Menu anchor={anchor} label={text.move} items={items} onClose={close} />
}
