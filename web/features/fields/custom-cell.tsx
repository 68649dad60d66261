import type { VNode } from 'preact'
import type { FieldType, Task } from '@svc/sdk'
import type { CustomName } from '../views/filter-names.ts'
import { CustomValue } from './custom-value.tsx'
import { findField, getFieldName, hasField } from './fields.ts'
import { getCustomValue, isUnset } from './format-value.ts'

const widths: Record<FieldType, string> = {
  text: 'minmax(5rem, 10rem)',
  number: 'minmax(4rem, 6rem)',
  date: '5.5rem',
  checkbox: 'minmax(3rem, 5rem)',
  select: 'minmax(5rem, 8rem)',
  multi_select: 'minmax(5rem, 12rem)',
  person: 'minmax(5rem, 8rem)',
  people: 'minmax(4rem, 7rem)',
  url: 'minmax(5rem, 10rem)',
}

export const getCustomColumnWidth = (column: CustomName): string => widths[findField(column)?.type ?? 'text']

/** Cell of a list with the value of a custom field. */
export function renderCustomCell(column: CustomName, task: Task): VNode {
  const field = findField(column)
  const value = field && getCustomValue(task, field)
  const isEditable = task.has_edit_access && field?.is_active && hasField(field, task.project_id)
  return (
    <span
      key={column}
      role="gridcell"
      class={`task-row-cell task-row-custom task-row-custom-${field?.type ?? 'text'}`}
      data-field={isEditable ? column : undefined}
      title={getFieldName(column)}
    >
      {field && !isUnset(value) && CustomValue({ field, value, compact: true })}
    </span>
  )
}
