import { withChunk } from '../../components/util/load-chunk.ts'
import type { TaskFieldName } from './field-names.ts'

export type { TaskFieldName }

/** Opens the picker of a field, loaded on first use; shows a toast if the user can edit none of the tasks. */
export const openFieldPicker = (taskIds: readonly string[], field: TaskFieldName, anchor: Element): Promise<void> =>
  withChunk(
    () => import('./field-pickers.tsx'),
    ({ showFieldPicker }) => showFieldPicker(taskIds, field, anchor),
  )
