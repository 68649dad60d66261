import { withLate } from '../ui/late.ts'
import type { Field } from './task-field-names.ts'

export type { Field }

/**
 * Opens the picker of a field for one or more tasks. A picked value is applied immediately. Shows a toast instead if the user
 * can edit none of the tasks. The code of the pickers is loaded on first use.
 */
export const openField = (taskIds: readonly string[], field: Field, anchor: Element): Promise<void> =>
  withLate(
    () => import('./task-field-pickers.tsx'),
    ({ showField }) => showField(taskIds, field, anchor),
  )
