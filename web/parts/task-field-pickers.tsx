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

/** One field of tasks as a list to pick from. */
interface Offer {
  label: string
  choices: () => Choice[]
  /** What a task has of it now. */
  now: (task: Task & Sectioned) => string | null
  /** What picking one of the choices changes; null is “none of them”. */
  patch: (id: string | null) => TaskPatch
  /** The choice of none of them, where a task may have none. */
  none?: string
}

/** The value that all tasks have, undefined where they differ. */
const common = <T,>(tasks: readonly T[], of: (task: T) => string | null): string | null | undefined => {
  const values = new Set(tasks.map(of))
  return values.size === 1 ? [...values][0] : undefined
}

const none = ' none'

const offers: Partial<Record<Field, (tasks: readonly Task[]) => Offer>> = {
  status: () => ({
    label: text.status,
    choices: statusChoices,
    now: (task) => task.status,
    patch: (id) => ({ status: id as Task['status'] }),
  }),
  priority: () => ({
    label: text.priority,
    choices: priorityChoices,
    now: (task) => task.priority,
    patch: (id) => ({ priority: id as Task['priority'] }),
  }),
  type: () => ({
    label: text.type,
    choices: typeChoices,
    now: (task) => task.task_type,
    patch: (id) => ({ task_type: id as Task['task_type'] }),
  }),
  assignee: () => ({
    label: text.assignee,
    choices: personChoices,
    now: (task) => task.assignee,
    patch: (assignee) => ({ assignee }),
    none: text.nobody,
  }),
  project: () => ({
    label: text.project,
    choices: () => projectChoices(editableProjects()),
    now: (task) => task.project_id,
    patch: (project_id) => ({ project_id }),
    none: text.noProject,
  }),
  sprint: (tasks) => ({
    label: text.sprint,
    choices: () => sprintChoices(listOf(common(tasks, teamOf))),
    now: (task) => task.sprint_id,
    patch: (sprint_id) => ({ sprint_id }),
    none: text.noSprint,
  }),
  milestone: (tasks) => ({
    label: text.milestone,
    choices: () => milestoneChoices(listOf(common(tasks, teamOf))),
    now: (task) => task.milestone_id,
    patch: (milestone_id) => ({ milestone_id }),
    none: text.noMilestone,
  }),
  goal: (tasks) => ({
    label: text.goal,
    choices: () => goalChoices(listOf(common(tasks, (task) => task.project_id))),
    now: (task) => task.goal_id,
    patch: (goal_id) => ({ goal_id }),
    none: text.noGoal,
  }),
}

const listOf = (id: string | null | undefined): string[] => (id ? [id] : [])

/** Shows the picker of a field for those of the tasks that the person may change. */
export function showField(ids: readonly string[], field: Field, anchor: Element): void {
  const tasks = changeable(ids)
  if (tasks.length === 0) return
  openLayer((close) => <>{drawn(tasks, field, anchor, close)}</>, anchor)
}

function drawn(tasks: readonly Task[], field: Field, anchor: Element, close: () => void): ComponentChild {
  const props = { tasks, anchor, close }
  if (field === 'due' || field === 'start') return <DayField {...props} field={field} />
  if (field === 'tags') return <TagsField {...props} />
  if (field === 'section') return <SectionField {...props} />
  if (field === 'move') return <MoveMenu {...props} />
  return <OfferField {...props} offer={offers[field]!(tasks)} />
}

interface FieldProps {
  tasks: readonly Task[]
  anchor: Element
  close: () => void
}

const idsOf = (tasks: readonly Task[]): string[] => tasks.map(({ task_id }) => task_id)

function OfferField({ tasks, anchor, close, offer }: FieldProps & { offer: Offer }) {
  const { label, choices, now, patch, none: noneLabel } = offer
  const options = noneLabel === undefined ? choices() : [...choices(), { id: none, label: noneLabel }]
  const current = common(tasks, now)
  const pick = (id: string) => {
    const value = options.find((option) => option.id === id)!.label
    changeTasks(idsOf(tasks), patch(id === none ? null : id), { field: label, value })
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
    changeTasks(idsOf(tasks), { [name]: date }, { field: text[field], value: date ? day(date) : text.noDate })
  const value = common(tasks, (task) => task[name]) ?? null
  return <DatePicker anchor={anchor} label={text[field]} value={value} onPick={pick} onClose={close} />
}

/** Tags are switched one by one: a tag that all tasks have is taken from all of them, any other is given to all. */
function TagsField({ tasks, anchor, close }: FieldProps) {
  const ids = idsOf(tasks)
  const rows = useComputed(() => ids.flatMap((id) => data().row('tasks', id).value ?? [])).value
  const options = [...new Set([...rows.flatMap((task) => task.tags), ...seenTags()])].sort()
  const everywhere = options.filter((tag) => rows.every((task) => task.tags.includes(tag)))
  const pick = (tag: string) =>
    changeTags(ids, (tags) =>
      everywhere.includes(tag) ? tags.filter((one) => one !== tag) : [...new Set([...tags, tag])],
    )
  const create = (typed: string) => pick(typed.replaceAll(',', ' ').trim())
  return (
    <Picker
      anchor={anchor}
      label={text.tags}
      options={options.map((tag) => ({ id: tag, label: tag }))}
      selected={everywhere}
      multiple
      onPick={pick}
      onCreate={create}
      onClose={close}
    />
  )
}

function SectionField({ tasks, anchor, close }: FieldProps) {
  const home = homeOf(tasks[0]!)
  const options = [...sectionChoices(home), { id: none, label: text.noSection }]
  const pick = (id: string) => {
    const section_id = id === none ? null : id
    const { label } = options.find((option) => option.id === id)!
    const said = tasks.length === 1 ? text.moved(tasks[0]!.title, label) : text.movedMany(tasks.length, label)
    data().together(said, () => {
      for (const task of tasks) putIntoSection(task, { ...scopeOf(home), section_id }, label)
    })
  }
  const current = common(tasks as (Task & Sectioned)[], (task) => task.section_id ?? null)
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

/** What a task can be moved to: what it has elsewhere already, one step further. */
function MoveMenu({ tasks, anchor, close }: FieldProps) {
  const ids = idsOf(tasks)
  const to = (field: Field, label: string, icon: IconName) => ({
    id: field,
    label,
    icon,
    onSelect: () => showField(ids, field, anchor),
  })
  const items = [to('status', text.status, 'check-circle'), to('project', text.project, 'project')]
  if (common(tasks, (task) => homeOf(task).id) !== undefined && mayArrange(homeOf(tasks[0]!)))
    items.push(to('section', text.section, 'section'))
  if (common(tasks, teamOf)) {
    items.push(to('sprint', text.sprint, 'sprint'), to('milestone', text.milestone, 'diamond'))
  }
  if (common(tasks, (task) => task.project_id)) items.push(to('goal', text.goal, 'goal'))
  return <Menu anchor={anchor} label={text.move} items={items} onClose={close} />
}
