import { getStore } from '../../store/current-store.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { showToast } from '../../components/toast.tsx'

/** Shows what was changed, with a button that undoes this step even if others followed. */
export const showUndoToast = (label: string): void =>
  showToast({ text: label, action: { label: layoutTexts.undo, run: () => getStore().undo(label) } })
