import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Field } from '@svc/sdk'
import { fieldTexts } from '../../messages/fields.ts'
import { getStore } from '../../store/current-store.ts'
import { ColorDot } from '../../components/color-dot.tsx'
import { DatePicker } from '../../components/date-picker.tsx'
import { Picker, type PickerOption } from '../../components/picker.tsx'
import { showToast } from '../../components/toast.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { listMemberChoices } from '../tasks/choices.tsx'
import { listEditableTasks } from '../tasks/task-mutations.ts'
import { MAX_ITEMS } from './check-value.ts'
import { fieldTypeIcons } from './field-icon.ts'
import { getFields } from './fields.ts'
import { formatFieldValue, getCustomValue, isUnset, listItems, type CustomFieldValue } from './format-value.ts'
import { setCustomValue, toggleCustomItem } from './set-value.ts'
import { TextEditor } from './text-editor.tsx'

export interface ValueEditorProps {
  field: Field
  /** Value that is edited; undefined if several tasks have different ones. */
  value: CustomFieldValue
  anchor: Element
  /** Receives the new value; null clears. */
  onPick: (value: CustomFieldValue) => void
  /** Adds or removes one item of a list. */
  onToggle: (item: string) => void
  onClose: () => void
}

const NONE = ' none'

/** Editor of a value in a popover: a list to choose from, a calendar or a text field. */
export function ValueEditor(props: ValueEditorProps): ComponentChildren {
  const { field, value, anchor, onPick, onClose } = props
  switch (field.type) {
    case 'date':
      return (
        <DatePicker
          anchor={anchor}
          label={field.name}
          value={typeof value === 'string' ? value : null}
          onPick={onPick}
          onClose={onClose}
        />
      )
    case 'text':
    case 'number':
    case 'url':
      return <TextEditor {...props} />
    case 'multi_select':
    case 'people':
      return <ListEditor {...props} />
    default:
      return <ChoiceEditor {...props} />
  }
}

/** Returns the choices of a field, with values that can no longer be chosen but are set. */
function listChoices(field: Field, value: CustomFieldValue): PickerOption[] {
  if (field.type === 'checkbox')
    return [
      { id: 'true', label: fieldTexts.yes },
      { id: 'false', label: fieldTexts.no },
    ]
  const items = listItems(value)
  if (field.type === 'person' || field.type === 'people') {
    const members = listMemberChoices()
    const others = items.filter((name) => !members.some(({ id }) => id === name))
    return [...members, ...others.map((name) => ({ id: name, label: name }))]
  }
  return field.options
    .filter(({ option, is_active }) => is_active || items.includes(option))
    .map(({ option, label, color, is_active }) => ({
      id: option,
      label,
      icon: <ColorDot color={color} />,
      ...(!is_active && { hint: fieldTexts.archivedOption }),
    }))
}

function ChoiceEditor({ field, value, anchor, onPick, onClose }: ValueEditorProps) {
  const options = listChoices(field, value)
  const isCheckbox = field.type === 'checkbox'
  if (!isCheckbox) options.push({ id: NONE, label: fieldTexts.unset })
  const pick = (id: string) => onPick(id === NONE ? null : isCheckbox ? id === 'true' : id)
  const selected = value === undefined ? [] : value === null ? [NONE] : [String(value)]
  return (
    <Picker anchor={anchor} label={field.name} options={options} selected={selected} onPick={pick} onClose={onClose} />
  )
}

function ListEditor({ field, value, anchor, onToggle, onClose }: ValueEditorProps) {
  const selected = listItems(value)
  const max = MAX_ITEMS[field.type] ?? Infinity
  const pick = (item: string) => {
    if (!selected.includes(item) && selected.length >= max) showToast({ text: fieldTexts.tooMany(max), kind: 'wrong' })
    else onToggle(item)
  }
  return (
    <Picker
      anchor={anchor}
      label={field.name}
      options={listChoices(field, value)}
      selected={selected}
      multiple
      onPick={pick}
      onClose={onClose}
    />
  )
}

/** Opens the editor of a field for tasks, and saves what is chosen. */
export function showTaskValueEditor(ids: readonly string[], key: string, anchor: Element): void {
  const field = getFields()?.byKey.get(key)
  if (!field || listEditableTasks(ids).length === 0) return
  openLayer((close) => <TaskValueEditor ids={ids} field={field} anchor={anchor} close={close} />, anchor)
}

export function showFieldMenu(ids: readonly string[], fields: readonly Field[], anchor: Element): void {
  openLayer(
    (close) => (
      <Picker
        anchor={anchor}
        label={fieldTexts.customField}
        options={fields.map(({ key, name, type }) => ({ id: key, label: name, icon: fieldTypeIcons[type] }))}
        selected={[]}
        onPick={(key) => showTaskValueEditor(ids, key, anchor)}
        onClose={close}
      />
    ),
    anchor,
  )
}

interface TaskValueEditorProps {
  ids: readonly string[]
  field: Field
  anchor: Element
  close: () => void
}

function TaskValueEditor({ ids, field, anchor, close }: TaskValueEditorProps) {
  const value = useComputed(() => findSharedValue(ids, field)).value
  return (
    <ValueEditor
      field={field}
      value={value}
      anchor={anchor}
      onPick={(next) => setCustomValue(ids, field, next)}
      onToggle={(item) => toggleCustomItem(ids, field, item)}
      onClose={close}
    />
  )
}

/** Returns the value that all tasks have; of lists the items that all have; undefined if they differ. */
function findSharedValue(ids: readonly string[], field: Field): CustomFieldValue {
  const values = ids.flatMap((id) => {
    const task = getStore().row('tasks', id).value
    return task ? [getCustomValue(task, field) ?? null] : []
  })
  const [first, ...others] = values
  if (field.type === 'multi_select' || field.type === 'people')
    return listItems(first).filter((item) => others.every((value) => listItems(value).includes(item)))
  const isShared = others.every((value) => formatFieldValue(field, value) === formatFieldValue(field, first))
  return isShared ? (isUnset(first) ? (field.type === 'checkbox' ? false : null) : first) : undefined
}

/** Opens the editor of a field for a value that is not saved by this module, such as that of a new task. */
export function showValueEditor(
  props: Omit<ValueEditorProps, 'onClose' | 'onToggle' | 'value'> & { getValue: () => CustomFieldValue },
): void {
  const { getValue, ...rest } = props
  openLayer((close) => <DraftValueEditor {...rest} initial={getValue()} onClose={close} />, props.anchor)
}

function DraftValueEditor({
  initial,
  onPick,
  ...props
}: Omit<ValueEditorProps, 'onToggle' | 'value'> & { initial: CustomFieldValue }) {
  const [value, setValue] = useState(initial)
  const pick = (next: CustomFieldValue) => {
    setValue(next)
    onPick(next)
  }
  const toggle = (item: string) => {
    const items = listItems(value)
    const next = items.includes(item) ? items.filter((one) => one !== item) : [...items, item]
    pick(next.length > 0 ? next : null)
  }
  return <ValueEditor {...props} value={value} onPick={pick} onToggle={toggle} />
}
