import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { listTexts } from '../../messages/tasks.ts'
import { loadOptionalChunk } from '../../components/util/load-chunk.ts'
import { canArrangeSections } from '../members/permissions.ts'
import { viewState } from '../views/view-state.ts'
import type * as SectionDrag from './section-drag.ts'

const dragModule = signal<typeof SectionDrag | undefined>()

/** Column beside which a dragged section is. */
export const currentSectionTarget = signal<SectionDrag.SectionDropTarget | undefined>(undefined)

const setTarget = (target: SectionDrag.SectionDropTarget | undefined): void => {
  const { key, edge } = currentSectionTarget.peek() ?? {}
  if (target?.key !== key || target?.edge !== edge) currentSectionTarget.value = target
}

/** Loads dragging of sections where they can be ordered. */
export function useSectionDrag(): void {
  const { container, query } = viewState.value
  const canDrag = query.group === 'section' && canArrangeSections(container)
  useEffect(() => {
    if (!canDrag) return
    return loadOptionalChunk(
      () => import('./section-drag.ts'),
      listTexts.noDragging,
      (loaded) => (dragModule.value = loaded),
    )
  }, [canDrag])
  const loaded = dragModule.value
  useEffect(() => (canDrag ? loaded?.monitorSectionDrag(setTarget) : undefined), [loaded, canDrag])
}

export function useDraggableSection(id: string | undefined): { current: HTMLElement | null } {
  const header = useRef<HTMLElement>(null)
  const loaded = dragModule.value
  const canDrag = id !== undefined && canArrangeSections(viewState.value.container)
  useEffect(() => (canDrag ? loaded?.enableSectionDrag(header.current!, id!) : undefined), [loaded, id, canDrag])
  return header
}
