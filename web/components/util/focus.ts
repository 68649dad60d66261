import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Focuses an element once, when it is mounted. A callback ref would take the focus again with every render. */
export function useFocusOnMount<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  useLayoutEffect(() => element.current?.focus(), [])
  return element
}

/** Part of the page with its own keys: the list or board of the screen, or the panel. */
export type Region = 'list' | 'panel'

const layers = 'dialog, [data-floating]'

/** Last focused region: null for a control outside of both, undefined before any focus. */
let last: HTMLElement | null | undefined
let isEntering = false

const regionAt = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[data-region]')

export function trackFocus(target: Document = document): void {
  const note = (element: EventTarget | null, outside: null | undefined) => {
    if (!(element instanceof Element) || element.closest(layers)) return
    last = regionAt(element) ?? outside
  }
  target.addEventListener('pointerdown', (event) => note(event.target, undefined), true)
  target.addEventListener('focusin', (event) => note(event.target, null))
}

/** Returns the region that keys act on: the focused one, the list if nothing is focused, else none. */
export function getFocusedRegion(): Region | undefined {
  const active = document.activeElement
  const isNowhere = active === null || active === document.body
  const isLayer = !isNowhere && active.closest(layers) !== null
  const region = isNowhere || isLayer ? last : regionAt(active)
  if (region?.isConnected) return region.dataset['region'] as Region
  return region === null && !isNowhere ? undefined : 'list'
}

/** Moves the focus to an element of the list, unless a layer was opened or the focus went elsewhere since. */
export function focusInList(element: HTMLElement | null | undefined): void {
  if (getFocusedRegion() === 'list' && !document.activeElement?.closest(layers)) element?.focus()
}

export function enterPanel(): void {
  const panel = document.querySelector<HTMLElement>('[data-region=panel]')
  if (panel) panel.focus()
  else isEntering = true
}

export function focusRequestedPanel(panel: HTMLElement | null): void {
  if (!panel || !isEntering) return
  isEntering = false
  panel.focus()
}

export function focusList(): void {
  const list = document.querySelector<HTMLElement>('[data-region=list]')
  const home = list?.querySelector<HTMLElement>('[data-home]') ?? list
  if (home) home.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  last = list ?? undefined
}

export const switchRegion = (): void => (getFocusedRegion() === 'list' ? enterPanel() : focusList())
