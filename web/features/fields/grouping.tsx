import type { Field } from '@svc/sdk'
import { fieldTexts } from '../../messages/fields.ts'
import { ColorDot } from '../../components/color-dot.tsx'
import { Icon } from '../../components/icon.tsx'
import { listMemberChoices, type Choice } from '../tasks/choices.tsx'
import { getFieldKey, type CustomName } from '../views/filter-names.ts'
import { findField, getFieldName } from './fields.ts'
import type { CustomFieldValue } from './format-value.ts'

/** Types whose tasks have one value each, so that every task is in one group. */
const groupableTypes: readonly Field['type'][] = ['select', 'person', 'checkbox']

export const isGroupable = ({ type }: Field): boolean => groupableTypes.includes(type)

const hasChoice = (field: Field, key: string) =>
  field.options.some(({ option, is_active }) => option === key && is_active)

/** Returns the groups of a custom field in their order, with archived options last. */
export function listFieldGroups(name: CustomName): Choice[] {
  const field = findField(name)
  if (!field) return []
  if (field.type === 'person') return listMemberChoices()
  if (field.type === 'checkbox')
    return [
      { id: 'true', label: fieldTexts.yes, icon: <Icon name="check" /> },
      { id: 'false', label: fieldTexts.no, icon: <Icon name="minus" /> },
    ]
  return field.options.map(({ option, label, color, is_active }) => ({
    id: option,
    label: is_active ? label : fieldTexts.archived(label),
    icon: <ColorDot color={color} size={12} />,
  }))
}

/** Returns whether a board shows the group even without tasks: tasks cannot get an archived option. */
export function isOpenGroup(name: CustomName, key: string): boolean {
  const field = findField(name)
  return field?.type !== 'select' || hasChoice(field, key)
}

/** Returns the group of tasks without a value; undefined for a checkbox, which is never unset. */
export function getUnsetGroup(name: CustomName): { key: null; label: string; icon: preact.ComponentChild } | undefined {
  const field = findField(name)
  if (field?.type === 'checkbox') return undefined
  const icon = field?.type === 'person' ? <Icon name="person" /> : <ColorDot color={null} size={12} />
  return { key: null, label: fieldTexts.without(getFieldName(name)), icon }
}

/** Returns the change that moves a task into a group. */
export function buildGroupPatch(name: CustomName, key: string | null): { custom: Record<string, CustomFieldValue> } {
  const value = findField(name)?.type === 'checkbox' ? key === 'true' : key
  return { custom: { [getFieldKey(name)]: value } }
}
