import { effect } from '@preact/signals'
import type { Outbox } from './outbox.ts'
import type { BrowserStorage } from './storage.ts'

/** Asks before the page is left while changes are pending that the browser cannot store. Returns a function that ends it. */
export const guardUnload = (
  { isPersistent }: Pick<BrowserStorage, 'isPersistent'>,
  { pendingCount }: Pick<Outbox, 'pendingCount'>,
): (() => void) =>
  effect(() => {
    if (isPersistent.value || pendingCount.value === 0) return undefined
    const preventUnload = (event: Event) => event.preventDefault()
    globalThis.addEventListener?.('beforeunload', preventUnload)
    return () => globalThis.removeEventListener?.('beforeunload', preventUnload)
  })
