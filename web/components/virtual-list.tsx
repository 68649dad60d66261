import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { createUniformHeights, createVariableHeights, type RowHeights } from './util/row-heights.ts'
import { FlowRows, RecycledRows } from './virtual-rows.tsx'
import './virtual-list.css'

interface VirtualListProps {
  count: number
  /** Height in pixels of all rows, or of each. */
  rowHeight: number | ((index: number) => number)
  /** Names the rows of which the content decides the height; `rowHeight` is their estimated height. */
  rowKey?: (index: number) => string
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
  const { count, rowHeight, rowKey, row, recycled, onRangeChange, label, scrollToIndex, head, ...others } = props
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const measured = useMeasuredHeights(body, rowHeight, rowKey)
  const heights = useMemo(
    () =>
      typeof measured === 'number' ? createUniformHeights(count, measured) : createVariableHeights(count, measured),
    [count, measured],
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

/** Measures rendered rows, if they have keys. */
function useMeasuredHeights(
  body: Box,
  estimate: number | ((index: number) => number),
  getKey: ((index: number) => string) | undefined,
): number | ((index: number) => number) {
  const known = useRef(new Map<string, number>()).current
  const [version, setVersion] = useState(0)
  useLayoutEffect(() => {
    if (!getKey) return
    const measure = () => {
      let isChanged = false
      for (const row of body.current!.querySelectorAll<HTMLElement>('[data-row]')) {
        const [key, height] = [row.dataset['row']!, row.offsetHeight]
        isChanged ||= known.get(key) !== height
        known.set(key, height)
      }
      if (isChanged) setVersion((one) => one + 1)
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const rows of body.current!.children) observer.observe(rows)
    return () => observer.disconnect()
  })
  return useMemo(() => {
    const getEstimate = (index: number) => (typeof estimate === 'number' ? estimate : estimate(index))
    return getKey ? (index: number) => known.get(getKey(index)) ?? getEstimate(index) : estimate
  }, [estimate, getKey, version])
}

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
