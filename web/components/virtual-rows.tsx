import type { ComponentChild, VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { RowHeights } from './util/row-heights.ts'

interface Rows {
  from: number
  to: number
  count: number
  heights: RowHeights
  row: (index: number) => VNode
}

export function FlowRows({ from, to, heights, row }: Rows) {
  const rows: VNode[] = []
  for (let index = from; index < to; index++) rows.push(row(index))
  return (
    <div class="virtual-seen" role="presentation" style={{ transform: `translateY(${heights.getTop(from)}px)` }}>
      {rows}
    </div>
  )
}

const SORT_DELAY_MS = 150

/** Recycles the elements of rows that left the viewport; puts them in document order when scrolling ends. */
export function RecycledRows({ from, to, count, heights, row }: Rows) {
  const maxSlots = useRef(0)
  maxSlots.current = Math.max(maxSlots.current, to - from)
  const indexes = new Map<number, number>()
  // When fewer rows are visible, the next ones fill the slots, so that no slot is removed.
  const end = Math.min(count, from + maxSlots.current)
  for (let index = from; index < end; index++) indexes.set(index % maxSlots.current, index)
  const order = useOrder(indexes, from, to)
  const slots: ComponentChild[] = order.map((slot) => {
    const index = indexes.get(slot)!
    const top = heights.getTop(index)
    const style = { top: `${top}px`, height: `${heights.getTop(index + 1) - top}px` }
    return (
      <div key={slot} class="virtual-slot" role="presentation" style={style}>
        {row(index)}
      </div>
    )
  })
  return <>{slots}</>
}

function useOrder(indexes: ReadonlyMap<number, number>, from: number, to: number): readonly number[] {
  const order = useRef<readonly number[]>([])
  const [, rerender] = useState({})
  const known = new Set(order.current)
  const added = [...indexes.keys()].filter((slot) => !known.has(slot))
  const compare = (a: number, b: number) => indexes.get(a)! - indexes.get(b)!
  order.current = [...order.current.filter((slot) => indexes.has(slot)), ...added]
  // Printed rows follow each other in this order.
  if (added.length > 0 && !isFocusedWithin()) order.current = order.current.toSorted(compare)
  useEffect(() => {
    const timer = setTimeout(() => {
      const sorted = order.current.toSorted(compare)
      if (isFocusedWithin() || sorted.join() === order.current.join()) return
      order.current = sorted
      rerender({})
    }, SORT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [from, to])
  return order.current
}

/** Returns whether a row has the focus, which moving its element would remove. */
const isFocusedWithin = (): boolean => document.activeElement?.closest('.virtual-slot') != null
