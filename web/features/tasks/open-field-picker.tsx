import { withChunk } from '../../components/util/load-chunk.ts'
import type { TaskFieldName } from './field-names.ts'

export type { TaskFieldName }

/**
 * Opens the picker of a field for one or more tasks. A picked value is applied immediately. Shows a toast instead if the user
 * can edit none of the tasks. The code of the pickers is loaded on first use.
 */
export const openFieldPicker = (taskIds: readonly string[], field: TaskFieldName, anchor: Element): Promise<void> =>
  withChunk(
    () => import('./field-pickers.tsx'),
    ({ showFieldPicker }) => showFieldPicker(taskIds, field, anchor),
  )
