import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { loadOptionalChunk } from '../../components/util/load-chunk.ts'
import type * as DragModule from './drag-and-drop.ts'

/** Drag-and-drop module, loaded after the first render. Cards can be moved by keys and menu before. */
export const boardDragModule = signal<typeof DragModule | undefined>()

export function useDragModule(missing: string): typeof DragModule | undefined {
  useEffect(
    () =>
      loadOptionalChunk(
        () => import('./drag-and-drop.ts'),
        missing,
        (dragModule) => (boardDragModule.value = dragModule),
      ),
    [],
  )
  return boardDragModule.value
}
