import { resolve } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { requireBuild } from './build.ts'
import { forgetSessions, signInto } from './people.ts'
import { PageWatch } from './watch.ts'

/** A user of the console, with a page in their own browser profile. */
export interface ConsoleVisitor {
  page: Page
  /** Switches this profile's network off and on. */
  offline(offline: boolean): Promise<void>
  tab(): Promise<Page>
  /** Closes the profile with all its tabs, as closing the window does. */
  leave(): Promise<void>
}

export interface VisitOptions {
  at: { url: string }
  as?: string
  to?: string
  look?: BrowserContextOptions
}

/**
 * Provides a real browser for the tests of a file, and opens the console in it. Fails a test on every browser
 * complaint: an error, a policy violation, a request to another server. Blocks the service worker unless `offline`: it loads
 * all files into each new profile, which takes a fifth of the CPU time of most tests.
 */
export function useConsole({ offline = false } = {}) {
  requireBuild()
  forgetSessions()
  const watch = new PageWatch()
  const open = new Set<ConsoleVisitor>()
  const shared = new Map<string, ConsoleVisitor>()
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPictures(task.name, open)
    const isShared = (visitor: ConsoleVisitor) =>
      task.result?.state !== 'fail' && [...shared.values()].includes(visitor)
    for (const visitor of open) if (!isShared(visitor)) await visitor.leave()
    const complaints = watch.complaints.splice(0)
    expect(complaints, 'the browser complained').toEqual([])
  })

  afterAll(async () => {
    for (const visitor of open) await visitor.leave()
  })

  async function visit({ at, as, to, look }: VisitOptions): Promise<ConsoleVisitor> {
    const browser = await useBrowser()
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // Headless browsers need permission to write to the clipboard.
      permissions: ['clipboard-read', 'clipboard-write'],
      serviceWorkers: offline ? 'allow' : 'block',
      ...look,
    })
    context.setDefaultTimeout(30_000)
    await context.addInitScript({ path: resolve('test/web/support/in-page.js') })
    if (as !== undefined) await signInto(context, at.url, as)
    watch.watchContext(context, at.url)
    const visitor: ConsoleVisitor = {
      page: await context.newPage(),
      offline: (offline) => context.setOffline(offline),
      tab: () => context.newPage(),
      async leave() {
        open.delete(visitor)
        for (const [key, one] of shared) if (one === visitor) shared.delete(key)
        await context.close()
      },
    }
    open.add(visitor)
    if (to !== undefined) await visitor.page.goto(at.url + to)
    return visitor
  }

  /** Opens a location in a page that the tests of the file share: without a reload, since loading takes longest. */
  async function visitAgain({ at, as, to }: VisitOptions & { as: string; to: string }): Promise<Page> {
    const known = shared.get(as)
    if (!known) {
      const visitor = await visit({ at, as, to })
      shared.set(as, visitor)
      return visitor.page
    }
    const { page } = known
    await page.unrouteAll({ behavior: 'wait' })
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
    return page
  }
  return { visit, visitAgain, watch }
}

/** Saves screenshots of the pages of a failed test in .svc/failed. */
async function keepPictures(name: string, visitors: Iterable<ConsoleVisitor>): Promise<void> {
  const pages = [...visitors].flatMap(({ page }) => page.context().pages())
  for (const [at, page] of pages.entries()) {
    const path = resolve('.svc/failed', `${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${at + 1}.png`)
    await page.screenshot({ path }).catch(() => undefined)
  }
}
