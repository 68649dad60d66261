import type { ComponentChild, VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Heights } from './heights.ts'

interface Rows {
  from: number
  to: number
  /** How many there are in all. */
  count: number
  heights: Heights
  row: (index: number) => VNode
}

/** Rows one below the other, each with the element that its key names. */
export function RowsInFlow({ from, to, heights, row }: Rows) {
  const rows: VNode[] = []
  for (let index = from; index < to; index++) rows.push(row(index))
  return (
    <div class="virtual-seen" role="presentation" style={{ transform: `translateY(${heights.top(from)}px)` }}>
      {rows}
    </div>
  )
}

/** How long a scroll has to rest until rows are put in order. */
const restMs = 150

/**
 * Rows in slots: one that is scrolled out of sight gives its elements to one that comes into it, and nothing is made, removed
 * or moved in the page while it scrolls. Slots lie wherever their rows do; once the list rests, they also follow one another
 * as their rows do, for whom the page is read aloud.
 */
export function RowsInSlots({ from, to, count, heights, row }: Rows) {
  const most = useRef(0)
  most.current = Math.max(most.current, to - from)
  const indexes = new Map<number, number>()
  // Where fewer rows are wanted for a moment, those that follow have the slots that would be empty.
  const end = Math.min(count, from + most.current)
  for (let index = from; index < end; index++) indexes.set(index % most.current, index)
  const order = useOrder(indexes, from, to)
  const slots: ComponentChild[] = order.map((slot) => {
    const index = indexes.get(slot)!
    const top = heights.top(index)
    const place = { top: `${top}px`, height: `${heights.top(index + 1) - top}px` }
    return (
      <div key={slot} class="virtual-slot" role="presentation" style={place}>
        {row(index)}
      </div>
    )
  })
  return <>{slots}</>
}

/** The slots as they follow one another in the page: while rows come and go, each stays where it is. */
function useOrder(indexes: ReadonlyMap<number, number>, from: number, to: number): readonly number[] {
  const order = useRef<readonly number[]>([])
  const [, draw] = useState({})
  const known = new Set(order.current)
  const added = [...indexes.keys()].filter((slot) => !known.has(slot))
  order.current = [...order.current.filter((slot) => indexes.has(slot)), ...added]
  useEffect(() => {
    const rest = setTimeout(() => {
      const sorted = order.current.toSorted((a, b) => indexes.get(a)! - indexes.get(b)!)
      if (isFocusedWithin() || sorted.join() === order.current.join()) return
      order.current = sorted
      draw({})
    }, restMs)
    return () => clearTimeout(rest)
  }, [from, to])
  return order.current
}

/** Whether somebody is in a row: to move an element takes the focus from it. */
const isFocusedWithin = (): boolean => document.activeElement?.closest('.virtual-slot') != null
