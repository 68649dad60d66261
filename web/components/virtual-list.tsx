import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { createUniformHeights, createVariableHeights, type RowHeights } from './util/row-heights.ts'
import { FlowRows, RecycledRows } from './virtual-rows.tsx'
import './virtual-list.css'

interface VirtualListProps {
  count: number
  /** Height in pixels of all rows, or of each. */
  rowHeight: number | ((index: number) => number)
  row: (index: number) => VNode
  /** True if elements are reused for other rows, which must then have no keys. */
  recycled?: boolean
  /** Receives the range of rendered rows; `to` is exclusive. */
  onRangeChange?: (from: number, to: number) => void
  label: string
  role?: 'list' | 'listbox' | 'grid' | 'table' | 'rowgroup' | 'feed' | 'tree'
  scrollToIndex?: number | undefined
  head?: ComponentChildren
  class?: string
  id?: string
  tabIndex?: number
  'aria-activedescendant'?: string | undefined
  'aria-multiselectable'?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
}

const OVERSCAN_ROWS = 8
const MAX_PRINTED_ROWS = 1000
const STEP_ROWS = 4

export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, row, recycled, onRangeChange, label, scrollToIndex, head, ...others } = props
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const heights = useMemo(
    () =>
      typeof rowHeight === 'number' ? createUniformHeights(count, rowHeight) : createVariableHeights(count, rowHeight),
    [count, rowHeight],
  )
  const [from, to] = useVisibleRange(scroller, body, heights, count)
  useEffect(() => {
    if (to > from) onRangeChange?.(from, to)
  }, [from, to, count])
  useScrollTo(scroller, body, heights, scrollToIndex)
  const Rows = recycled ? RecycledRows : FlowRows
  return (
    <div
      role="list"
      tabIndex={0}
      {...others}
      ref={scroller}
      class={props.class ? `virtual ${props.class}` : 'virtual'}
      aria-label={label}
    >
      {head}
      <div ref={body} class="virtual-all" role="presentation" style={{ height: `${heights.total}px` }}>
        <Rows {...{ from, to, count, heights, row }} />
      </div>
    </div>
  )
}

type Box = { current: HTMLDivElement | null }

/** Returns the range of rows to render; the end is exclusive. */
function useVisibleRange(scroller: Box, body: Box, heights: RowHeights, count: number): [number, number] {
  const [range, setRange] = useState<[number, number]>([0, Math.min(count, 40)])
  useLayoutEffect(() => {
    const update = () => {
      const { scrollTop, clientHeight } = scroller.current!
      const top = scrollTop - body.current!.offsetTop
      const first = Math.max(0, heights.findIndexAt(top) - OVERSCAN_ROWS)
      const last = Math.min(count, heights.findIndexAt(top + clientHeight) + 1 + OVERSCAN_ROWS)
      const next: [number, number] = [
        first - (first % STEP_ROWS),
        Math.min(count, Math.ceil(last / STEP_ROWS) * STEP_ROWS),
      ]
      setRange((current) => (current[0] === next[0] && current[1] === next[1] ? current : next))
    }
    update()
    const element = scroller.current!
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    const renderAll = () => setRange([0, Math.min(count, MAX_PRINTED_ROWS)])
    addEventListener('beforeprint', renderAll)
    addEventListener('afterprint', update)
    return () => {
      removeEventListener('beforeprint', renderAll)
      removeEventListener('afterprint', update)
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [heights, count])
  return [Math.min(range[0], count), Math.min(range[1], count)]
}

function useScrollTo(scroller: Box, body: Box, heights: RowHeights, index: number | undefined) {
  useLayoutEffect(() => {
    if (index === undefined || index < 0) return
    const element = scroller.current!
    const head = body.current!.offsetTop
    const [top, bottom] = [heights.getTop(index), heights.getTop(index + 1)]
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom + head > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom + head - element.clientHeight
  }, [index])
}
