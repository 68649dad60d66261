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

const findRegion = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[data-region]')

export function trackFocus(): void {
  const recordFocus = (element: EventTarget | null, outside: null | undefined) => {
    if (!(element instanceof Element) || element.closest(layers)) return
    last = findRegion(element) ?? outside
  }
  document.addEventListener('pointerdown', (event) => recordFocus(event.target, undefined), true)
  document.addEventListener('focusin', (event) => recordFocus(event.target, null))
  document.addEventListener('focusout', keepFocus)
  document.addEventListener('click', keepFocus)
}

const LOST_FOCUS_DELAY_MS = 50

/** Moves the focus to the last region when the focused element was removed or disabled, and nothing else took it. */
function keepFocus({ target }: Event): void {
  const element = (target as Element).closest('button') ?? (target as Element)
  setTimeout(() => {
    if (document.activeElement !== document.body || (element.isConnected && !element.matches(':disabled'))) return
    if (last?.isConnected && last.dataset['region'] === 'panel') last.focus()
    else focusList()
  }, LOST_FOCUS_DELAY_MS)
}

/** Moves the focus from a control outside of the regions into the list, if there is one. */
export function leaveControl(): void {
  if (getFocusedRegion() === undefined && document.querySelector('[data-region=list]')) focusList()
}

/** Returns the region that keys act on: the focused one, the list if nothing is focused, else none. */
export function getFocusedRegion(): Region | undefined {
  const active = document.activeElement
  const isNowhere = active === null || active === document.body
  const isLayer = !isNowhere && active.closest(layers) !== null
  const region = isNowhere || isLayer ? last : findRegion(active)
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
  const before = document.activeElement
  home?.focus({ preventScroll: true })
  if (before === document.activeElement && before !== home) (before as HTMLElement | null)?.blur()
  last = list ?? undefined
}

export const switchRegion = (): void => (getFocusedRegion() === 'list' ? enterPanel() : focusList())
