import type { Field } from '@svc/sdk'
import { fieldTexts } from '../../messages/fields.ts'
import { listTexts } from '../../messages/tasks.ts'
import { formatDay } from '../../components/util/dates.ts'
import type { TaskFilters } from '../views/view-query.ts'
import { getFields } from './fields.ts'
import { formatFieldNumber, getOptionLabel } from './format-value.ts'
import { formatList } from '../../components/util/intl.ts'

export const UNSET = '__none__'
const MAX_NAMED_VALUES = 3

export const isText = ({ type }: Pick<Field, 'type'>): boolean => type === 'text' || type === 'url'

type FilteredField = Pick<Field, 'type' | 'unit' | 'decimals' | 'options'>

/** Returns the text of one value of a filter. */
export function formatFilterValue(field: FilteredField, value: string): string {
  if (value === UNSET) return fieldTexts.isUnset
  if (field.type === 'checkbox') return value === 'true' ? fieldTexts.yes : fieldTexts.no
  if (field.type === 'number') return formatFieldNumber(Number(value), field)
  if (field.type === 'date') return formatDay(value)
  if (isText(field)) return value.startsWith('=') ? fieldTexts.quoted(value.slice(1)) : fieldTexts.containing(value)
  if (value === 'me') return listTexts.myself
  return getOptionLabel(field, value)
}

/** Builds a label: the name of the field with the values and the range of the filter. */
function buildLabel(field: FilteredField | undefined, name: string, key: string, filters: TaskFilters): string {
  const format = (value: string) => (field ? formatFilterValue(field, value) : value)
  const stored = filters[`custom.${key}`] ?? []
  // A comma is part of a text.
  const values = field && isText(field) && stored.length > 0 ? [stored.join(',')] : stored
  const [from, to] = [filters[`custom.${key}.from`]?.[0], filters[`custom.${key}.to`]?.[0]]
  const parts = values.length > MAX_NAMED_VALUES ? [listTexts.anyOf(values.length)] : values.map(format)
  if (from !== undefined && to !== undefined) parts.push(`${format(from)} – ${format(to)}`)
  else if (from !== undefined) parts.push(`≥ ${format(from)}`)
  else if (to !== undefined) parts.push(`≤ ${format(to)}`)
  return `${name}: ${formatList(parts)}`
}

/** Returns the label of the filters on a custom field, which may be archived, or hidden from the user. */
export function getCustomFilterLabel(key: string, filters: TaskFilters): string {
  const field = getFields()?.byKey.get(key)
  const name = field?.name ?? key
  return buildLabel(field, field?.is_active === false ? fieldTexts.archived(name) : name, key, filters)
}
