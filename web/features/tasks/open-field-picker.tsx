import { withChunk } from '../../components/util/load-chunk.ts'
import { openTaskValueEditor } from '../fields/open-value-editor.ts'
import { getFieldKey, isCustomName, type CustomName } from '../views/filter-names.ts'
import type { PickerField } from './picker-field.ts'

/** Copies tasks; loads with the pickers. */
export const loadAndDuplicateTasks = (taskIds: readonly string[]): Promise<void> =>
  withChunk(
    () => import('./field-pickers.tsx'),
    (pickers) => pickers.duplicateTasks(taskIds),
  )

/** Opens the picker of a field, loaded on first use; shows a toast if the user can edit none of the tasks. */
export function openFieldPicker(
  taskIds: readonly string[],
  field: PickerField | CustomName,
  anchor: Element,
): Promise<void> {
  if (!isCustomName(field))
    return withChunk(
      () => import('./field-pickers.tsx'),
      ({ showFieldPicker }) => showFieldPicker(taskIds, field, anchor),
    )
  return openTaskValueEditor(taskIds, getFieldKey(field), anchor)
}
