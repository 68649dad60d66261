import type { Placement } from '@floating-ui/dom'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { follow } from './floating.ts'
import './popover.css'

/** Where something floats: beside an element, or at a point (a menu at the mouse). */
export type Anchor = Element | { x: number; y: number }

interface PopoverProps {
  anchor: Anchor
  onClose: () => void
  placement?: Placement
  /** As wide as its anchor at least. */
  wide?: boolean
  class?: string
  role?: 'dialog' | 'presentation'
  label?: string
  children: ComponentChildren
}

const isPhone = () => matchMedia('(max-width: 719px)').matches

/**
 * Something that floats beside its anchor, above everything else, until the person presses Escape or goes elsewhere. What
 * had the focus gets it back.
 */
export function Popover(props: PopoverProps) {
  const box = useRef<HTMLDivElement>(null)
  useTopLayer(box)
  usePlace(box, props)
  useClosing(box, props)
  return (
    <div
      ref={box}
      class={`popover popover-sheet ${props.class ?? ''}`}
      popover="manual"
      role={props.role}
      aria-label={props.label}
      tabIndex={-1}
      data-floating
    >
      {props.children}
    </div>
  )
}

type Box = { current: HTMLDivElement | null }

/** Browsers without the top layer show it all the same, in its place in the document. */
function useTopLayer(box: Box) {
  useLayoutEffect(() => {
    if (typeof box.current!.showPopover === 'function') box.current!.showPopover()
    else box.current!.removeAttribute('popover')
  }, [])
}

let floating: { follow: typeof follow } | undefined

/** Loads the positioning of popovers. Until then they open below their anchors. */
export const loadFloating = async (): Promise<unknown> => (floating ??= await import('./floating.ts'))

function usePlace(box: Box, { anchor, placement = 'bottom-start', wide = false }: PopoverProps) {
  useLayoutEffect(() => {
    const element = box.current!
    const reference = anchor instanceof Element ? anchor : pointAsElement(anchor)
    const stays = () => {
      if (anchor instanceof Element && !anchor.isConnected && element.style.left) return true
      const isSheet = isPhone()
      if (isSheet) element.removeAttribute('style')
      return isSheet
    }
    const begin = () => floating!.follow({ reference, element, placement, wide, stays })
    if (floating) return begin()
    if (!stays()) placeBelow(element, reference.getBoundingClientRect())
    let [end, isGone] = [() => {}, false]
    const loaded = () => void (isGone || (end = begin()))
    loadFloating().then(loaded, () => undefined)
    return () => {
      isGone = true
      end()
    }
  }, [anchor, placement, wide])
}

function placeBelow({ style, offsetWidth, offsetHeight }: HTMLElement, { left, bottom }: DOMRect): void {
  style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
  style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - offsetHeight - 8))}px`
}

const pointAsElement = ({ x, y }: { x: number; y: number }) => ({
  getBoundingClientRect: () => new DOMRect(x, y, 0, 0),
})

function useClosing(box: Box, { anchor, onClose }: PopoverProps) {
  const close = useRef(onClose)
  close.current = onClose
  // At once, before it is painted: a key that is pressed right then is for what has just come, not for what is below it.
  useLayoutEffect(() => {
    const element = box.current!
    const before = document.activeElement
    if (!element.contains(before)) (element.querySelector<HTMLElement>('[data-focus]') ?? element).focus()
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close.current()
    }
    const pointed = (event: Event) => {
      const target = event.target as Element
      if (element.contains(target) || isAbove(target, element)) return
      if (anchor instanceof Element && anchor.contains(target)) swallowClick()
      close.current()
    }
    element.addEventListener('keydown', pressed)
    document.addEventListener('pointerdown', pointed, true)
    return () => {
      element.removeEventListener('keydown', pressed)
      document.removeEventListener('pointerdown', pointed, true)
      const now = document.activeElement
      if ((!now || now === document.body || element.contains(now)) && before instanceof HTMLElement)
        before.focus()
    }
  }, [])
}

/** The press on the anchor that closed what floats must not open it again. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', swallow, { capture: true, once: true })
  document.addEventListener(
    'pointerup',
    () => setTimeout(() => document.removeEventListener('click', swallow, true)),
    { once: true },
  )
}

/** Whether it lies in something that was floated later, such as the menu of an option. */
const isAbove = (target: Element, element: Element): boolean => {
  const other = target.closest('[data-floating]')
  return other !== null && Boolean(element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
}
