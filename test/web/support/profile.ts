import type { Page } from 'playwright-core'

const listenedEvents = ['dialog', 'download', 'pageerror', 'popup', 'request', 'response'] as const

/**
 * Returns a page and its browser profile to the state after signing in: closes other tabs, and removes routes, listeners,
 * emulations and stored data. Returns false if the page is closed, navigating or no longer signed in; its profile then has
 * to be closed.
 */
export async function clearProfile(page: Page, origin: string): Promise<boolean> {
  const context = page.context()
  if (page.isClosed()) return false
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of listenedEvents) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null })
  // A page of the same origin without scripts, after which nothing of the console writes.
  const isAtOrigin = await page.goto(`${origin}/livez`).then(
    () => true,
    // A step through the history that the console had begun.
    (error: Error) => {
      if (error.message.includes('net::ERR_ABORTED')) return false
      throw error
    },
  )
  if (!isAtOrigin) return false
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  const session = await context.newCDPSession(page)
  const storageTypes = 'indexeddb,cache_storage,service_workers'
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await session.detach()
  const headers = { 'sec-fetch-site': 'same-origin' }
  return (await context.request.get(`${origin}/v1/me`, { headers })).ok()
}
