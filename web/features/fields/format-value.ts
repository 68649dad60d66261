import type { Field, Task } from '@svc/sdk'
import { fieldTexts } from '../../messages/fields.ts'
import { formatDay } from '../../components/util/dates.ts'
import { locale, formatList } from '../../components/util/intl.ts'

export type CustomFieldValue = string | number | boolean | readonly string[] | null | undefined

type FormattedField = Pick<Field, 'type' | 'unit' | 'decimals' | 'options'>

export const getCustomValue = ({ custom }: Pick<Task, 'custom'>, { key }: Pick<Field, 'key'>): CustomFieldValue =>
  (custom as Record<string, CustomFieldValue> | undefined)?.[key]

/** Returns whether a value shows nothing. An unticked checkbox means the same as an unset one. */
export const isUnset = (value: CustomFieldValue): boolean =>
  value == null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

export const findOption = ({ options }: Pick<Field, 'options'>, key: string) =>
  options.find(({ option }) => option === key)

export const getOptionLabel = (field: Pick<Field, 'options'>, key: string): string =>
  findOption(field, key)?.label ?? key

const toItems = (value: CustomFieldValue): string[] => (Array.isArray(value) ? value.map(String) : [String(value)])

/** Returns the keys or usernames in a value. */
export const listItems = (value: CustomFieldValue): string[] => (value == null ? [] : toItems(value))

const UNITS_WITHOUT_SPACE = /^[%°′″]/

export function formatFieldNumber(value: number, { unit, decimals }: Pick<Field, 'unit' | 'decimals'>): string {
  const text = value.toLocaleString(locale, { maximumFractionDigits: decimals ?? 10 })
  if (!unit) return text
  return UNITS_WITHOUT_SPACE.test(unit) ? text + unit : `${text}\u00a0${unit}`
}

/** Returns a value as plain text, for labels, announcements and exports. */
export function formatFieldValue(field: FormattedField, value: CustomFieldValue): string {
  if (field.type === 'checkbox') return value === true ? fieldTexts.yes : fieldTexts.no
  if (value == null) return ''
  if (typeof value === 'number') return formatFieldNumber(value, field)
  if (field.type === 'date') return formatDay(String(value))
  if (field.type === 'select' || field.type === 'multi_select')
    return formatList(toItems(value).map((key) => getOptionLabel(field, key)))
  return formatList(toItems(value))
}
