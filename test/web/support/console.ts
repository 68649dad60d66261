import { resolve } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
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
 * complaint: an error, a policy violation, a request to another server.
 */
export function useConsole() {
  requireBuild()
  forgetSessions()
  const watch = new PageWatch()
  const open = new Set<ConsoleVisitor>()
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPictures(task.name, open)
    for (const visitor of open) await visitor.leave()
    const complaints = watch.complaints.splice(0)
    expect(complaints, 'the browser complained').toEqual([])
  })

  async function visit({ at, as, to, look }: VisitOptions): Promise<ConsoleVisitor> {
    const browser = await useBrowser()
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // Headless browsers need permission to write to the clipboard.
      permissions: ['clipboard-read', 'clipboard-write'],
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
        await context.close()
      },
    }
    open.add(visitor)
    if (to !== undefined) await visitor.page.goto(at.url + to)
    return visitor
  }
  return { visit, watch }
}

/** Saves screenshots of the pages of a failed test in .svc/failed. */
async function keepPictures(name: string, visitors: Iterable<ConsoleVisitor>): Promise<void> {
  const pages = [...visitors].flatMap(({ page }) => page.context().pages())
  for (const [at, page] of pages.entries()) {
    const path = resolve('.svc/failed', `${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${at + 1}.png`)
    await page.screenshot({ path }).catch(() => undefined)
  }
}
