import { computed, signal, type ReadonlySignal } from '@preact/signals'

/** Where in the console the person is: everything that they would share or go back to is in the address. */
export interface Address {
  path: string
  query: URLSearchParams
}

const read = (): Address => ({ path: location.pathname, query: new URLSearchParams(location.search) })

const current = signal(read())

/** The address now. A component that reads it is drawn anew when it changes. */
export const here: ReadonlySignal<Address> = current

/** Goes to an address of the console; `replace` leaves no step to go back to. */
export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = new URL(to, location.href)
  if (url.href === location.href) return
  if (replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  current.value = read()
}

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
  addEventListener('popstate', () => (current.value = read()))
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
