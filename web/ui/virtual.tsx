import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { alike, differing, type Heights } from './heights.ts'
import { RowsInFlow, RowsInSlots } from './virtual-rows.tsx'
import './virtual.css'

interface VirtualProps {
  count: number
  /** The height of a row in pixels, or of each. */
  rowHeight: number | ((index: number) => number)
  row: (index: number) => VNode
  /** Whether the elements of a row are used again for another one. It is drawn without a key then. */
  recycled?: boolean
  /** Told which rows are about to be seen, `to` not among them. */
  onSee?: (from: number, to: number) => void
  label: string
  role?: 'list' | 'listbox' | 'grid' | 'table' | 'rowgroup' | 'feed' | 'tree'
  /** The row to bring into sight when it changes. */
  scrollToIndex?: number | undefined
  /** Stays above the rows and scrolls sideways with them: the head of a table. */
  head?: ComponentChildren
  class?: string
  id?: string
  tabIndex?: number
  'aria-activedescendant'?: string | undefined
  'aria-multiselectable'?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
}

/** Rows drawn beyond both edges, so that a quick scroll does not show the ground. */
const beyond = 8
/** Rows that are drawn for paper, where nothing scrolls. */
const printed = 1000
/** What is drawn is changed by steps of so many rows: most frames of a scroll draw nothing anew. */
const step = 4

/** A long list, of which only what is seen is drawn. It scrolls itself and is as high as what holds it. */
export function Virtual(props: VirtualProps) {
  const { count, rowHeight, row, recycled, onSee, label, scrollToIndex, head, ...others } = props
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const heights = useMemo(
    () => (typeof rowHeight === 'number' ? alike(count, rowHeight) : differing(count, rowHeight)),
    [count, rowHeight],
  )
  const [from, to] = useSeen(scroller, body, heights, count)
  useEffect(() => {
    if (to > from) onSee?.(from, to)
  }, [from, to, count])
  useBringing(scroller, body, heights, scrollToIndex)
  const Rows = recycled ? RowsInSlots : RowsInFlow
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

/** The rows to draw: from one to before another. */
function useSeen(scroller: Box, body: Box, heights: Heights, count: number): [number, number] {
  const [seen, setSeen] = useState<[number, number]>([0, Math.min(count, 40)])
  useLayoutEffect(() => {
    const look = () => {
      const { scrollTop, clientHeight } = scroller.current!
      const top = scrollTop - body.current!.offsetTop
      const first = Math.max(0, heights.at(top) - beyond)
      const last = Math.min(count, heights.at(top + clientHeight) + 1 + beyond)
      const next: [number, number] = [first - (first % step), Math.min(count, Math.ceil(last / step) * step)]
      setSeen((now) => (now[0] === next[0] && now[1] === next[1] ? now : next))
    }
    look()
    const element = scroller.current!
    const watcher = new ResizeObserver(look)
    watcher.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    const all = () => setSeen([0, Math.min(count, printed)])
    addEventListener('beforeprint', all)
    addEventListener('afterprint', look)
    return () => {
      removeEventListener('beforeprint', all)
      removeEventListener('afterprint', look)
      watcher.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [heights, count])
  return [Math.min(seen[0], count), Math.min(seen[1], count)]
}

/** Scrolls as little as is needed for a row to be seen whole. */
function useBringing(scroller: Box, body: Box, heights: Heights, index: number | undefined) {
  useLayoutEffect(() => {
    if (index === undefined || index < 0) return
    const element = scroller.current!
    const head = body.current!.offsetTop
    const [top, bottom] = [heights.top(index), heights.top(index + 1)]
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom + head > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom + head - element.clientHeight
  }, [index])
}
