/*
 * What can be dragged and where it can be dropped. Cards say so when they are drawn; the library that drags comes later, and
 * takes those that have said so by then and whoever does after.
 */

export type Told = { task: string } | { lane: string }

type Take = (element: HTMLElement, told: Told) => () => void

const waiting = new Map<HTMLElement, Told>()
const ends = new Map<HTMLElement, () => void>()
let take: Take | undefined

function say(element: HTMLElement, told: Told): () => void {
  waiting.set(element, told)
  if (take) ends.set(element, take(element, told))
  return () => {
    waiting.delete(element)
    ends.get(element)?.()
    ends.delete(element)
  }
}

/** A card that can be dragged, and before or after which others are dropped. */
export const dragOf = (element: HTMLElement, told: { task: string }): (() => void) => say(element, told)

/** A lane in which cards are dropped. */
export const dropOn = (element: HTMLElement, told: { lane: string }): (() => void) => say(element, told)

/** Has the library take them, as long as the screen is there. */
export function takeAll(next: Take): () => void {
  take = next
  for (const [element, told] of waiting) ends.set(element, next(element, told))
  return () => {
    take = undefined
    for (const end of ends.values()) end()
    ends.clear()
  }
}
