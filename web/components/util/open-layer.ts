import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { render, type VNode } from 'preact'

const openCount = signal(0)

/**
 * Returns the latest value of a function, but while a layer is open the one from before, so that nothing shifts below it.
 * Incomplete values are not held.
 */
export function holdWhileOpen<T>(read: () => T, isComplete: (value: T) => boolean = () => true): ReadonlySignal<T> {
  let held: T | undefined
  return computed(() => {
    if (openCount.value > 0 && held !== undefined) return held
    const value = read()
    if (openCount.value === 0) held = isComplete(value) ? value : undefined
    return value
  })
}

/** Renders a popover outside of the component tree; inside a modal dialog, since all else is inert. */
export function openLayer(renderContent: (close: () => void) => VNode, near?: unknown): () => void {
  const parent = (near instanceof Element && near.closest('dialog')) || document.body
  const host = document.createElement('div')
  host.className = 'layer'
  parent.append(host)
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    render(null, host)
    host.remove()
    openCount.value--
  }
  openCount.value++
  render(renderContent(close), host)
  return close
}
