import { withLate } from '../ui/late.ts'
import type { Field } from './task-field-names.ts'

export type { Field }

/**
 * Opens the picker of a field beside an element, for one task or for many alike. What is picked is written at once; a person
 * who may change none of the tasks is told so in place of a picker. The pickers come when the first one is asked for.
 */
export const openField = (taskIds: readonly string[], field: Field, anchor: Element): Promise<void> =>
  withLate(
    () => import('./task-field-pickers.tsx'),
    ({ showField }) => showField(taskIds, field, anchor),
  )
