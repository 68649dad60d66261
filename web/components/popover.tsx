import type { Placement } from '@floating-ui/dom'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { addLayer } from '../location.ts'
import type * as Floating from './util/floating.ts'
import './popover.css'

export type Anchor = Element | { x: number; y: number }

interface PopoverProps {
  anchor: Anchor
  onClose: () => void
  placement?: Placement
  wide?: boolean
  class?: string
  role?: 'dialog' | 'presentation'
  label?: string
  children: ComponentChildren
}

const isPhone = () => matchMedia('(width < 45rem)').matches

export function Popover(props: PopoverProps) {
  const box = useRef<HTMLDivElement>(null)
  useTopLayer(box)
  usePosition(box, props)
  useCloseOnLeave(box, props)
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

/** Moves a popover to the top layer; browsers without one show it in the document. */
function useTopLayer(box: Box) {
  useLayoutEffect(() => {
    if (typeof box.current!.showPopover === 'function') box.current!.showPopover()
    else box.current!.removeAttribute('popover')
  }, [])
}

let floating: typeof Floating | undefined

/** Loads the positioning of popovers. Until then they open below their anchors. */
export const loadFloating = async (): Promise<unknown> => (floating ??= await import('./util/floating.ts'))

function usePosition(box: Box, { anchor, placement = 'bottom-start', wide = false }: PopoverProps) {
  useLayoutEffect(() => {
    const element = box.current!
    const reference = anchor instanceof Element ? anchor : pointAsElement(anchor)
    const isFixed = () => {
      if (element.style.left && anchor instanceof Element && !isShown(anchor)) return true
      const isSheet = isPhone()
      if (isSheet) element.removeAttribute('style')
      return isSheet
    }
    const start = () => floating!.keepPositioned({ reference, element, placement, wide, isFixed })
    if (floating) return start()
    if (!isFixed()) placeBelow(element, reference.getBoundingClientRect())
    let [end, isGone] = [() => {}, false]
    const onLoad = () => void (isGone || (end = start()))
    loadFloating().then(onLoad, () => undefined)
    return () => {
      isGone = true
      end()
    }
  }, [anchor, placement, wide])
}

/** Returns whether an element has a box. A button of a row has none once the pointer left the row. */
const isShown = (element: Element): boolean => element.getClientRects().length > 0

function placeBelow({ style, offsetWidth, offsetHeight }: HTMLElement, { left, bottom }: DOMRect): void {
  style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
  style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - offsetHeight - 8))}px`
}

const pointAsElement = ({ x, y }: { x: number; y: number }) => ({
  getBoundingClientRect: () => new DOMRect(x, y, 0, 0),
})

function useCloseOnLeave(box: Box, { anchor, onClose }: PopoverProps) {
  const close = useRef(onClose)
  close.current = onClose
  // A layout effect, so that the next key goes to the popover and not to what is below it.
  useLayoutEffect(() => {
    const element = box.current!
    const previousFocus = document.activeElement
    if (!element.contains(previousFocus)) (element.querySelector<HTMLElement>('[data-focus]') ?? element).focus()
    const removeLayer = addLayer(() => close.current())
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close.current()
    }
    const onPointerDown = (event: Event) => {
      const target = event.target as Element
      if (element.contains(target) || isAbove(target, element)) return
      if (isPhone() || (anchor instanceof Element && anchor.contains(target))) swallowClick()
      close.current()
    }
    element.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown, true)
    return () => {
      removeLayer()
      element.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown, true)
      const current = document.activeElement
      if ((!current || current === document.body || element.contains(current)) && previousFocus instanceof HTMLElement)
        previousFocus.focus()
    }
  }, [])
}

/**
 * Prevents that the click which closed the popover opens it again, or acts on what a sheet covered. On touch screens
 * the click follows later than the pointer.
 */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', swallow, { capture: true, once: true })
  const stop = () => document.removeEventListener('click', swallow, true)
  document.addEventListener('pointerup', ({ pointerType }) => setTimeout(stop, pointerType === 'touch' ? 350 : 0), {
    once: true,
  })
}

const isAbove = (target: Element, element: Element): boolean => {
  const other = target.closest('[data-floating]')
  return other !== null && Boolean(element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
}
