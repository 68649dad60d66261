/**
 * The worker of the console: keeps the page and its files, so that the next visit begins without the network. What people
 * see there is none of its business: it answers nothing of the API.
 */
const worker = globalThis as unknown as Worker

/** What is used of a service worker. */
interface Worker {
  addEventListener(type: 'install' | 'activate' | 'fetch', heard: (event: Happening) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; matchAll(): Promise<{ postMessage(message: string): void }[]> }
}

interface Happening extends Event {
  request: Request
  waitUntil(work: Promise<unknown>): void
  respondWith(answer: Promise<Response>): void
}

const shellCache = 'shell'
const filesCache = 'files'
/** As many files are kept as several versions of the page have; the oldest go first. */
const mostFiles = 500
/** Every address of the console is the same page. */
const shellKey = '/'

/** Files of this version, including lazy ones, which are cached for offline use. */
const files: readonly string[] = JSON.parse('__FILES__') as string[]

const isShell = ({ mode }: Request, { pathname }: URL): boolean =>
  mode === 'navigate' && (pathname === '/' || pathname.startsWith('/o/') || pathname.startsWith('/t/'))

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([renewShell(), keepFiles(), worker.skipWaiting()]))
})
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (isShell(request, url)) event.respondWith(shell(event))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(file(request))
})

/** The page as it is kept, while it is looked whether there is another. */
async function shell(event: Happening): Promise<Response> {
  const kept = await caches.match(shellKey, { cacheName: shellCache, ignoreVary: true })
  // What the server says in place of the page, such as a redirect to its own name, is what the browser gets.
  if (!kept) return fetch(event.request)
  event.waitUntil(renewShell().catch(() => undefined))
  return kept
}

/** Reads the page anew, with the files that it begins with; tells the pages that are open when it is another. */
async function renewShell(): Promise<void> {
  const answer = await fetch(shellKey, { headers: { accept: 'text/html' }, cache: 'no-cache' })
  if (!answer.ok || answer.redirected) return
  const cache = await caches.open(shellCache)
  const before = await (await cache.match(shellKey, { ignoreVary: true }))?.text()
  const text = await answer.clone().text()
  if (text === before) return
  // Its files come first: a page that is kept can be shown.
  await Promise.all([...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, name]) => file(new Request(name!))))
  await cache.put(shellKey, answer)
  if (before === undefined) return
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Clients of a worker have its origin.
  for (const client of await worker.clients.matchAll()) client.postMessage('upgraded')
}

/** Fetches the files of this version one at a time; the next visit retries failed ones. */
async function keepFiles(): Promise<void> {
  for (const name of files) await file(new Request(name))
}

/** A file by its name, which stands for its content for good. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(filesCache)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (!answer.ok) return answer
  // A full disk keeps nothing, and the page does without.
  await cache.put(request, answer.clone()).catch(() => undefined)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - mostFiles)).map((old) => cache.delete(old)))
  return answer
}

// oxlint-disable-next-line unicorn/require-module-specifiers -- It makes a module of this file, whose names are its own.
export {}
