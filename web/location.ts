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
  /** Identifies the entry of a location and the entries of the layers that cover it. */
  id?: number
  /** Number of layers that cover the location. */
  layers?: number
}

const readState = (): HistoryState => (history.state as HistoryState | null) ?? {}

/** True while the browser processes `history.go()`, which is asynchronous. */
let isGoingBack = false

/** Functions that close the open sheets, menus and dialogs. On phones, the history has an entry for each. */
const layers: (() => void)[] = []
/** URLs that entries get when they are reached again, since they were replaced below a layer. */
const replacedUrls = new Map<number | undefined, string>()
const phone = matchMedia('(width < 45rem)')

export const currentLocation: ReadonlySignal<AppLocation> = locationSignal

/** Changes a URL that is opened by a link or a command. */
let onArrival: ((url: URL) => void) | undefined

export function setArrivalHandler(handler: typeof onArrival): void {
  onArrival = handler
  const url = new URL(location.href)
  handler?.(url)
  changeUrl(url, { replace: true })
}

/** Asks before the page, or a dialog on it, is left with input that is not saved. Returns false without such input. */
type LeaveQuestion = (leave: () => void, stay?: () => void, dialog?: Element) => boolean

export let askToLeave: LeaveQuestion = () => false

export const setLeaveQuestion = (question: LeaveQuestion): void => void (askToLeave = question)

interface NavigationOptions {
  replace?: boolean
}

export function navigate(to: string, options?: NavigationOptions): void {
  const url = new URL(to, location.href)
  const go = () => {
    // A task that is opened in a list keeps the list as it is.
    if (url.pathname !== location.pathname || !url.search) onArrival?.(url)
    changeUrl(url, options)
  }
  if (options?.replace || !askToLeave(go)) go()
}

function changeUrl(url: URL, { replace = false }: NavigationOptions = {}): void {
  if (isGoingBack) return addEventListener('popstate', () => changeUrl(url, { replace }), { once: true })
  if (url.href === location.href) return
  const { id, layers: entries = 0 } = readState()
  if (replace) {
    if (entries) replacedUrls.set(id, url.href)
    history.replaceState(history.state, '', url)
  } else if (entries > 1) {
    // A push from the location below removes the entries of all layers, which Forward would reach.
    goBack(entries)
    return changeUrl(url)
  } else {
    // The new location replaces the entry of the layer, so that Back leads to the location below it.
    history[entries ? 'replaceState' : 'pushState']({ before: location.href } satisfies HistoryState, '', url)
    alignLater()
  }
  showLocation()
}

function isShown(): boolean {
  const { path, query } = locationSignal.peek()
  return path === location.pathname && `${query}` === `${new URLSearchParams(location.search)}`
}

function showLocation(): void {
  if (!isShown()) locationSignal.value = readLocation()
}

/** Closes what was opened over a location: by a step back if possible, otherwise by replacing the entry. */
function goBackTo(to: string): void {
  if (isGoingBack) return addEventListener('popstate', () => goBackTo(to), { once: true })
  const { href } = new URL(to, location.href)
  const { before, layers: entries = 0 } = readState()
  if (before === href) goBack(entries + 1)
  else changeUrl(new URL(href), { replace: true })
}

function goBack(steps: number): void {
  isGoingBack = true
  history.go(-steps)
}

/** Lets Back on a phone close a layer. Returns a function to call once it is closed. */
export function addLayer(close: () => void): () => void {
  layers.push(close)
  alignLater()
  return () => {
    layers.splice(layers.indexOf(close), 1)
    alignLater()
  }
}

export const closeTopLayer = (): void => layers.at(-1)?.()

/** Waits until components have rendered, since a layer may follow another one. */
const alignLater = () => setTimeout(alignHistory)

/** Adds or removes entries until the history has one for each open layer. */
function alignHistory(): void {
  if (isGoingBack) return
  const { id = Math.random(), layers: entries = 0 } = readState()
  const count = phone.matches ? layers.length : 0
  if (entries > count) return goBack(entries - count)
  if (entries < count) history.replaceState({ ...readState(), id }, '')
  for (let number = entries + 1; number <= count; number++)
    history.pushState({ ...readState(), layers: number } satisfies HistoryState, '')
}

function handlePopState(): void {
  const wasGoingBack = isGoingBack
  isGoingBack = false
  const { id, layers: entries = 0 } = readState()
  const url = replacedUrls.get(id)
  if (url) history.replaceState(history.state, '', url)
  if (!entries) replacedUrls.delete(id)
  const shown = new URL(buildUrlWithQuery({}), location.href)
  if (!wasGoingBack && !isShown() && askToLeave(showLocation, () => changeUrl(shown))) return
  showLocation()
  if (!wasGoingBack && phone.matches) for (const close of layers.slice(entries).toReversed()) close()
  alignLater()
}

/** Closes what a parameter opened. */
export const closeByQuery = (name: string): void => goBackTo(buildUrlWithQuery({ [name]: null }))

export const closeTask = (): void => closeByQuery('task')

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
  addEventListener('popstate', handlePopState)
  // A phone that is turned may become wide.
  phone.addEventListener('change', alignLater)
  // A reload closes layers, whose entries remain.
  const { id, layers: entries } = readState()
  if (entries) replacedUrls.set(id, location.href)
  alignHistory()
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
