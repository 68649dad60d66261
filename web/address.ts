import { computed, signal, type ReadonlySignal } from '@preact/signals'

/** Where in the console the person is: everything that they would share or go back to is in the address. */
export interface Address {
  path: string
  query: URLSearchParams
}

const read = (): Address => ({ path: location.pathname, query: new URLSearchParams(location.search) })

const current = signal(read())

/** What the browser keeps with a step: the address from which it was taken. */
interface Step {
  before?: string
}

/** A step back is under way: the browser takes it a moment after it is asked for. */
let isGoingBack = false

/** The address now. A component that reads it is drawn anew when it changes. */
export const here: ReadonlySignal<Address> = current

/** Goes to an address of the console; `replace` leaves no step to go back to. */
export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (isGoingBack) return addEventListener('popstate', () => go(to, { replace }), { once: true })
  const url = new URL(to, location.href)
  if (url.href === location.href) return
  if (replace) history.replaceState(history.state, '', url)
  else history.pushState({ before: location.href } satisfies Step, '', url)
  current.value = read()
}

/**
 * Leaves what was opened over an address, and goes back to that: by a step back where one came from there, so that the next
 * step back does not open it again. Else no step to it is left either.
 */
function goBackTo(to: string): void {
  if (isGoingBack) return
  const { href } = new URL(to, location.href)
  if ((history.state as Step | null)?.before !== href) return go(href, { replace: true })
  isGoingBack = true
  history.back()
}

/** Closes the task that is open beside the page. */
export const closeTask = (): void => goBackTo(addressWith({ task: null }))

/** Changes names of the query, and keeps the rest; null takes one away. */
export function goWith(changes: Record<string, string | null>, options?: { replace?: boolean }): void {
  go(addressWith(changes), options)
}

/** The address that `goWith` would go to, for links. */
export function addressWith(changes: Record<string, string | null>): string {
  const query = new URLSearchParams(current.value.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  return current.value.path + (text && `?${text}`)
}

const below = computed(() => addressWith({ task: null }))

/** The address without the task that is open there: what reads it is not drawn anew when one is opened. */
export const hereBelow: ReadonlySignal<Address> = computed(() => {
  const { pathname, searchParams } = new URL(below.value, location.href)
  return { path: pathname, query: searchParams }
})

/** The address at which a task is open beside what is shown. */
export const taskAddress = (id: string): string =>
  `${below.value}${below.value.includes('?') ? '&' : '?'}task=${encodeURIComponent(id)}`

/** Follows the browser's own steps, and links of the page that lead into the console. Called once, at the start. */
export function followAddress(isConsole: (path: string) => boolean): void {
  addEventListener('popstate', () => {
    isGoingBack = false
    current.value = read()
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.href || link.target || link.hasAttribute('download')) return
    const url = new URL(link.href)
    if (url.origin !== location.origin || !isConsole(url.pathname)) return
    event.preventDefault()
    go(url.href)
  })
}
