import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { listTexts } from '../../messages/tasks.ts'
import { loadOptionalChunk } from '../../components/util/load-chunk.ts'
import { bulkProgress } from '../tasks/bulk-progress.ts'
import type * as SelectionBars from './selection-bar.tsx'

const loadedModule = signal<typeof SelectionBars | undefined>()

/** Bar of actions for the selected tasks, loaded with the first selection. */
export function BulkBar(props: SelectionBars.SelectionBarProps) {
  const hasSelection = props.selection.selected.value.size > 0
  const isWanted = hasSelection || bulkProgress.value !== undefined
  useEffect(() => {
    if (!isWanted || loadedModule.peek()) return
    return loadOptionalChunk(
      () => import('./selection-bar.tsx'),
      listTexts.noBulkBar,
      (loaded) => (loadedModule.value = loaded),
    )
  }, [isWanted])
  const loaded = loadedModule.value
  if (!loaded) return null
  return (
    <>
      <loaded.BulkProgress />
      <loaded.SelectionBar {...props} />
    </>
  )
}
