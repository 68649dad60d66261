import { useState } from 'preact/hooks'
import type { Field } from '@svc/sdk'
import type { NewTaskValues } from '../../commands/dialog-state.ts'
import { getStore } from '../../store/current-store.ts'
import { quickAddTexts as messages } from '../../messages/quick-add.ts'
import { DatePicker } from '../../components/date-picker.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { Picker } from '../../components/picker.tsx'
import { listContainerFields } from '../fields/container-fields.ts'
import { fieldTypeIcons } from '../fields/field-icon.ts'
import type { CustomFieldValue } from '../fields/format-value.ts'
import { openValueEditor } from '../fields/open-value-editor.ts'
import { listEditableProjects } from '../members/permissions.ts'
import {
  listContainerSections,
  listMemberChoices,
  listPriorityChoices,
  listProjectChoices,
  listSectionChoices,
  listStatusChoices,
  type Choice,
} from '../tasks/choices.tsx'
import { listKnownTags } from '../tasks/known-tags.ts'
import { TaskFinder } from '../tasks/task-finder.tsx'
import { allTasks, type TaskContainer } from '../views/view-query.ts'
import type { NewTaskField } from './new-task-field.ts'

interface PickerProps {
  fields: NewTaskValues
  onPick: (patch: NewTaskValues) => void
  anchor: Element
  close: () => void
}

export function showNewTaskPicker(
  field: NewTaskField,
  fields: NewTaskValues,
  onPick: (patch: NewTaskValues) => void,
  anchor: Element,
): void {
  const Content = contents[field]
  openLayer((close) => <Content fields={fields} onPick={onPick} anchor={anchor} close={close} />, anchor)
}

const toContainer = ({ project_id, team_id }: NewTaskValues): TaskContainer => {
  if (project_id) return { kind: 'project', id: project_id }
  return team_id ? { kind: 'team', id: team_id } : allTasks
}

/** Sections, sprints, milestones, goals and fields belong to one project or team. */
const noContainer = {
  section_id: undefined,
  sprint_id: undefined,
  milestone_id: undefined,
  goal_id: undefined,
  custom: undefined,
}

interface ChoiceSettings {
  label: string
  name: keyof NewTaskValues
  list: (fields: NewTaskValues) => Choice[]
  toPatch?: (id: string, fields: NewTaskValues) => Partial<Record<keyof NewTaskValues, unknown>>
}

const createChoicePicker = ({ label, name, list, toPatch }: ChoiceSettings) =>
  function ChoicePicker({ fields, onPick, anchor, close }: PickerProps) {
    const selected = fields[name]
    const pick = (id: string) => onPick((toPatch?.(id, fields) ?? { [name]: id }) as NewTaskValues)
    return (
      <Picker
        anchor={anchor}
        label={label}
        options={list(fields)}
        selected={typeof selected === 'string' ? [selected] : []}
        onPick={pick}
        onClose={close}
      />
    )
  }

const createDatePicker = (name: 'due_date' | 'start_date', label: string) =>
  function DayPicker({ fields, onPick, anchor, close }: PickerProps) {
    const pick = (date: string | null) => onPick({ [name]: date ?? undefined } as NewTaskValues)
    return <DatePicker anchor={anchor} label={label} value={fields[name] ?? null} onPick={pick} onClose={close} />
  }

function TagsPicker({ fields, onPick, anchor, close }: PickerProps) {
  const [tags, setTags] = useState(fields.tags ?? [])
  const toggle = (tag: string) => {
    const next = tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag]
    setTags(next)
    onPick({ tags: next })
  }
  const options = [...new Set([...tags, ...listKnownTags()])].sort().map((tag) => ({ id: tag, label: tag }))
  return (
    <Picker
      anchor={anchor}
      label={messages.tags}
      options={options}
      selected={tags}
      multiple
      onPick={toggle}
      onCreate={(typed) => toggle(typed.replaceAll(',', ' ').trim())}
      onClose={close}
    />
  )
}

function ParentPicker({ fields, onPick, anchor, close }: PickerProps) {
  const pick = ({ task_id }: { task_id: string }) => {
    void getStore()
      .read('tasks', task_id)
      .catch(() => undefined)
    onPick({ parent_task_id: task_id })
  }
  const without = fields.parent_task_id ? [fields.parent_task_id] : []
  return <TaskFinder anchor={anchor} label={messages.parent} without={without} onPick={pick} onClose={close} />
}

/** Custom fields of the project; choosing one opens its editor. */
function CustomFieldPicker({ fields, onPick, anchor, close }: PickerProps) {
  const custom = listContainerFields(toContainer(fields))
  let values = fields.custom ?? {}
  const edit = (field: Field) =>
    void openValueEditor({
      field,
      anchor,
      getValue: () => values[field.key] as CustomFieldValue,
      onPick: (value) => {
        values = { ...values, [field.key]: value }
        onPick({ custom: values })
      },
    })
  return (
    <Picker
      anchor={anchor}
      label={messages.moreFields}
      options={custom.map(({ key, name, type }) => ({ id: key, label: name, icon: fieldTypeIcons[type] }))}
      selected={Object.keys(values).filter((key) => values[key] != null)}
      onPick={(key) => edit(custom.find((field) => field.key === key)!)}
      onClose={close}
    />
  )
}

const contents: Record<NewTaskField, (props: PickerProps) => preact.JSX.Element> = {
  status: createChoicePicker({
    label: messages.status,
    name: 'status',
    list: listStatusChoices,
    // A section that means a status has no other.
    toPatch: (status, fields) => ({ status, ...(findSectionStatus(fields) && { section_id: undefined }) }),
  }),
  assignee: createChoicePicker({ label: messages.assignee, name: 'assignee', list: listMemberChoices }),
  priority: createChoicePicker({ label: messages.priority, name: 'priority', list: listPriorityChoices }),
  project: createChoicePicker({
    label: messages.project,
    name: 'project_id',
    list: () => listProjectChoices(listEditableProjects()),
    toPatch: (project_id) => ({ ...noContainer, project_id, team_id: undefined }),
  }),
  section: createChoicePicker({
    label: messages.section,
    name: 'section_id',
    list: (fields) => listSectionChoices(toContainer(fields)),
    toPatch: (section_id, fields) => {
      const status = findSectionStatus({ ...fields, section_id })
      return { section_id, ...(status && { status }) }
    },
  }),
  due: createDatePicker('due_date', messages.due),
  start: createDatePicker('start_date', messages.start),
  tags: TagsPicker,
  parent: ParentPicker,
  more: CustomFieldPicker,
}

const findSectionStatus = (fields: NewTaskValues): string | null | undefined =>
  listContainerSections(toContainer(fields)).find(({ section_id }) => section_id === fields.section_id)?.status
