import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { listTexts } from '../../messages/tasks.ts'
import { loadOptionalChunk } from '../../components/util/load-chunk.ts'
import { bulkProgress } from '../tasks/bulk-progress.ts'
import type * as BulkActions from './bulk-actions.tsx'

const loadedModule = signal<typeof BulkActions | undefined>()

/** Bar of actions for the selected tasks, loaded with the first selection. */
export function BulkBar(props: BulkActions.BulkBarProps) {
  const hasSelection = props.selection.selected.value.size > 0
  const isWanted = hasSelection || bulkProgress.value !== undefined
  useEffect(() => {
    if (!isWanted || loadedModule.peek()) return
    return loadOptionalChunk(
      () => import('./bulk-actions.tsx'),
      listTexts.noBulkBar,
      (loaded) => (loadedModule.value = loaded),
    )
  }, [isWanted])
  const loaded = loadedModule.value
  if (!loaded) return null
  return (
    <>
      <loaded.BulkProgress />
      {hasSelection && <loaded.BulkActions {...props} />}
    </>
  )
}
