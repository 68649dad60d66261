/** Caches the page and its files, so that the console starts without a network; never API responses. */
const serviceWorker = globalThis as unknown as WorkerScope

interface WorkerScope {
  addEventListener(type: 'message', listener: (event: WorkerEvent & MessageEvent<unknown>) => void): void
  addEventListener(type: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; matchAll(): Promise<{ postMessage(message: string): void }[]> }
}

interface WorkerEvent extends Event {
  request: Request
  waitUntil(promise: Promise<unknown>): void
  respondWith(response: Promise<Response>): void
}

const SHELL_CACHE = 'shell'
const FILES_CACHE = 'files'
const MAX_FILES = 500
const SHELL_URL = '/'

/** Files of this version, including lazy ones, which are cached for offline use. */
const FILES: readonly string[] = JSON.parse('__FILES__') as string[]

/** Returns the language of a translation: `de` of `/assets/catalogue-de-….js`. */
const findLanguage = (name: string): string | undefined => /\/catalogue-([a-z]+)-[^/]*$/.exec(name)?.[1]

const isShell = ({ mode }: Request, { pathname }: URL): boolean =>
  mode === 'navigate' && (pathname === '/' || pathname.startsWith('/o/') || pathname.startsWith('/t/'))

serviceWorker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([refreshShell(), cacheFiles(), serviceWorker.skipWaiting()]))
})
// A page says its language, since it loads its translation before this worker is there.
serviceWorker.addEventListener('message', (event) => {
  event.waitUntil(cacheAll(FILES.filter((name) => findLanguage(name) === event.data)))
})
serviceWorker.addEventListener('activate', (event) => event.waitUntil(serviceWorker.clients.claim()))
serviceWorker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (isShell(request, url)) event.respondWith(respondWithShell(event))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(loadFile(request))
})

async function respondWithShell(event: WorkerEvent): Promise<Response> {
  const cached = await caches.match(SHELL_URL, { cacheName: SHELL_CACHE, ignoreVary: true })
  // Responses in place of the page, such as redirects, are passed through.
  if (!cached) return fetch(event.request)
  event.waitUntil(refreshShell().catch(() => undefined))
  return cached
}

async function refreshShell(): Promise<void> {
  const response = await fetch(SHELL_URL, { headers: { accept: 'text/html' }, cache: 'no-cache' })
  if (!response.ok || response.redirected) return
  const cache = await caches.open(SHELL_CACHE)
  const previous = await (await cache.match(SHELL_URL, { ignoreVary: true }))?.text()
  const text = await response.clone().text()
  if (text === previous) return
  // The files are cached first, so that the cached page works.
  await Promise.all([...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, name]) => loadFile(new Request(name!))))
  await cache.put(SHELL_URL, response)
  if (previous === undefined) return
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Clients of a worker have its origin.
  for (const client of await serviceWorker.clients.matchAll()) client.postMessage('upgraded')
}

/** Caches the files of this version, with translations into the languages that are cached of an earlier one. */
async function cacheFiles(): Promise<void> {
  const cached = await (await caches.open(FILES_CACHE)).keys()
  const languages = new Set([undefined, ...cached.map(({ url }) => findLanguage(url))])
  await cacheAll(FILES.filter((name) => languages.has(findLanguage(name))))
}

/** Fetches files one at a time; the next visit retries failed ones. */
async function cacheAll(names: readonly string[]): Promise<void> {
  for (const name of names) await loadFile(new Request(name))
}

/** Returns a file from the cache; names contain a content hash, so files never change. */
async function loadFile(request: Request): Promise<Response> {
  const cache = await caches.open(FILES_CACHE)
  const cached = await cache.match(request, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(request)
  if (!response.ok) return response
  // Without disk space the page works uncached.
  await cache.put(request, response.clone()).catch(() => undefined)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_FILES)).map((old) => cache.delete(old)))
  return response
}

// oxlint-disable-next-line unicorn/require-module-specifiers -- It makes a module of this file, whose names are its own.
export {}
