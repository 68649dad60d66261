import { draggable, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { listContainerSections } from '../tasks/choices.tsx'
import { viewState } from '../views/view-state.ts'
import { moveSectionTo } from './section-mutations.ts'

/** Makes the header of a section draggable, by which the section is moved among the others. */
export const enableSectionDrag = (element: HTMLElement, section: string): (() => void) =>
  draggable({ element, getInitialData: () => ({ section }) })

export interface SectionDropTarget {
  key: string
  edge: 'start' | 'end'
}

interface Location {
  input: { clientX: number }
  dropTargets: { element: Element; data: Record<string | symbol, unknown> }[]
}

/** Returns the column beside which a dragged section would be put; none beside itself or tasks without a section. */
function findTarget({ input, dropTargets }: Location, section: unknown): SectionDropTarget | undefined {
  const column = dropTargets.find(({ data }) => data['column'])
  const key = column?.data['key'] as string | null | undefined
  if (!column || key == null || key === section) return undefined
  const { left, width } = column.element.getBoundingClientRect()
  const isLeft = input.clientX < left + width / 2
  return { key, edge: isLeft === (document.documentElement.dir === 'rtl') ? 'end' : 'start' }
}

/** Moves dragged sections, and reports the column beside which one is. */
export const monitorSectionDrag = (over: (target: SectionDropTarget | undefined) => void): (() => void) =>
  monitorForElements({
    canMonitor: ({ source }) => 'section' in source.data,
    onDrag: ({ source, location }) => over(findTarget(location.current, source.data['section'])),
    onDrop: ({ source, location }) => {
      over(undefined)
      const target = findTarget(location.current, source.data['section'])
      if (target) drop(source.data['section'] as string, target)
    },
  })

function drop(id: string, { key, edge }: SectionDropTarget): void {
  const { container } = viewState.peek()
  const others = listContainerSections(container).filter(({ section_id }) => section_id !== id)
  moveSectionTo(container, id, others.findIndex(({ section_id }) => section_id === key) + Number(edge === 'end'))
}
