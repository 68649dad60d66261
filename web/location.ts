import { computed, signal, type ReadonlySignal } from '@preact/signals'

interface AppLocation {
  path: string
  query: URLSearchParams
}

const readLocation = (): AppLocation => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
})

const locationSignal = signal(readLocation())

interface HistoryState {
  before?: string
}

/** True while the browser processes `history.back()`, which is asynchronous. */
let isGoingBack = false

export const currentLocation: ReadonlySignal<AppLocation> = locationSignal

/** Changes a URL that is opened by a link or a command. */
let onArrival: ((url: URL) => void) | undefined

export function setArrivalHandler(handler: typeof onArrival): void {
  onArrival = handler
  const url = new URL(location.href)
  handler?.(url)
  changeUrl(url, { replace: true })
}

interface NavigationOptions {
  replace?: boolean
}

export function navigate(to: string, options?: NavigationOptions): void {
  const url = new URL(to, location.href)
  // A task that is opened in a list keeps the list as it is.
  if (url.pathname !== location.pathname || !url.search) onArrival?.(url)
  changeUrl(url, options)
}

function changeUrl(url: URL, { replace = false }: NavigationOptions = {}): void {
  if (isGoingBack) return addEventListener('popstate', () => changeUrl(url, { replace }), { once: true })
  if (url.href === location.href) return
  if (replace) history.replaceState(history.state, '', url)
  else history.pushState({ before: location.href } satisfies HistoryState, '', url)
  locationSignal.value = readLocation()
}

/** Closes what was opened over a location: by a step back if possible, otherwise by replacing the entry. */
function goBackTo(to: string): void {
  if (isGoingBack) return
  const { href } = new URL(to, location.href)
  if ((history.state as HistoryState | null)?.before !== href) return changeUrl(new URL(href), { replace: true })
  isGoingBack = true
  history.back()
}

export const closeTask = (): void => goBackTo(buildUrlWithQuery({ task: null }))

export function setQuery(changes: Record<string, string | null>, options?: NavigationOptions): void {
  changeUrl(new URL(buildUrlWithQuery(changes), location.href), options)
}

export function buildUrlWithQuery(changes: Record<string, string | null>): string {
  const query = new URLSearchParams(locationSignal.value.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  return locationSignal.value.path + (text && `?${text}`)
}

const urlWithoutTask = computed(() => buildUrlWithQuery({ task: null }))

/** The location without the open task, for components that need not render again when one is opened. */
export const locationWithoutTask: ReadonlySignal<AppLocation> = computed(() => {
  const { pathname, searchParams } = new URL(urlWithoutTask.value, location.href)
  return { path: pathname, query: searchParams }
})

export const buildTaskUrl = (id: string): string =>
  `${urlWithoutTask.value}${urlWithoutTask.value.includes('?') ? '&' : '?'}task=${encodeURIComponent(id)}`

export function startRouter(isConsole: (path: string) => boolean): void {
  addEventListener('popstate', () => {
    isGoingBack = false
    locationSignal.value = readLocation()
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.href || link.target || link.hasAttribute('download')) return
    const url = new URL(link.href)
    if (url.origin !== location.origin || !isConsole(url.pathname)) return
    event.preventDefault()
    navigate(url.href)
  })
}
